import type { BillingSource, BillingSourceRequest, BillingSubject } from "../../client";
import { someAtOnce } from "../../kernel/some-at-once";
import { journalFolder, readEntries } from "../../provider/hosts/journal/journal";
import { stackOf } from "../../provider/hosts/properties/urn";
import type { RememberedResource } from "../../provider/session/run";
import type { CommandContext } from "../context/context";
import { namesStacks, type Stacks, selectionOf } from "../flags/locations";
import { environmentSettings } from "../stack/connection";
import { identityOf, statesOf } from "../stack/past-states";
import { placeOf, type StackLocation } from "../stack/place";
import { kindOf, resourceOf } from "../stack/resource-types";
import { pulumisAtOnce, Stack } from "../stack/stack";
import { nameOf, resourcesIn, type StateResource } from "../stack/state";
import { type AccountBill, billsOf, joined } from "./bills";

const KINDS = { pods: "Pod", serverless: "ServerlessEndpoint", networkVolumes: "NetworkVolume" } as const;

/** A source that knows the GPUs, the ids and the owners of resources. */
export interface Source extends BillingSource {
  ownersOf(subject: BillingSubject, signal: AbortSignal): Promise<ReadonlyMap<string, BilledOwner>>;
  /** Returns the owners of the resources that exist according to the current state. */
  holdersOf(subject: BillingSubject): Promise<ReadonlyMap<string, BilledOwner>>;
  idsOf(subject: BillingSubject, signal: AbortSignal): Promise<Iterable<string>>;
}

/** The Pulumi resource that caused a cost. */
export interface BilledOwner {
  readonly project: string;
  readonly stack: string;
  /** The logical name. */
  readonly name: string;
}

/** The stacks on the command line. `gpusFrom` names stacks that only show the GPUs and owners of resources. */
export interface NamedStacks extends Stacks {
  readonly gpusFrom?: readonly string[] | undefined;
}

export interface Knowledge {
  /**
   * The journal of this machine and the stacks. These sources know the GPUs of resources that RunPod no longer lists.
   */
  readonly sources: readonly Source[];
  /** The accounts to bill. */
  readonly bills: readonly AccountBill[];
  /** Sentences about costs that the bill lacks. */
  readonly notes: readonly string[];
}

/** Throws if a billed stack or its account is unreadable, because a part of its bill would be missing. */
export async function knowledgeOf(
  { gpusFrom, ...stacks }: NamedStacks,
  subject: BillingSubject,
  context: CommandContext,
): Promise<Knowledge> {
  const environment = await environmentSettings(context);
  const folder = journalFolder(context.env, environment.baseUrl);
  const entries = folder === undefined ? [] : readEntries(folder);
  const recordsOf = async (named: Stacks) => {
    const { locations, unlisted } = await selectionOf(named, context);
    const [first] = unlisted;
    if (first !== undefined) throw new Error(`Podwright could not list the stacks in ${first.cwd}: ${first.error}`);
    return locations.map((location) => new StackRecord(location, context));
  };
  const isWhole = stacks.cwd === undefined && !namesStacks(stacks);
  const billed = isWhole ? undefined : await recordsOf(stacks);
  const others = gpusFrom === undefined ? [] : await recordsOf({ stack: gpusFrom });
  const sources = [
    ...(folder === undefined ? [] : [journal(entries)]),
    ...[...(billed ?? []), ...others].map(stackSource),
  ];
  if (billed === undefined) return { sources, bills: [{ settings: environment }], notes: [] };
  const found = await someAtOnce(billed, pulumisAtOnce, async (record) => {
    const { project, name } = await record.identity();
    const own = entries.filter((entry) => entry.project === project && entry.stack === name);
    const remembered = await journal(own).idsOf(subject, context.signal);
    return await billsOf(record, { kind: KINDS[subject], remembered: [...remembered] }, context);
  });
  return { sources, bills: joined(found.flatMap(({ bills }) => bills)), notes: found.flatMap(({ notes }) => notes) };
}

/**
 * Yields the states of one stack: the current state, then the states after past runs, newest first. Reads each state
 * once.
 */
export class StackRecord {
  readonly location: StackLocation;
  readonly stack: Stack;
  readonly #read: (readonly StateResource[])[] = [];
  #rest: AsyncIterator<readonly StateResource[]> | undefined;

  constructor(location: StackLocation, context: CommandContext) {
    this.location = location;
    this.stack = new Stack(location, context);
  }

  async *states(): AsyncIterable<readonly StateResource[]> {
    yield* this.#read;
    this.#rest ??= this.#readAll();
    for (let next = await this.#rest.next(); next.done !== true; next = await this.#rest.next()) {
      this.#read.push(next.value);
      yield next.value;
    }
  }

  async identity(): Promise<{ readonly project: string | undefined; readonly name: string }> {
    const { location } = this;
    for await (const resources of this.states()) return await identityOf({ stack: this.stack, location, resources });
    return { project: undefined, name: await this.stack.name() };
  }

  async *#readAll(): AsyncGenerator<readonly StateResource[]> {
    const { location, stack } = this;
    const resources = resourcesIn(await stack.state());
    yield resources;
    const runs = await stack.history();
    const stateAt = await statesOf({ stack, location, resources, runs });
    if (stateAt === undefined) return;
    for (const index of runs.keys()) yield await stateAt(index);
  }
}

function journal(entries: readonly RememberedResource[]): Source {
  const known = (subject: BillingSubject) =>
    // The last entry about a resource counts, because a user may have changed an endpoint's GPU pools.
    new Map(entries.flatMap(({ kind, id, gpu }) => (kind === KINDS[subject] ? [[id, gpu] as const] : [])));
  return {
    name: "the journal of this machine",
    gpusOf: async ({ subject }) => known(subject),
    idsOf: async (subject) => known(subject).keys(),
    holdersOf: async () => new Map(),
    ownersOf: async (subject) =>
      new Map(
        entries.flatMap(({ kind, id, name, project, stack }) =>
          kind === KINDS[subject] && project !== undefined && stack !== undefined
            ? [[id, { project, stack, name }] as const]
            : [],
        ),
      ),
  };
}

function stackSource(record: StackRecord): Source {
  return {
    name: `the state and history of ${placeOf(record.location)}`,
    gpusOf: async ({ subject, ids }) => {
      const gpus = new Map<string, string | null>();
      for await (const resources of record.states()) {
        for (const [id, gpu] of gpusIn(resources, subject)) if (!gpus.has(id)) gpus.set(id, gpu);
        if (ids.every((id) => gpus.has(id))) break;
      }
      return gpus;
    },
    idsOf: async (subject) => {
      const ids = new Set<string>();
      for await (const resources of record.states()) {
        for (const { id } of ofSubject(resources, subject)) ids.add(id);
      }
      return ids;
    },
    ownersOf: async (subject) => {
      const owners = new Map<string, BilledOwner>();
      for await (const resources of record.states()) {
        for (const [id, owner] of ownersIn(resources, subject)) if (!owners.has(id)) owners.set(id, owner);
      }
      return owners;
    },
    holdersOf: async (subject) => {
      for await (const resources of record.states()) return new Map(ownersIn(resources, subject));
      return new Map();
    },
  };
}

function ownersIn(resources: readonly StateResource[], subject: BillingSubject) {
  return ofSubject(resources, subject).map(({ id, urn }) => {
    const { project, stack } = stackOf(urn);
    return [id, { project, stack, name: nameOf(urn) }] as const;
  });
}

function ofSubject(resources: readonly StateResource[], subject: BillingSubject) {
  return resources.flatMap(({ id, ...one }) =>
    id !== undefined && kindOf(one.type) === KINDS[subject] ? [{ id, ...one }] : [],
  );
}

function gpusIn(resources: readonly StateResource[], subject: BillingSourceRequest["subject"]) {
  return ofSubject(resources, subject).flatMap(({ type, id, outputs }) => {
    const gpu = outputs === undefined ? undefined : resourceOf(type)?.gpuOf?.(outputs);
    return gpu === undefined ? [] : [[id, gpu] as const];
  });
}
