import { type Collection, NOTHING_LISTED } from "../../client";
import { unlessNotFound } from "../operations/not-found";
import type { Traces } from "../operations/resource";
import type { Run } from "../operations/run";
import type { Sought } from "./find-made";
import { listAll } from "./list-all";
import { isAutonamed, type Marks, nonceOf } from "./marker";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Inputs of a kind that has nothing but its name to be recognised by. */
type NamedInputs = Marks & { readonly name?: string | undefined };

export interface NamesakesRequest<T extends Named> {
  readonly collection: Pick<Collection<T, never, never>, "listing" | "get" | "delete">;
  readonly inputs: NamedInputs;
  /** What an explicit name does not prove alone. Default: nothing more is asked. */
  readonly resembles?: (candidate: T) => boolean;
  /** Default: the collection's delete. */
  readonly discard?: (id: string, signal: AbortSignal) => Promise<void>;
}

/**
 * How to find what a creation made, to be asked before it begins. A generated name is a mark of its own; an explicit
 * one only proves something that was not there before, and never enough to remove it.
 */
export async function recognisedByName<T extends Named>(
  run: Run,
  request: NamesakesRequest<T>,
): Promise<Omit<Sought<T>, "what">> {
  const { collection, inputs, resembles = () => true } = request;
  const { discard = (id, signal) => collection.delete(id, { signal }) } = request;
  const isMark = isAutonamed(inputs);
  const { items, unreadable } = isMark ? NOTHING_LISTED : await collection.listing({ signal: run.signal });
  const before = new Set([...items, ...unreadable].map(({ id }) => id));
  return {
    nonce: nonceOf(inputs),
    get: (id) => unlessNotFound(collection.get(id, { signal: run.signal })),
    lookUp: async (signal) => {
      const found = await namesakes(request, signal);
      return isMark ? found : found.filter((candidate) => !before.has(candidate.id) && resembles(candidate));
    },
    ...(isMark ? { discard } : {}),
  };
}

/** What an interrupted creation has left behind, as far as its name can tell. */
export async function tracesByName<T extends Named>(
  run: Run,
  request: Pick<NamesakesRequest<T>, "collection" | "inputs">,
): Promise<Traces> {
  const ids = (await namesakes(request, run.signal)).map(({ id }) => id);
  return isAutonamed(request.inputs) ? { made: ids, alike: [] } : { made: [], alike: ids };
}

async function namesakes<T extends Named>(
  { collection, inputs }: Pick<NamesakesRequest<T>, "collection" | "inputs">,
  signal: AbortSignal,
): Promise<T[]> {
  const listed = await listAll(collection, (text) => text === inputs.name, signal);
  return listed.filter(({ name }) => name === inputs.name);
}
