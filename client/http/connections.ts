import { Agent, type Dispatcher } from "undici";
import type { Clock } from "../clock";
import { authenticate } from "./interceptors/authenticate";
import { markNeverSent } from "./interceptors/never-sent";
import { pace } from "./interceptors/pace";
import type { Surface } from "./message";
import { RateBudget } from "./rate/rate-budget";
import type { Secret } from "./secrets/secret";

/**
 * Connections to one address. REST and GraphQL are paced, so few are enough; a synchronous job holds its own until it
 * ends, and the platform takes 400 of them at once.
 */
const CONNECTIONS = { management: 16, jobs: 400, endless: 400 } as const;

interface ConnectionOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly onWait: (sentence: string) => void;
  /** Replaces the client's own connections. */
  readonly dispatcher: Dispatcher | undefined;
}

/** The dispatcher of each surface, with authentication and pacing. */
export class Connections {
  readonly #dispatchers: Readonly<Record<Surface | "endless", Dispatcher>>;
  readonly #agents: Agent[] = [];

  constructor(key: Secret, { clock, timeoutMs, onWait, dispatcher }: ConnectionOptions) {
    const baseOf = (name: keyof typeof CONNECTIONS) => dispatcher ?? this.#agent(timeoutMs, CONNECTIONS[name]);
    const [management, jobs, endless] = [baseOf("management"), baseOf("jobs"), baseOf("endless")];
    const chain = (base: Dispatcher, surface: Surface, budget: RateBudget) =>
      base.compose(markNeverSent, authenticate(surface, key), pace(budget));
    const exempt = () => new RateBudget({ clock, onWait, assume: "exempt" });
    const limited = new RateBudget({ clock, onWait, assume: "limited" });
    // Only REST is documented to send rate headers; the others are paced if they send them too.
    this.#dispatchers = {
      rest: chain(management, "rest", limited),
      endless: chain(endless, "rest", limited),
      graphql: chain(management, "graphql", exempt()),
      jobs: chain(jobs, "jobs", exempt()),
      public: chain(jobs, "public", exempt()),
    };
  }

  dispatcherOf(surface: Surface, isEndless: boolean): Dispatcher {
    return this.#dispatchers[isEndless ? "endless" : surface];
  }

  /** Closes the client's own connections, not lent ones. */
  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.destroy()));
  }

  #agent(timeoutMs: number, connections: number): Agent {
    const agent = new Agent({
      connections,
      connect: { timeout: Math.min(timeoutMs, 10_000) },
      // `markNeverSent` relies on HTTP/1.1.
      allowH2: false,
      maxResponseSize: 64 * 1024 * 1024,
    });
    this.#agents.push(agent);
    return agent;
  }
}
