import { functions, type PlatformFunction } from "../functions";
import { allResources, type Session } from "../resources";
import type { Values } from "../resources/values";
import { Configuration } from "./configuration";
import { ResourceHost } from "./resource-host";

/** The resources of one account. This module loads everything heavy: schemas, HTTP client, lifecycles. */
export class Account {
  readonly #resources = new Map(
    allResources.map((resource) => [`podwright:index:${resource.kind}`, new ResourceHost(resource)]),
  );
  readonly #configuration: Configuration;

  constructor(onWait: (sentence: string) => void) {
    this.#configuration = new Configuration(process.env, onWait);
  }

  /** By token. */
  function(token: string): PlatformFunction | undefined {
    return functions.find(({ name }) => token === `podwright:index:${name}`);
  }

  configure(values: Values): void {
    this.#configuration.configure(values);
  }

  session(): Session {
    return this.#configuration.session();
  }

  /** By type token. */
  resource(type: string): ResourceHost | undefined {
    return this.#resources.get(type);
  }
}
