import type { StockChange } from "../areas/catalog/stock";
import type { WorkerCapacity } from "../areas/endpoints/workers/capacity";
import type { JobHandler } from "../areas/jobs/execution/handler";
import { longestPage } from "../http/paging";

/** Reads and writes everything, unless the options have another key. */
export const defaultApiKey = "emulator-key";
/** Reads everything; writes are 403. */
export const readOnlyKey = "emulator-read-only";

/** How the emulated platform behaves. Times are milliseconds of platform time. */
export interface EmulatorOptions {
  /** Port to listen on; 0, the default, takes any free one. */
  readonly port?: number | undefined;
  /** Address to listen on; `127.0.0.1` by default. On another address, everybody who reaches it can control it. */
  readonly host?: string;
  /**
   * Host names under which console and control may be called, so that no web page elsewhere can. Addresses, names
   * without a dot, and names in `localhost`, `local`, `internal` and `test` always may; others only when listed here.
   */
  readonly allowedHosts?: readonly string[];
  /** The key that may do everything; `emulator-key` by default. */
  readonly apiKey?: string;
  /** How long a pod is `PROVISIONING`; 1000 by default. */
  readonly provision?: number | undefined;
  /** How long a container is `STARTING`; 1000 by default. */
  readonly start?: number | undefined;
  /**
   * Shows a pod as `RUNNING` from its create on, as recorded; `runtime`, ports and `ssh.direct` appear when its container
   * runs, after `provision` and `start`. False by default, as the interface describes it.
   */
  readonly runningAtOnce?: boolean | undefined;
  /** Leaves the rate of a stopped pod in its `cost`, as recorded; false by default, which shows 0 as the interface describes it. */
  readonly stoppedCost?: boolean | undefined;
  /**
   * How many responses still show a pod's previous run after an update or action, that of the request itself included;
   * 0 by default. The documentation of the platform allows it.
   */
  readonly staleAnswers?: number | undefined;
  /** REST quotas such as `60/m,3000/h,50000/d`; not enforced unless given. */
  readonly rateLimit?: string | undefined;
  /** The same for GraphQL, which announces no limits unless they are given. */
  readonly graphqlRateLimit?: string | undefined;
  /** Answers every GraphQL request with 410, as the platform has announced for 2027; false by default. */
  readonly retireGraphql?: boolean | undefined;
  /** How many items a page of a list holds, 1 to 1000; 1000 by default. */
  readonly pageSize?: number | undefined;
  /** Enforces the published limits of the job operations for each endpoint; false by default. */
  readonly jobRateLimit?: boolean | undefined;
  /**
   * What `saveEndpoint` does with fields an update leaves out: reset those that have a default in the platform's schema
   * (`defaults`, the default, as measured), keep all (`merge`), or reset all (`replace`).
   */
  readonly saveEndpoint?: "defaults" | "merge" | "replace" | undefined;
  /** Serves the interface as it was first described and nothing newer; false by default. */
  readonly strictInterface?: boolean | undefined;
  /** Shape of `/stream`: a bare `array` (default), or `object` as some client libraries expect. */
  readonly streamShape?: "array" | "object" | undefined;
  /** Refuses a pod on GPUs without `gpu.count` for want of capacity, as measured against the document; false by default. */
  readonly gpuCountRequired?: boolean | undefined;
  /** The most that `workersMax` of all endpoints may add up to; no limit unless given. */
  readonly workerQuota?: number | undefined;
  /** The status for an unknown delegation: `404` (default), or `400` as measured. */
  readonly unknownDelegation?: "404" | "400" | undefined;
  /** Gives a pod other public TCP ports at each start, as measured; false by default. */
  readonly changingPorts?: boolean | undefined;
  /** Serves the public TCP ports of running pods on loopback, where scripts say what answers; false by default. */
  readonly servePorts?: boolean | undefined;
  /** How long `/stream` waits for a chunk where the request has no `wait`: 0 by default, 10000 as measured. */
  readonly streamHold?: number | undefined;
  /** Seed of the id generator; 1 by default. */
  readonly seed?: number | undefined;
  /** Remember requests no route knows, print them, and make `close()` reject because of them. */
  readonly strict?: boolean | undefined;
  /** Changes to the stock, which is otherwise plentiful. */
  readonly stock?: readonly StockChange[];
  /** How long templates, volumes and registries stay in use after their last user went; 0 by default. */
  readonly releaseLag?: number | undefined;
  /** How many serverless workers fit where; of these, the last that matches decides. No limit where none does. */
  readonly workerCapacity?: readonly WorkerCapacity[];
  /** How long a serverless worker pulls its image, before it starts; 0 by default. */
  readonly imagePull?: number | undefined;
  /** How long the container of a serverless worker starts; 500 by default. */
  readonly workerStart?: number | undefined;
  /** How long a job runs, or a chunk of its stream takes, when its handler does not say; 100 by default. */
  readonly jobDuration?: number | undefined;
  /** What workers run, by endpoint id, or by name with `*` for anything. */
  readonly handlers?: Readonly<Record<string, JobHandler>> | undefined;
  /** Environment the platform adds to each new pod by itself. */
  readonly platformEnv?: Readonly<Record<string, string>>;
  /**
   * A file that keeps all there is over restarts, read at the start and written soon after every change. Time goes on
   * while nothing runs. Functions given as handlers are not in it.
   */
  readonly state?: string | undefined;
  /** Gets one line a request, and one a request that no route knows. */
  readonly log?: ((line: string) => void) | undefined;
  /** Wall time in milliseconds; for tests that must not see it move. */
  readonly now?: () => number;
}

const defaults = {
  apiKey: defaultApiKey,
  provision: 1000,
  start: 1000,
  runningAtOnce: false,
  stoppedCost: false,
  staleAnswers: 0,
  retireGraphql: false,
  pageSize: longestPage,
  saveEndpoint: "defaults",
  strictInterface: false,
  streamShape: "array",
  gpuCountRequired: false,
  unknownDelegation: "404",
  changingPorts: false,
  servePorts: false,
  streamHold: 0,
  workerQuota: Number.POSITIVE_INFINITY,
  seed: 1,
  releaseLag: 0,
  imagePull: 0,
  workerStart: 500,
  jobDuration: 100,
} satisfies EmulatorOptions;

export type Settings = { readonly [Name in keyof typeof defaults]: NonNullable<EmulatorOptions[Name]> };

export function settingsOf(options: EmulatorOptions): Settings {
  // There is one shape of a stream in it.
  const given = options.strictInterface ? { ...options, streamShape: undefined } : options;
  const names = Object.keys(defaults) as (keyof Settings)[];
  return Object.fromEntries(names.map((name) => [name, given[name] ?? defaults[name]])) as unknown as Settings;
}
