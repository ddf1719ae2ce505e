import { isDeepStrictEqual } from "node:util";
import type { Session } from "../../session/run";
import { type Environment, inStack } from "../../settings/settings";
import type { Values } from "../../values/values";
import { configuredSession, type Listeners } from "../configured-session";

/**
 * The provider's configuration from an engine, and the session that follows from it. It judges nothing: a preview without
 * a key still checks the program, and the first request names the missing setting.
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

  /** Before another command of the engine: the lists of the last command may be older than the user's own view. */
  forgetLists(): void {
    this.#session?.platform.forgetLists();
    this.#session?.existing.forget();
  }

  /** One connection for all operations with this configuration, opened with the first request. */
  session(): Session {
    // A stack's configuration holds each value as text; an explicit provider passes the value itself.
    const get = (key: string) => {
      const value = this.#values[key.replace("podwright:", "")];
      return value === undefined || value === null ? undefined : String(value);
    };
    this.#session ??= configuredSession({ get }, this.#environment, this.#listeners, this.#nameOf);
    return this.#session;
  }
}
