import { type Clock, type Collection, PermissionError } from "../../client";
import { SHARED_FOR_MS } from "../../client/collections/snapshot";
import { isNotFound, substitute } from "../../client/http/answers/substitute";
import { OperationError } from "../pulumi/errors";

/** Parts of a run that a delete needs. */
interface Deleting {
  readonly clock: Clock;
  readonly timeScale: number;
  readonly signal: AbortSignal;
  readonly warn: (line: string) => void;
}

/** Returns the response, or `undefined` if RunPod has no such item. Throws every other error. */
export function unlessNotFound<T>(response: Promise<T>): Promise<T | undefined> {
  return substitute(response, isNotFound, undefined);
}

/**
 * Reads an item from the list that all reads share. If the list does not contain the item, it reads the item directly
 * before the item counts as deleted.
 */
export async function readShared<Item>(
  collection: Pick<Collection<Item, never, never>, "find" | "get">,
  id: string,
  signal: AbortSignal,
): Promise<Item | undefined> {
  return (await collection.find(id, { signal })) ?? (await unlessNotFound(collection.get(id, { signal })));
}

/** Deletes an item, or confirms that it no longer exists. */
export async function deleteUnlessGone(
  run: Deleting,
  collection: Pick<Collection<unknown, never, never>, "delete" | "list">,
  what: string,
  id: string,
): Promise<void> {
  const isDeleted = await unlessNotFound(collection.delete(id, { signal: run.signal }).then(() => true));
  if (isDeleted === undefined) await confirmGone(run, collection, `${what} ${id}`);
}

/** Times at which a collection's list proved that the server has it. The deletes of many missing items share this proof for a while. */
const listsSeen = new WeakMap<object, number>();

/**
 * Confirms that an item no longer exists. Throws if the server has neither the item nor its list: then the address does
 * not belong to RunPod, and the state would forget a resource that costs money. With a key of another account, a
 * resource only seems deleted, so Podwright warns the user.
 */
export async function confirmGone(
  { clock, timeScale, signal, warn }: Deleting,
  collection: Pick<Collection<unknown, never, never>, "list">,
  what: string,
): Promise<void> {
  const seenAt = listsSeen.get(collection) ?? Number.NEGATIVE_INFINITY;
  try {
    if (clock.now() - seenAt > SHARED_FOR_MS * timeScale) {
      await collection.list({ signal });
      listsSeen.set(collection, clock.now());
    }
  } catch (error) {
    // A server that refuses access to its list has a list.
    if (!(error instanceof PermissionError)) {
      if (!isNotFound(error)) throw error;
      throw new OperationError(
        `${what} was not found, and the server has no list of such items either, so it stays in the state: check that baseUrl is the address of RunPod`,
      );
    }
  }
  warn(
    `${what} was not found, so Podwright deleted nothing. If it belongs to another account, it still exists there: this key sees only its own account`,
  );
}

export function gone(what: string): OperationError {
  return new OperationError(
    `${what} no longer exists on RunPod: run "pulumi up --refresh", which removes it from the state and creates it again`,
  );
}
