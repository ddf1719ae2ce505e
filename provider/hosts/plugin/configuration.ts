import { isDeepStrictEqual } from "node:util";
import { connect, type PlatformOptions } from "../../../client";
import type { Session } from "../../operations/run";
import { openSession } from "../../operations/session";
import type { Values } from "../../planning/values";
import { type Environment, inStack, readSettings, readTimeScale, type Settings } from "../../settings";
import { rememberIn } from "../journal/remember";

/** Told what concerns no single resource. */
export type Told = Pick<PlatformOptions, "onWait" | "onWarning">;

/**
 * The provider's configuration as an engine hands it over, and the session that follows from it. It judges nothing: a
 * preview without a key still checks the program, and the first request says what is missing.
 */
export class Configuration {
  readonly #environment: Environment;
  readonly #told: Told;
  readonly #values: Values;
  readonly #nameOf: (setting: string) => string;
  #session: Session | undefined;

  constructor(environment: Environment, told: Told, values: Values = {}, nameOf = inStack) {
    this.#environment = environment;
    this.#told = told;
    this.#values = values;
    this.#nameOf = nameOf;
  }

  hasValues(values: Values): boolean {
    return isDeepStrictEqual(values, this.#values);
  }

  /** One connection for all who have this configuration, opened with the first request. */
  session(): Session {
    if (this.#session === undefined) {
      const timeScale = readTimeScale(this.#environment);
      const settings = this.#settings();
      this.#session = openSession({
        platform: connect({ ...settings, timeScale, ...this.#told }),
        timeScale,
        allowUnrecorded: settings.allowUnrecorded ?? false,
        remember: rememberIn(this.#environment, settings.baseUrl),
        checkCatalog: settings.checkCatalog ?? true,
      });
    }
    return this.#session;
  }

  /** The environment is read here and nowhere earlier: what is filled in before would be stored in the state. */
  #settings(): Settings {
    // From a stack's configuration every value is text; an explicit provider gives it as it is.
    const get = (key: string) => {
      const value = this.#values[key.replace("podwright:", "")];
      return value === undefined || value === null ? undefined : String(value);
    };
    return readSettings({ get }, this.#environment, this.#nameOf);
  }
}
