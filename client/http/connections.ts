import type { SecureContext } from "node:tls";
import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import type { Clock } from "../../kernel/clock";
import { ownAuthorities } from "./authorities";
import { type Address, isLoopback, type Targets } from "./configuration";
import type { NamedProxy } from "./proxies";
import { RateBudget } from "./rate/rate-budget";
import type { ApiRequest, Surface } from "./requests";
import { JobKeyForms, KeyPlaces } from "./secrets/key-place";
import type { Secret } from "./secrets/secret";

/**
 * Number of connections to one address. The client paces REST and GraphQL, so few connections are enough. A synchronous job
 * occupies its connection until the job ends, and RunPod accepts 400 such jobs at once.
 */
const CONNECTIONS = { management: 16, jobs: 400, endless: 400 } as const;

export interface ConnectionOptions {
  readonly clock: Clock;
  /** Milliseconds that one attempt may wait for its response. */
  readonly timeoutMs: number;
  readonly onWait: (sentence: string) => void;
  readonly onWarning: (sentence: string) => void;
  /** Dispatcher that replaces the client's own connections. */
  readonly dispatcher: Dispatcher | undefined;
}

/** How a request gets to RunPod. */
export interface Route {
  readonly dispatcher: Dispatcher;
  readonly budget: RateBudget;
  readonly address: Address;
  readonly key: Secret;
  /** Proxy that the environment sets for the surface. `undefined` if there is none. */
  readonly proxy: NamedProxy | undefined;
}

/** Connections and rate budgets of each surface. */
export class Connections {
  readonly key: Secret;
  readonly keyPlaces = new KeyPlaces();
  readonly jobKeyForms = new JobKeyForms();
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
    // RunPod documents rate headers only for REST. If another surface sends such headers, the client paces that surface too.
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

  /** Closes the client's own connections. A dispatcher that the caller passed in stays open. */
  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.destroy()));
  }

  #agent(targets: Targets, surface: Surface, connections: number, timeoutMs: number): Dispatcher {
    const timeout = Math.min(timeoutMs, 10_000);
    const trusted = this.#authorities === undefined ? {} : { secureContext: this.#authorities };
    // The client uses only HTTP/1.1, in which a request starts on an open connection. So the client knows whether it sent a
    // request.
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
            // This time limit covers a proxy that accepts a connection and never answers.
            clientFactory: (origin, given) => new Pool(origin, { ...given, headersTimeout: timeout }),
          });
    this.#agents.push(agent);
    return agent;
  }
}

/**
 * Whether a connection may use TLS. A client that uses only plain http, such as a client of an emulator, does not read certificate
 * authorities, because reading them takes longer than several requests.
 */
function mayUseTls({ addresses, proxies: { http, https } }: Targets): boolean {
  const urls = [...Object.values(addresses).map(({ origin }) => origin), http?.url, https?.url];
  return urls.some((url) => url?.startsWith("https:"));
}

/** Returns the proxy for a surface. A loopback address needs no proxy. */
function proxyOf({ addresses, proxies }: Targets, surface: Surface): NamedProxy | undefined {
  const { protocol, hostname } = new URL(addresses[surface].origin);
  if (isLoopback(hostname)) return undefined;
  return protocol === "https:" ? proxies.https : proxies.http;
}
