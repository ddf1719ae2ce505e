import { type Collection, NotFoundError } from "../../client";
import { OperationError } from "./errors";

/** The answer, or `undefined` where the platform has no such thing. Every other failure stays one. */
export async function unlessNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** From the list that all reads share; one that is not in it is looked at by itself before it counts as gone. */
export async function readShared<Item>(
  collection: Pick<Collection<Item, never, never>, "find" | "get">,
  id: string,
  signal: AbortSignal,
): Promise<Item | undefined> {
  return (await collection.find(id, { signal })) ?? (await unlessNotFound(collection.get(id, { signal })));
}

export function gone(what: string): OperationError {
  return new OperationError(
    `${what} is gone from the platform: run "pulumi up --refresh", which takes it out of the state and creates it anew`,
  );
}
