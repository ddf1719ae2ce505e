import { connect, type PlatformOptions } from "../../client";
import type { Session } from "../operations/run";
import { openSession } from "../operations/session";
import { type ConfigReader, type Environment, readSettings, readTimeScale } from "../settings";
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
  const journal = journalFolder(environment, settings.baseUrl);
  return openSession({
    platform: connect({ ...settings, timeScale, ...listeners }),
    timeScale,
    allowUnrecorded: settings.allowUnrecorded ?? false,
    remember: journal === undefined ? undefined : (resource) => writeEntry(journal, resource),
    checkCatalog: settings.checkCatalog ?? true,
  });
}
