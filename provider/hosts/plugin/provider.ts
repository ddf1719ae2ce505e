import { functions } from "../../functions";
import { allResources } from "../../kinds/kinds";
import type { Session } from "../../operations/run";
import type { Values } from "../../planning/values";
import { SeenState } from "../engine/recorded-state";
import { Configuration, type Told } from "./configuration";
import { FunctionHost } from "./function-host";
import { ResourceHost } from "./resource-host";

/** Resources and functions, configured. This module loads everything heavy: schemas, HTTP client, lifecycles. */
export class Provider {
  readonly recorded = new SeenState();
  readonly #resources = new Map(
    allResources.map((resource) => [token(resource.kind), new ResourceHost(resource, this.recorded)]),
  );
  readonly #functions = new Map(functions.map((called) => [token(called.name), new FunctionHost(called)]));
  readonly #configuration: Configuration;

  constructor(told: Told) {
    this.#configuration = new Configuration(process.env, told);
  }

  configure(values: Values, nameOf?: (setting: string) => string): void {
    this.recorded.forget();
    this.#configuration.configure(values, nameOf);
  }

  session(): Session {
    return this.#configuration.session();
  }

  /** By type token. */
  resource(type: string): ResourceHost | undefined {
    return this.#resources.get(type);
  }

  /** By token. */
  function(name: string): FunctionHost | undefined {
    return this.#functions.get(name);
  }
}

function token(name: string): string {
  return `podwright:index:${name}`;
}
