import type { SecureContext } from "node:tls";
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import type { Clock } from "../values/clock";
import { ownAuthorities } from "./authorities";
import { type Address, isLoopback, type Targets } from "./configuration";
import type { NamedProxy } from "./proxies";
import { RateBudget } from "./rate/rate-budget";
import type { ApiRequest, Surface } from "./requests";
import { KeyPlaces } from "./secrets/key-place";
import type { Secret } from "./secrets/secret";

/**
 * Connections to one address. REST and GraphQL are paced, so few are enough; a synchronous job holds its own until it
 * ends, and RunPod takes 400 of them at once.
 */
const CONNECTIONS = { management: 16, jobs: 400, endless: 400 } as const;

export interface ConnectionOptions {
  readonly clock: Clock;
  /** How long one attempt may wait for its response. */
  readonly timeoutMs: number;
  readonly onWait: (sentence: string) => void;
  readonly onWarning: (sentence: string) => void;
  /** Replaces the client's own connections. */
  readonly dispatcher: Dispatcher | undefined;
}

/** The way of a request to RunPod. */
export interface Route {
  readonly dispatcher: Dispatcher;
  readonly budget: RateBudget;
  readonly address: Address;
  readonly key: Secret;
  /** Unless the environment excepts the address's host from it. */
  readonly proxy: NamedProxy | undefined;
}

/** The connections and rate budgets of each surface. */
export class Connections {
  readonly key: Secret;
  readonly keyPlaces = new KeyPlaces();
  readonly #routes: Readonly<Record<Surface | "endless", Route>>;
  readonly #agents: Dispatcher[] = [];
  readonly #authorities: SecureContext | undefined;

  constructor(targets: Targets, { clock, timeoutMs, onWait, onWarning, dispatcher }: ConnectionOptions) {
    const { key, addresses } = targets;
    this.key = key;
    const readsAuthorities = dispatcher === undefined && mayUseTls(targets);
    this.#authorities = readsAuthorities ? ownAuthorities(process.env, onWarning) : undefined;
    const opened = (surface: Surface, connections: number) =>
      dispatcher ?? this.#agent(targets, surface, connections, timeoutMs);
    const management = opened("rest", CONNECTIONS.management);
    const jobs = opened("jobs", CONNECTIONS.jobs);
    const endless = opened("rest", CONNECTIONS.endless);
    const routeOf = (surface: Surface, pool: Dispatcher, budget: RateBudget): Route => {
      const proxy = dispatcher === undefined ? proxyOf(targets, surface) : undefined;
      return { dispatcher: pool, budget, address: addresses[surface], key, proxy };
    };
    // Only REST is documented to send rate headers; the others are paced if they send them too.
    const exempt = () => new RateBudget({ clock, onWait, assume: "exempt" });
    const limited = new RateBudget({ clock, onWait, assume: "limited" });
    this.#routes = {
      rest: routeOf("rest", management, limited),
      endless: routeOf("rest", endless, limited),
      graphql: routeOf("graphql", management, exempt()),
      jobs: routeOf("jobs", jobs, exempt()),
      public: routeOf("public", jobs, exempt()),
    };
  }

  routeOf({ surface, endless = false }: ApiRequest): Route {
    return this.#routes[endless ? "endless" : surface];
  }

  /** Closes the client's own connections, but not connections that its caller lent. */
  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.destroy()));
  }

  #agent(targets: Targets, surface: Surface, connections: number, timeoutMs: number): Dispatcher {
    const timeout = Math.min(timeoutMs, 10_000);
    const trusted = this.#authorities === undefined ? {} : { secureContext: this.#authorities };
    // Only HTTP/1.1 shows whether a request was sent: there it starts on an open connection.
    const options = {
      connections,
      connect: { timeout, ...trusted },
      allowH2: false,
      maxResponseSize: 64 * 1024 * 1024,
    };
    const { http, https, except } = targets.proxies;
    const agent =
      proxyOf(targets, surface) === undefined
        ? new Agent(options)
        : new EnvHttpProxyAgent({
            ...options,
            httpProxy: http?.url ?? "",
            httpsProxy: https?.url ?? "",
            noProxy: except,
            connectTimeout: timeout,
            requestTls: { ...trusted, timeout, allowH2: false },
            proxyTls: { ...trusted, timeout },
            // A proxy that accepts a connection and then says nothing.
            clientFactory: (origin, given) => new Pool(origin, { ...given, headersTimeout: timeout }),
          });
    this.#agents.push(agent);
    return agent;
  }
}

/** A client of plain http alone, such as an emulator's, reads no authorities: that takes longer than several requests. */
function mayUseTls({ addresses, proxies: { http, https } }: Targets): boolean {
  const urls = [...Object.values(addresses).map(({ origin }) => origin), http?.url, https?.url];
  return urls.some((url) => url?.startsWith("https:"));
}

/** An address of this machine needs no proxy. */
function proxyOf({ addresses, proxies }: Targets, surface: Surface): NamedProxy | undefined {
  const { protocol, hostname } = new URL(addresses[surface].origin);
  if (isLoopback(hostname)) return undefined;
  return protocol === "https:" ? proxies.https : proxies.http;
}
