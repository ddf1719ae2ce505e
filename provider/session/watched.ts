import type { Collection, Platform } from "../../client";
import { unlessNotFound } from "./not-found";
import { Poller, type PollerOptions } from "./poller";
import { UnshownIds } from "./unshown";

/**
 * A kind of object that several waits of one process watch together. Each module that waits declares its kind as a
 * constant.
 */
export interface Watched<T> extends Pick<PollerOptions<T>, "longestRoundMs" | "each"> {
  /** Reads like `PollerOptions.read`. */
  readonly read: (
    platform: Platform,
    ...rest: Parameters<PollerOptions<T>["read"]>
  ) => ReturnType<PollerOptions<T>["read"]>;
}

/** Longest interval between rounds with many requests. */
export const longestRoundMs = 60_000;

/** Bounds of the interval. RunPod's budget is 60 requests a minute. */
const bounds = { shortestMs: 1_000, longestMs: 10_000 };

/** Gives the process's only poller for each watched kind. */
export type Pollers = <T>(watched: Watched<T>) => Poller<T>;

export function sharedPollers(
  platform: Platform,
  timing: Pick<PollerOptions<unknown>, "clock" | "timeScale">,
  unshown = new UnshownIds(timing),
): Pollers {
  const pollers = new Map<unknown, unknown>();
  return <T>(watched: Watched<T>) => {
    const known = pollers.get(watched) as Poller<T> | undefined;
    const { read: readAll, ...rest } = watched;
    const read: PollerOptions<T>["read"] = async (...round) => {
      const readOne = await readAll(platform, ...round);
      return (id) => {
        const item = readOne(id);
        // The poller counts a promise as a further request, so an item of the list must not become a promise.
        if (item !== undefined && !(item instanceof Promise)) return unshown.judge(id, item);
        return Promise.resolve(item).then((read) => unshown.judge(id, read));
      };
    };
    const poller = known ?? new Poller<T>({ ...timing, ...bounds, ...rest, read });
    pollers.set(watched, poller);
    return poller;
  };
}

/**
 * Watches the items of a list. It requests the list if that takes fewer requests than a read of each item, and then reads only
 * items that are missing or incomplete in the list. The list has all items of the account, also those of other stacks.
 */
export function listed<T extends { readonly id: string }>(
  collectionOf: (platform: Platform) => Pick<Collection<T, never, never>, "listing" | "get">,
  isWhole: (item: T) => boolean = () => true,
): Watched<T> {
  /** Pages of the newest list. */
  const lastPages = new WeakMap<Platform, number>();
  return {
    longestRoundMs,
    read: async (platform, ids, signal, prepared) => {
      const items = collectionOf(platform);
      const takesList = ids.length > (lastPages.get(platform) ?? 1);
      const { items: found, pages = 1 } = takesList ? await items.listing({ signal }) : { items: [], pages: 0 };
      if (takesList) lastPages.set(platform, pages);
      prepared?.(pages);
      const byId = new Map(found.filter(isWhole).map((item) => [item.id, item]));
      // A list may be out of date or hide an item. Only a read of the item proves that it no longer exists.
      return (id) => byId.get(id) ?? unlessNotFound(items.get(id, { signal }));
    },
  };
}
