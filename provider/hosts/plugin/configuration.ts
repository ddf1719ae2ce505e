import { isDeepStrictEqual } from "node:util";
import type { Session } from "../../operations/run";
import type { Values } from "../../planning/values";
import { type Environment, inStack } from "../../settings/settings";
import { configuredSession, type Listeners } from "../configured-session";

/**
 * The provider's configuration as an engine hands it over, and the session that follows from it. It judges nothing: a
 * preview without a key still checks the program, and the first request says what is missing.
 */
export class Configuration {
  readonly #environment: Environment;
  readonly #listeners: Listeners;
  readonly #values: Values;
  readonly #nameOf: (setting: string) => string;
  #session: Session | undefined;

  constructor(environment: Environment, listeners: Listeners, values: Values = {}, nameOf = inStack) {
    this.#environment = environment;
    this.#listeners = listeners;
    this.#values = values;
    this.#nameOf = nameOf;
  }

  hasValues(values: Values): boolean {
    return isDeepStrictEqual(values, this.#values);
  }

  /** For another command of the engine: what the last one has listed may be older than what its user has seen since. */
  forgetLists(): void {
    this.#session?.platform.forgetLists();
    this.#session?.existing.forget();
  }

  /** One connection for all who have this configuration, opened with the first request. */
  session(): Session {
    // From a stack's configuration every value is text; an explicit provider gives it as it is.
    const get = (key: string) => {
      const value = this.#values[key.replace("podwright:", "")];
      return value === undefined || value === null ? undefined : String(value);
    };
    this.#session ??= configuredSession({ get }, this.#environment, this.#listeners, this.#nameOf);
    return this.#session;
  }
}
