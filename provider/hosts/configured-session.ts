import { connect, type PlatformOptions } from "../../client";
import { isTransport } from "../planning/transports";
import type { Session } from "../session/run";
import { openSession } from "../session/session";
import { readSettings } from "../settings/read-settings";
import { type ConfigReader, type Environment, readTimeScale, SETTINGS, wayTo } from "../settings/settings";
import { backendIn, creationNotes } from "./journal/creations";
import { journalFolder, stateFolder, writeEntry } from "./journal/journal";

/** Callbacks for messages that do not belong to a single resource. */
export type Listeners = Pick<PlatformOptions, "onWait" | "onWarning">;

/**
 * Opens a session from a configuration. Podwright must not read the environment earlier, because Pulumi would then
 * store the values in the state.
 */
export function configuredSession(
  config: ConfigReader,
  environment: Environment,
  listeners: Listeners,
  nameOf?: (setting: string) => string,
): Session {
  const timeScale = readTimeScale(environment);
  const settings = readSettings(config, environment, nameOf);
  const chosen = settings.endpointTransport ?? SETTINGS.endpointTransport.default;
  const journal = journalFolder(environment, settings.baseUrl);
  const folder = stateFolder(environment);
  return openSession({
    platform: connect({ ...settings, timeScale, ...listeners }),
    timeScale,
    allowUnrecorded: settings.allowUnrecorded ?? false,
    takeOver: settings.takeOver ?? true,
    remember: journal === undefined ? undefined : (resource) => writeEntry(journal, resource),
    begun: folder === undefined ? undefined : creationNotes(folder, backendIn(environment, process.cwd())),
    checkCatalog: settings.checkCatalog ?? true,
    settingNames: settings.settingNames,
    transport: {
      name: isTransport(chosen) ? chosen : undefined,
      wayTo: (other) => wayTo(other, settings.settingNames.endpointTransport),
    },
  });
}
