import { connect, type PlatformOptions } from "../../client";
import type { Session } from "../operations/run";
import { openSession } from "../operations/session";
import { isTransport } from "../planning/transports";
import { readSettings } from "../settings/read-settings";
import { type ConfigReader, type Environment, readTimeScale, SETTINGS, wayTo } from "../settings/settings";
import { journalFolder, writeEntry } from "./journal/journal";

/** Where lines go that concern no single resource. */
export type Listeners = Pick<PlatformOptions, "onWait" | "onWarning">;

/**
 * The session that follows from a configuration. The environment is read here and nowhere earlier: what is filled in
 * before would be stored in the state.
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
  return openSession({
    platform: connect({ ...settings, timeScale, ...listeners }),
    timeScale,
    allowUnrecorded: settings.allowUnrecorded ?? false,
    remember: journal === undefined ? undefined : (resource) => writeEntry(journal, resource),
    checkCatalog: settings.checkCatalog ?? true,
    settingNames: settings.settingNames,
    transport: {
      name: isTransport(chosen) ? chosen : undefined,
      wayTo: (other) => wayTo(other, settings.settingNames.endpointTransport),
    },
  });
}
