import { Agent, type Dispatcher } from "undici";
import type { Clock } from "../clock";
import type { Address, Targets } from "./configuration";
import { RateBudget } from "./rate/rate-budget";
import type { ApiRequest, Surface } from "./requests";
import { KeyPlaces } from "./secrets/key-place";
import type { Secret } from "./secrets/secret";

/**
 * Connections to one address. REST and GraphQL are paced, so few are enough; a synchronous job holds its own until it
 * ends, and the platform takes 400 of them at once.
 */
const CONNECTIONS = { management: 16, jobs: 400, endless: 400 } as const;

export interface ConnectionOptions {
  readonly clock: Clock;
  /** How long one attempt may wait for its response. */
  readonly timeoutMs: number;
  readonly onWait: (sentence: string) => void;
  /** Replaces the client's own connections. */
  readonly dispatcher: Dispatcher | undefined;
}

/** The way of a request to the platform. */
export interface Route {
  readonly dispatcher: Dispatcher;
  readonly budget: RateBudget;
  readonly address: Address;
  readonly key: Secret;
}

/** The connections and rate budgets of each surface. */
export class Connections {
  readonly key: Secret;
  readonly keyPlaces = new KeyPlaces();
  readonly #routes: Readonly<Record<Surface | "endless", Route>>;
  readonly #agents: Agent[] = [];

  constructor({ key, addresses }: Targets, { clock, timeoutMs, onWait, dispatcher }: ConnectionOptions) {
    this.key = key;
    const poolOf = (name: keyof typeof CONNECTIONS) => dispatcher ?? this.#agent(timeoutMs, CONNECTIONS[name]);
    const [management, jobs, endless] = [poolOf("management"), poolOf("jobs"), poolOf("endless")];
    const routeOf = (surface: Surface, pool: Dispatcher, budget: RateBudget): Route => {
      return { dispatcher: pool, budget, address: addresses[surface], key };
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

  /** Closes the client's own connections, not lent ones. */
  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.destroy()));
  }

  #agent(timeoutMs: number, connections: number): Agent {
    const connect = { timeout: Math.min(timeoutMs, 10_000) };
    // Whether a request was sent is known over HTTP/1.1 only: there it starts on an open connection.
    const agent = new Agent({ connections, connect, allowH2: false, maxResponseSize: 64 * 1024 * 1024 });
    this.#agents.push(agent);
    return agent;
  }
}
