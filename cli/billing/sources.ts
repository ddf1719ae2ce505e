import type { BillingSource, BillingSourceRequest } from "../../client";
import { journalFolder, readEntries } from "../../provider/hosts/journal/journal";
import { locationsOf, type Stacks } from "../flags/locations";
import type { CommandContext } from "../program/context";
import { kindOf, resourceOf } from "../stack/resource-types";
import { placeOf, Stack, type StackLocation } from "../stack/stack";
import { resourcesIn, type StateResource } from "../stack/state";

const KINDS = { pods: "Pod", serverless: "ServerlessEndpoint" } as const;

/** A source that also names the resources it knows, for a mistyped id. */
export interface Source extends BillingSource {
  idsOf(subject: BillingSourceRequest["subject"], signal: AbortSignal): Promise<Iterable<string>>;
}

/** What this machine and the stacks of the command line know of resources that the platform no longer lists. */
export function sourcesOf(flags: Stacks, context: CommandContext, baseUrl: string | undefined): Source[] {
  const folder = journalFolder(context.env, baseUrl);
  const given = flags.cwd !== undefined || flags.stack !== undefined;
  return [
    ...(folder === undefined ? [] : [journal(folder)]),
    ...(given ? locationsOf(flags).map((location) => stackSource(location, context)) : []),
  ];
}

function journal(folder: string): Source {
  const known = (subject: BillingSourceRequest["subject"]) =>
    // The last line about a resource counts: an endpoint may get other pools.
    new Map(readEntries(folder).flatMap(({ kind, id, gpu }) => (kind === KINDS[subject] ? [[id, gpu] as const] : [])));
  return {
    name: "the journal of this machine",
    gpusOf: async ({ subject }) => known(subject),
    idsOf: async (subject) => known(subject).keys(),
  };
}

function stackSource(location: StackLocation, context: CommandContext): Source {
  const name = `the state and history of ${placeOf(location)}`;
  return {
    name,
    gpusOf: async ({ subject, ids }) => {
      const gpus = new Map<string, string | null>();
      for await (const resources of statesOfStack(location, context)) {
        for (const [id, gpu] of gpusIn(resources, subject)) if (!gpus.has(id)) gpus.set(id, gpu);
        if (ids.every((id) => gpus.has(id))) break;
      }
      return gpus;
    },
    idsOf: async (subject) => {
      const ids = new Set<string>();
      for await (const resources of statesOfStack(location, context)) {
        for (const [id] of gpusIn(resources, subject)) ids.add(id);
      }
      return ids;
    },
  };
}

/** The state as it is, then what past runs left, the latest first. */
async function* statesOfStack(
  location: StackLocation,
  context: CommandContext,
): AsyncIterable<readonly StateResource[]> {
  const stack = new Stack(location, context);
  const resources = resourcesIn(await stack.state());
  yield resources;
  const { statesOf } = await import("../stack/past-states.js");
  const runs = await stack.history();
  const stateAt = await statesOf({ stack, location, resources, runs });
  if (stateAt === undefined) return;
  for (const index of runs.keys()) yield await stateAt(index);
}

function gpusIn(resources: readonly StateResource[], subject: BillingSourceRequest["subject"]) {
  return resources.flatMap(({ type, id, outputs }) => {
    const gpu =
      kindOf(type) === KINDS[subject] && outputs !== undefined ? resourceOf(type)?.gpuOf?.(outputs) : undefined;
    return id === undefined || gpu === undefined ? [] : [[id, gpu] as const];
  });
}
