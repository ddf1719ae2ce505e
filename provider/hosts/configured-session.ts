import { connect, type PlatformOptions } from "../../client";
import type { Session } from "../operations/run";
import { openSession } from "../operations/session";
import { type ConfigReader, type Environment, readSettings, readTimeScale } from "../settings";
import { rememberIn } from "./journal/remember";

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
  return openSession({
    platform: connect({ ...settings, timeScale, ...listeners }),
    timeScale,
    allowUnrecorded: settings.allowUnrecorded ?? false,
    remember: rememberIn(environment, settings.baseUrl),
    checkCatalog: settings.checkCatalog ?? true,
  });
}
