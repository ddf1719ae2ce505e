import { type Collection, PermissionError } from "../../client";
import { isNotFound, substitute } from "../../client/errors/substitute";
import { OperationError } from "./errors";

/** Of a run. */
interface Deleting {
  readonly signal: AbortSignal;
  readonly warn: (line: string) => void;
}

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

/** Deletes an item, or makes sure that it is gone. */
export async function deleteUnlessGone(
  run: Deleting,
  collection: Pick<Collection<unknown, never, never>, "delete" | "list">,
  what: string,
  id: string,
): Promise<void> {
  const isDeleted = await unlessNotFound(collection.delete(id, { signal: run.signal }).then(() => true));
  if (isDeleted === undefined) await confirmGone(run, collection, `${what} ${id}`);
}

/**
 * Throws where a platform that does not have the item does not have its list either: that is another address than the
 * platform's, and the state would forget what goes on costing money. Another account looks like one where it is gone, so
 * the user reads of it.
 */
export async function confirmGone(
  { signal, warn }: Deleting,
  collection: Pick<Collection<unknown, never, never>, "list">,
  what: string,
): Promise<void> {
  try {
    await collection.list({ signal });
  } catch (error) {
    // A platform that refuses its list has one.
    if (!(error instanceof PermissionError)) {
      if (!isNotFound(error)) throw error;
      throw new OperationError(
        `${what} was not found, and neither was the list that it would be in, so the state keeps it: check that baseUrl is the platform's address`,
      );
    }
  }
  warn(
    `${what} was not found, and nothing was deleted. If this key is of another account than the one that created it, it is still there`,
  );
}

export function gone(what: string): OperationError {
  return new OperationError(
    `${what} is gone from the platform: run "pulumi up --refresh", which removes it from the state and creates it again`,
  );
}
