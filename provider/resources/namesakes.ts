import { isAutonamed, type Marks } from "./naming";
import type { Traces } from "./resource";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Inputs of a kind that has nothing but its name to be recognised by. */
type NamedInputs = Marks & { readonly name?: string | undefined };

export interface NamesakesRequest<T extends Named> {
  readonly inputs: NamedInputs;
  /** All of the account. */
  readonly list: () => Promise<readonly T[]>;
  /** What an explicit name does not prove alone. Default: nothing more is asked. */
  readonly resembles?: (candidate: T) => boolean;
}

/**
 * How to look up what a creation made, to be called before it begins. A generated name is a mark of its own; an
 * explicit one only proves something that was not there before.
 */
export async function newNamesakes<T extends Named>(request: NamesakesRequest<T>): Promise<() => Promise<T[]>> {
  const { inputs, list, resembles = () => true } = request;
  if (isAutonamed(inputs)) return () => namesakes(request);
  const before = new Set((await list()).map(({ id }) => id));
  return async () =>
    (await namesakes(request)).filter((candidate) => !before.has(candidate.id) && resembles(candidate));
}

/** What an interrupted creation has left behind, as far as its name can tell. */
export async function tracesByName<T extends Named>(request: NamesakesRequest<T>): Promise<Traces> {
  const ids = (await namesakes(request)).map(({ id }) => id);
  return isAutonamed(request.inputs) ? { made: ids, alike: [] } : { made: [], alike: ids };
}

async function namesakes<T extends Named>({ inputs, list }: NamesakesRequest<T>): Promise<T[]> {
  return (await list()).filter(({ name }) => name === inputs.name);
}
