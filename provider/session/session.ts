import { type Clock, type Platform, systemClock } from "../../client";
import { catalogsOf } from "../planning/catalogs";
import { ExistingItems } from "./existing-items";
import type { Session, SessionSettingNames } from "./run";
import { UnconfirmedCreates } from "./unconfirmed-creates";
import { UnshownIds } from "./unshown";
import { sharedPollers } from "./watched";

export interface SessionOptions {
  readonly platform: Platform;
  readonly clock?: Clock;
  readonly timeScale?: number;
  /** If true, a create proceeds although RunPod has a pod, cluster, endpoint or volume that the same resource created and the state does not contain. Default false. */
  readonly allowUnrecorded?: boolean;
  /** If false, a create fails beside an item that a killed or failed run made. Default true: the create takes it over. */
  readonly takeOver?: boolean;
  readonly remember?: Session["remember"] | undefined;
  readonly begun?: Session["begun"] | undefined;
  /** If true, a check compares names with RunPod's catalogs. Default false. */
  readonly checkCatalog?: boolean;
  /** Names of settings in errors. Default: the settings' own names. */
  readonly settingNames?: SessionSettingNames;
  readonly transport?: Session["transport"];
}

/**
 * Opens the session that all operations of a process on one account share: the connection, the pollers and the created
 * resources.
 */
export function openSession(options: SessionOptions): Session {
  const {
    platform,
    clock = systemClock,
    timeScale = 1,
    allowUnrecorded = false,
    takeOver = true,
    checkCatalog = false,
    settingNames = {
      allowUnrecorded: "allowUnrecorded",
      checkCatalog: "checkCatalog",
      endpointTransport: "endpointTransport",
    },
    remember,
    begun,
    transport,
  } = options;
  const unshown = new UnshownIds({ clock, timeScale });
  return {
    platform,
    catalogs: checkCatalog ? catalogsOf(platform, clock) : undefined,
    transport,
    clock,
    timeScale,
    ...(remember === undefined ? {} : { remember }),
    ...(begun === undefined ? {} : { begun }),
    created: new Map(),
    unconfirmed: new UnconfirmedCreates({ clock, timeScale }),
    unshown,
    existing: new ExistingItems(platform, clock),
    allowUnrecorded,
    takeOver,
    settingNames,
    poller: sharedPollers(platform, { clock, timeScale }, unshown),
  };
}
