import type { BillingSource, BillingSourceRequest, BillingSubject } from "../../client";
import { journalFolder, readEntries } from "../../provider/hosts/journal/journal";
import type { RememberedResource } from "../../provider/session/run";
import type { CommandContext } from "../context/context";
import { locationsOf, type Stacks } from "../flags/locations";
import { identityOf, statesOf } from "../stack/past-states";
import { kindOf, resourceOf } from "../stack/resource-types";
import { placeOf, Stack, type StackLocation } from "../stack/stack";
import { resourcesIn, type StateResource } from "../stack/state";

const KINDS = { pods: "Pod", serverless: "ServerlessEndpoint", networkVolumes: "NetworkVolume" } as const;

/** A source that also names the resources it knows. */
export interface Source extends BillingSource {
  idsOf(subject: BillingSubject, signal: AbortSignal): Promise<Iterable<string>>;
}

/** The stacks on the command line: the billed stacks, and in `gpusFrom` stacks that only know the GPUs of resources. */
export interface NamedStacks extends Stacks {
  readonly gpusFrom?: readonly string[] | undefined;
}

export interface Knowledge {
  /** Knowledge of this machine and of the stacks about resources that RunPod no longer lists. */
  readonly sources: readonly Source[];
  /** All resources of the billed stacks, including deleted resources. Absent for the bill of the whole account. */
  readonly resourceIds?: readonly string[];
}

/** Throws if a billed stack is unreadable: a part of its bill would be missing. */
export async function knowledgeOf(
  { cwd, stack, gpusFrom }: NamedStacks,
  subject: BillingSubject,
  context: CommandContext,
  baseUrl: string | undefined,
): Promise<Knowledge> {
  const folder = journalFolder(context.env, baseUrl);
  const entries = folder === undefined ? [] : readEntries(folder);
  const recordsOf = (stacks: Stacks) => locationsOf(stacks).map((location) => new StackRecord(location, context));
  const billed = cwd === undefined && stack === undefined ? undefined : recordsOf({ cwd, stack });
  const others = gpusFrom === undefined ? [] : recordsOf({ stack: gpusFrom });
  const sources = [
    ...(folder === undefined ? [] : [journal(entries)]),
    ...[...(billed ?? []), ...others].map(stackSource),
  ];
  if (billed === undefined) return { sources };
  const ids = await Promise.all(
    billed.map(async (record) => {
      const { project, name } = await record.identity();
      const own = entries.filter((entry) => entry.project === project && entry.stack === name);
      const both = [journal(own), stackSource(record)].map((source) => source.idsOf(subject, context.signal));
      return (await Promise.all(both)).flatMap((found) => [...found]);
    }),
  );
  return { sources, resourceIds: [...new Set(ids.flat())] };
}

/** The states of one stack: the current state, then the states after past runs, latest first. Reads each state once. */
class StackRecord {
  readonly location: StackLocation;
  readonly #stack: Stack;
  readonly #read: (readonly StateResource[])[] = [];
  #rest: AsyncIterator<readonly StateResource[]> | undefined;

  constructor(location: StackLocation, context: CommandContext) {
    this.location = location;
    this.#stack = new Stack(location, context);
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
    for await (const resources of this.states()) return await identityOf({ stack: this.#stack, location, resources });
    return { project: undefined, name: await this.#stack.name() };
  }

  async *#readAll(): AsyncGenerator<readonly StateResource[]> {
    const { location } = this;
    const stack = this.#stack;
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
    // The last line about a resource counts: an endpoint may get other pools.
    new Map(entries.flatMap(({ kind, id, gpu }) => (kind === KINDS[subject] ? [[id, gpu] as const] : [])));
  return {
    name: "the journal of this machine",
    gpusOf: async ({ subject }) => known(subject),
    idsOf: async (subject) => known(subject).keys(),
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
  };
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
