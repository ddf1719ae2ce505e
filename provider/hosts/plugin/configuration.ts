import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../../kernel/values";
import type { Session } from "../../session/run";
import { type Environment, inStack } from "../../settings/settings";
import { configuredSession, type Listeners } from "../configured-session";

/**
 * The provider's configuration from one engine, with its session. It validates nothing, so that a preview without a key
 * can still check the program. If a setting is missing, the first request fails with an error that names the setting.
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

  /** Drops the cached lists before another command of the engine, because the user may have seen newer data since. */
  forgetLists(): void {
    this.#session?.platform.forgetLists();
    this.#session?.existing.forget();
  }

  /** Returns the session of all operations with this configuration. The first request opens its connection. */
  session(): Session {
    // A stack's configuration contains each value as text. An explicit provider passes typed values.
    const get = (key: string) => {
      const value = this.#values[key.replace("podwright:", "")];
      return value === undefined || value === null ? undefined : String(value);
    };
    this.#session ??= configuredSession({ get }, this.#environment, this.#listeners, this.#nameOf);
    return this.#session;
  }
}
