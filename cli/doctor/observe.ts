import type { Account, EndpointSum, Observation, PlatformError } from "../../client";
import { messageOf } from "../../kernel/plain-text";
import type { Settings } from "../../provider/settings/read-settings";
import type { CommandContext } from "../context/context";
import { onAccount } from "../stack/connection";
import type { SurfaceFacts } from "./report";

export type SurfaceName = SurfaceFacts["name"];

/** How an interface of RunPod responded to one read. */
export interface Seen {
  readonly facts: SurfaceFacts;
  readonly windows: Observation<unknown>["windows"];
  readonly error: PlatformError | undefined;
}

/** The responses of RunPod. */
export interface Observed {
  readonly surfaces: Readonly<Record<SurfaceName, Seen>>;
  readonly account: Account | undefined;
  readonly endpoints: EndpointSum | undefined;
}

/** Milliseconds after which an interface without a response counts as unusable. */
const PATIENCE_MS = 10_000;

/** Reads each interface once, all at the same time, and compares RunPod's clock with the clock of this machine. */
export async function observe(settings: Settings, context: CommandContext): Promise<Observed> {
  const { signal, clock } = context;
  return await onAccount({ ...settings, timeoutMs: PATIENCE_MS }, context, async ({ surfaces }) => {
    const seen = async <T>(name: SurfaceName, read: Promise<Observation<T>>) => {
      const observation = await read;
      return { seen: seenOf(name, observation, clock.now()), value: observation.value };
    };
    const [pods, endpoints, graphql, jobs, account] = await Promise.all([
      seen("pods", surfaces.pods({ signal })),
      seen("endpoints", surfaces.endpoints({ signal })),
      seen("graphql", surfaces.graphql({ signal })),
      seen("jobs", surfaces.jobs({ signal })),
      surfaces.account({ signal }),
    ]);
    return {
      surfaces: { pods: pods.seen, endpoints: endpoints.seen, graphql: graphql.seen, jobs: jobs.seen },
      account: account.value,
      endpoints: endpoints.value,
    };
  });
}

function seenOf(name: SurfaceName, observation: Observation<unknown>, receivedAt: number): Seen {
  const { host, status, latencyMs, date, windows, error } = observation;
  const skew =
    date === undefined ? Number.NaN : Date.parse(date) + HALF_A_SECOND_MS - (receivedAt - (latencyMs ?? 0) / 2);
  return {
    facts: {
      name,
      host,
      status,
      latencyMs: latencyMs && Math.round(latencyMs),
      clockSkewMs: Number.isNaN(skew) ? undefined : Math.round(skew),
      error: error && messageOf(error),
    },
    windows,
    error,
  };
}

/** The header has whole seconds, so the real time is on average half a second later. */
const HALF_A_SECOND_MS = 500;
