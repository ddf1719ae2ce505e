import type { Collection } from "../../client";
import { isNotFound, substitute } from "../../client/errors/substitute";
import { OperationError } from "./errors";

/** The response, or `undefined` where the platform has no such thing. Every other failure stays one. */
export function unlessNotFound<T>(response: Promise<T>): Promise<T | undefined> {
  return substitute(response, isNotFound, undefined);
}

/** From the list that all reads share. One that is not listed is read by itself before it counts as gone. */
export async function readShared<Item>(
  collection: Pick<Collection<Item, never, never>, "find" | "get">,
  id: string,
  signal: AbortSignal,
): Promise<Item | undefined> {
  return (await collection.find(id, { signal })) ?? (await unlessNotFound(collection.get(id, { signal })));
}

export function gone(what: string): OperationError {
  return new OperationError(
    `${what} is gone from the platform: run "pulumi up --refresh", which removes it from the state and creates it again`,
  );
}
