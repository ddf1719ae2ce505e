import type { Collection, Platform } from "../../client";
import { Poller, type PollerOptions } from "../waiting/poller";
import { unlessNotFound } from "./not-found";

/** Things that several waits of one process watch together. Each is a constant of the module that waits for it. */
export interface Watched<T> extends Pick<PollerOptions<T>, "longestRoundMs"> {
  /** As `PollerOptions.read`. */
  readonly read: (
    platform: Platform,
    ...rest: Parameters<PollerOptions<T>["read"]>
  ) => ReturnType<PollerOptions<T>["read"]>;
}

/** The budget is 60 requests a minute. */
const bounds = { shortestMs: 1_000, longestMs: 10_000 };

/** Gives the one poller that a process has of each. */
export type Pollers = <T>(watched: Watched<T>) => Poller<T>;

export function sharedPollers(
  platform: Platform,
  timing: Pick<PollerOptions<unknown>, "clock" | "timeScale">,
): Pollers {
  const pollers = new Map<unknown, unknown>();
  return <T>(watched: Watched<T>) => {
    const known = pollers.get(watched) as Poller<T> | undefined;
    const { read, ...rest } = watched;
    const poller =
      known ?? new Poller<T>({ ...timing, ...bounds, ...rest, read: (ids, signal) => read(platform, ids, signal) });
    pollers.set(watched, poller);
    return poller;
  };
}

/** Items of a list. One that is awaited alone is read by itself; several share one list, unless its item is not whole. */
export function listed<T extends { readonly id: string }>(
  collectionOf: (platform: Platform) => Pick<Collection<T, never, never>, "list" | "get">,
  isWhole: (item: T) => boolean = () => true,
): Watched<T> {
  return {
    read: async (platform, ids, signal) => {
      const items = collectionOf(platform);
      const found = ids.length > 1 ? await items.list({ signal }) : [];
      const byId = new Map(found.filter(isWhole).map((item) => [item.id, item]));
      // A list may lag behind or hide an item; only a read of the item itself proves that it is gone.
      return async (id) => byId.get(id) ?? (await unlessNotFound(items.get(id, { signal })));
    },
  };
}
