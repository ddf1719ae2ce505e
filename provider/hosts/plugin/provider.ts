import type { Values } from "../../../kernel/values";
import { inputNames } from "../../components/input-names";
import { allResources } from "../../kinds/kinds";
import type { Session } from "../../session/run";
import type { Listeners } from "../configured-session";
import { SeenState } from "../engine/recorded-state";
import { FunctionHost } from "../function-host";
import { Configuration } from "./configuration";
import type { Engine } from "./grpc/engines";
import { spellNames } from "./program-language";
import { ResourceHost } from "./resource-host";

/** The configured resources and functions. This module loads the heavy modules: schemas, HTTP client and lifecycles. */
export class Provider {
  readonly recorded = new SeenState();
  readonly #resources = new Map(
    allResources.map((resource) => [token(resource.kind), new ResourceHost(resource, this.recorded)]),
  );
  readonly #listeners: Listeners;
  /**
   * Configurations by connection. Under a debugger, several engines share this process, and an engine connects once for
   * each explicit provider.
   */
  readonly #configurations = new WeakMap<Engine, Configuration>();
  #latest: Configuration;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
    spellNames(inputNames);
    this.#latest = new Configuration(process.env, listeners);
  }

  /**
   * Configures the provider. Engines with the same configuration share one session. A running operation keeps its first
   * session.
   */
  configure(engine: Engine, values: Values, nameOf?: (setting: string) => string): void {
    this.recorded.forget();
    const known = [this.#configurations.get(engine), this.#latest].find((one) => one?.hasValues(values));
    known?.forgetLists();
    this.#latest = known ?? new Configuration(process.env, this.#listeners, values, nameOf);
    this.#configurations.set(engine, this.#latest);
  }

  session(engine: Engine): Session {
    return (this.#configurations.get(engine) ?? this.#latest).session();
  }

  /** Returns the resource host for a type token. */
  resource(type: string): ResourceHost | undefined {
    return this.#resources.get(type);
  }

  /** Returns the function for a token. Few programs call functions, so the first call loads all of them. */
  async function(name: string): Promise<FunctionHost | undefined> {
    const { functions } = await import("../../functions/index.js");
    const called = functions.find((one) => token(one.name) === name);
    return called && new FunctionHost(called);
  }
}

function token(name: string): string {
  return `podwright:index:${name}`;
}
