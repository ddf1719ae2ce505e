import { type Clock, type Collection, type Platform, systemClock } from "../../client";
import { Snapshot } from "../../client/collections/snapshot";
import { UnconfirmedCreates } from "../creating/unconfirmed-creates";
import { readActivities } from "../kinds/serverless-endpoint/activity";
import { readRollout } from "../kinds/serverless-endpoint/rollout";
import { catalogsOf } from "../planning/catalog/names";
import { Poller } from "../waiting/poller";
import { unlessNotFound } from "./not-found";
import type { Session } from "./run";

/** The budget is 60 requests a minute. */
const bounds = { shortestMs: 1_000, longestMs: 10_000 };
const longestRoundMs = 60_000;

export interface SessionOptions {
  readonly platform: Platform;
  readonly clock?: Clock;
  readonly timeScale?: number;
  /** Default false. */
  readonly allowUnrecorded?: boolean;
  readonly remember?: Session["remember"] | undefined;
  /** Whether a check compares names with the catalogs. Default false. */
  readonly checkCatalog?: boolean;
}

/** What all operations of a process on one account share: the connection, one poller a kind, what was created. */
export function openSession(options: SessionOptions): Session {
  const {
    platform,
    clock = systemClock,
    timeScale = 1,
    allowUnrecorded = false,
    checkCatalog = false,
    remember,
  } = options;
  const polling = { clock, timeScale, ...bounds };
  return {
    platform,
    catalogs: checkCatalog ? catalogsOf(platform, clock) : undefined,
    clock,
    timeScale,
    ...(remember === undefined ? {} : { remember }),
    created: new Map(),
    unconfirmed: new UnconfirmedCreates({ clock, timeScale }),
    existingPods: new Snapshot((signal) => platform.pods.listing({ signal }), clock),
    allowUnrecorded,
    pods: new Poller({ ...polling, read: (ids, signal) => readListed(platform.pods, ids, signal) }),
    clusters: new Poller({ ...polling, read: (ids, signal) => readListed(platform.clusters, ids, signal) }),
    endpoints: new Poller({ ...polling, read: (_, signal) => readActivities(platform, signal) }),
    rollouts: new Poller({
      ...polling,
      longestRoundMs,
      read: async (_, signal) => (id) => readRollout(platform, id, signal),
    }),
  };
}

/** One awaited item is read by itself; several share one list. */
async function readListed<T extends { readonly id: string }>(
  items: Pick<Collection<T, never, never>, "list" | "get">,
  ids: readonly string[],
  signal: AbortSignal,
) {
  const listed = ids.length > 1 ? await items.list({ signal }) : [];
  const byId = new Map(listed.map((item) => [item.id, item]));
  // A list may lag behind or hide an item; only a read of the item itself proves that it is gone.
  return async (id: string) => byId.get(id) ?? (await unlessNotFound(items.get(id, { signal })));
}
