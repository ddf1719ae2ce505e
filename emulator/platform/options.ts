import { longestPage } from "../http/paging";
import type { JobHandler } from "../scripts/handler";
import type { WorkerCapacity } from "../scripts/worker-capacity";
import type { StockChange } from "../stock/stock";

/** Has all permissions, unless the options set another key. */
export const defaultApiKey = "emulator-key";
/** Has all read permissions; writes are 403. */
export const readOnlyKey = "emulator-read-only";

/** How the emulated platform behaves. Times are milliseconds of platform time. */
export interface EmulatorOptions {
  /** Port to listen on; 0, the default, takes any free one. */
  readonly port?: number | undefined;
  /** Address to listen on; `127.0.0.1` by default. On another address, everyone in its network can control the emulator. */
  readonly host?: string;
  /**
   * Further host names that may call the emulator; the check protects it against foreign web pages. Addresses, names
   * without a dot, and names in `localhost`, `local`, `internal` and `test` may always call it.
   */
  readonly allowedHosts?: readonly string[];
  /** The key with all permissions; `emulator-key` by default. */
  readonly apiKey?: string;
  /** How long a pod is `PROVISIONING`; 1000 by default. */
  readonly provision?: number | undefined;
  /** How long a container is `STARTING`; 1000 by default. */
  readonly start?: number | undefined;
  /**
   * Shows a pod as `RUNNING` from its create on, as RunPod did in recordings. `runtime`, ports and `ssh.direct` appear
   * when its container runs, after `provision` and `start`. False by default, as in RunPod's interface description.
   */
  readonly runningAtOnce?: boolean | undefined;
  /**
   * Shows the rate of a running pod also in the `cost` of a stopped pod, as RunPod did in recordings. False by default:
   * a stopped pod shows 0, as in RunPod's interface description.
   */
  readonly stoppedCost?: boolean | undefined;
  /**
   * How many responses still show a pod's previous run after an update or action, including the response of the request
   * itself; 0 by default. RunPod's documentation allows this.
   */
  readonly staleAnswers?: number | undefined;
  /** REST quotas such as `60/m,3000/h,50000/d`; not enforced unless given. */
  readonly rateLimit?: string | undefined;
  /** The same for GraphQL, which announces no limits unless they are given. */
  readonly graphqlRateLimit?: string | undefined;
  /** Responds to every GraphQL request with 410, as RunPod has announced for 2027; false by default. */
  readonly retireGraphql?: boolean | undefined;
  /** How many items a page of a list holds, 1 to 1000; 1000 by default. */
  readonly pageSize?: number | undefined;
  /** Enforces the published limits of the job operations for each endpoint; false by default. */
  readonly jobRateLimit?: boolean | undefined;
  /**
   * How `saveEndpoint` treats fields that an update omits: reset the fields with a default in RunPod's schema
   * (`defaults`, the default, as measured), keep all (`merge`), or reset all (`replace`).
   */
  readonly saveEndpoint?: "defaults" | "merge" | "replace" | undefined;
  /**
   * Serves only the first description of the interface; false by default. Overrides `streamShape`, `streamHold`, `pageSize`,
   * `saveEndpoint`, `runningAtOnce`, `stoppedCost` and `gpuCountRequired`.
   */
  readonly strictInterface?: boolean | undefined;
  /** Shape of `/stream`: a bare `array` (default), or `object` as some client libraries expect. */
  readonly streamShape?: "array" | "object" | undefined;
  /** Refuses a pod on GPUs without `gpu.count` for want of capacity, as measured against the document; false by default. */
  readonly gpuCountRequired?: boolean | undefined;
  /** The highest sum of `workersMax` over all endpoints; no limit unless given. */
  readonly workerQuota?: number | undefined;
  /** The status for an unknown delegation: `404` (default), or `400` as measured. */
  readonly unknownDelegation?: "404" | "400" | undefined;
  /** Gives a pod other public TCP ports at each start, as measured; false by default. */
  readonly changingPorts?: boolean | undefined;
  /** Serves the public TCP ports of running pods on loopback, with the answers of scripts; false by default. */
  readonly servePorts?: boolean | undefined;
  /** How long `/stream` waits for a chunk if the request has no `wait`: 0 by default, 10000 as measured. */
  readonly streamHold?: number | undefined;
  /** Seed of the id generator; 1 by default. */
  readonly seed?: number | undefined;
  /** Remembers requests without a matching route, prints them, and makes `close()` reject because of them. */
  readonly strict?: boolean | undefined;
  /** Changes to the stock, which is otherwise plentiful. */
  readonly stock?: readonly StockChange[];
  /** How long templates, volumes and registries stay in use after their last use; 0 by default. */
  readonly releaseLag?: number | undefined;
  /** How many serverless workers a place has room for. The last matching entry decides; without a match there is no limit. */
  readonly workerCapacity?: readonly WorkerCapacity[];
  /** How long a serverless worker pulls its image, before it starts; 0 by default. */
  readonly imagePull?: number | undefined;
  /** How long the container of a serverless worker starts; 500 by default. */
  readonly workerStart?: number | undefined;
  /**
   * How long `/health` still counts a worker that has stopped; 0 by default. With `workerListLag`, the two views of an
   * endpoint's workers disagree, as RunPod's did in recordings.
   */
  readonly healthLag?: number | undefined;
  /** How long the lists of workers, over REST and over GraphQL, still show a worker that has stopped; 0 by default. */
  readonly workerListLag?: number | undefined;
  /** How long a job runs, or a chunk of its stream takes, when its handler does not say; 100 by default. */
  readonly jobDuration?: number | undefined;
  /** The handlers of jobs, by endpoint id, or by name with `*` as wildcard. */
  readonly handlers?: Readonly<Record<string, JobHandler>> | undefined;
  /** Environment that the platform adds to each new pod. */
  readonly platformEnv?: Readonly<Record<string, string>>;
  /**
   * A file that keeps the account over restarts, read at the start and written soon after every change. Time also passes
   * between two runs. The file does not contain handlers that are functions.
   */
  readonly state?: string | undefined;
  /** Gets one line a request, also for requests without a matching route. */
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
  healthLag: 0,
  workerListLag: 0,
  jobDuration: 100,
} satisfies EmulatorOptions;

/** RunPod's behaviour today that differs from the first description of its interface. No option changes these. */
const today = {
  /** Lists come in pages. */
  pages: true,
  /** GraphQL accepts the key as a bearer token too. */
  graphqlBearer: true,
  /** A pod goes to one of its `dataCenterIds` or nowhere. */
  dataCentersBind: true,
  /** An update may enlarge a persistent mount. */
  mountsGrow: true,
  /** The limits of a pod create, in bytes: of the request itself, and of the request merged with its template. */
  longestPodRequest: 102_400,
  /** A create of an endpoint over GraphQL may leave out `type`. */
  endpointTypeOptional: true,
  /** The `minCudaVersion` of an endpoint that a create over GraphQL leaves without one, as seen on live endpoints. */
  cudaFloor: "12.0",
  /** Ports that every pod has without exposing them, as RunPod showed in recordings. */
  ownPorts: [{ private: 19_123, public: 60_821, type: "http", ip: "100.64.0.1" }],
  /** Allowed values of `gpuIds` and of each item of `locations` over GraphQL; `undefined` allows all values of the catalog. */
  gpuTiers: undefined as readonly string[] | undefined,
  locations: undefined as readonly string[] | undefined,
};

export const optionNames = Object.keys(defaults) as (keyof Options)[];

type Options = { readonly [Name in keyof typeof defaults]: NonNullable<EmulatorOptions[Name]> };
export type Settings = Options & Readonly<typeof today>;

/** The first description of the interface. It overrides the options. */
const asFirstDescribed: Partial<Settings> = {
  pages: false,
  graphqlBearer: false,
  dataCentersBind: false,
  mountsGrow: false,
  longestPodRequest: Number.POSITIVE_INFINITY,
  endpointTypeOptional: false,
  cudaFloor: "",
  ownPorts: [],
  gpuTiers: ["AMPERE_16", "AMPERE_24", "ADA_24", "AMPERE_48", "ADA_48_PRO", "AMPERE_80", "ADA_80_PRO"],
  locations: ["CZ", "FR", "GB", "NO", "RO", "US"],
  // A save changes only the fields that it sends.
  saveEndpoint: "merge",
  streamShape: "array",
  streamHold: 0,
  runningAtOnce: false,
  stoppedCost: false,
  gpuCountRequired: false,
};

export function settingsOf(options: EmulatorOptions): Settings {
  const chosen = Object.fromEntries(
    optionNames.map((name) => [name, options[name] ?? defaults[name]]),
  ) as unknown as Options;
  return { ...today, ...chosen, ...(chosen.strictInterface ? asFirstDescribed : {}) };
}
