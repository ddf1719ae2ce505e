import { type Clock, type Platform, type Pod, systemClock } from "../../client";
import { Snapshot } from "../../client/collections/snapshot";
import { Doubts } from "../creating/unconfirmed-creates";
import { readPods } from "../kinds/pod/watched";
import { type Activity, readActivities } from "../kinds/serverless-endpoint/activity";
import { catalogsOf } from "../planning/catalog-names";
import { pace } from "../waiting/pace";
import { Poller } from "../waiting/poller";
import type { Session } from "./run";

/** The budget is 60 requests a minute. */
const bounds = { shortestMs: 1_000, longestMs: 10_000 };

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
  const polling = pace({ clock, timeScale }, bounds);
  return {
    platform,
    catalogs: checkCatalog ? catalogsOf(platform, clock) : undefined,
    clock,
    timeScale,
    ...(remember === undefined ? {} : { remember }),
    created: new Map(),
    doubts: new Doubts({ clock, timeScale }),
    existingPods: new Snapshot((signal) => platform.pods.listing({ signal }), clock),
    allowUnrecorded,
    pods: new Poller<Pod>({ ...polling, read: (ids, signal) => readPods(platform, ids, signal) }),
    endpoints: new Poller<Activity>({ ...polling, read: (ids, signal) => readActivities(platform, ids, signal) }),
  };
}
