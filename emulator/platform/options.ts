import { longestPage } from "../http/paging";
import type { JobHandler } from "../scripts/handler";
import type { WorkerCapacity } from "../scripts/worker-capacity";
import type { StockChange } from "../stock/stock";

/** API key with all permissions, unless the options set another key. */
export const defaultApiKey = "emulator-key";
/** API key with all read permissions. Writes with this key get a 403. */
export const readOnlyKey = "emulator-read-only";

/** How the emulated platform behaves. Times are milliseconds of platform time. */
export interface EmulatorOptions {
  /** Port to listen on. Default 0, which selects a free port. */
  readonly port?: number | undefined;
  /** Address to listen on. Default `127.0.0.1`. On any other address, everyone who can connect can control the emulator. */
  readonly host?: string;
  /**
   * More host names that requests may use. The emulator checks host names to protect itself against foreign web pages. The
   * emulator always accepts IP addresses, `localhost` and names in it. With another `host` than a loopback address, it also accepts
   * names without a dot, such as names of containers.
   */
  readonly allowedHosts?: readonly string[];
  /** API key with all permissions. Default `emulator-key`. */
  readonly apiKey?: string;
  /** Time for which a pod is `PROVISIONING`. Default 1000. */
  readonly provision?: number | undefined;
  /** Time for which a container is `STARTING`. Default 1000. */
  readonly start?: number | undefined;
  /**
   * Whether a pod is `RUNNING` right after its create, as recordings of RunPod show. `runtime`, ports and `ssh.direct`
   * appear when the container runs, after `provision` and `start`. Default false, as in RunPod's API description.
   */
  readonly runningAtOnce?: boolean | undefined;
  /**
   * Whether the `cost` of a stopped pod still shows the rate of the running pod, as recordings of RunPod show. Default
   * false: a stopped pod shows 0, as in RunPod's API description.
   */
  readonly stoppedCost?: boolean | undefined;
  /**
   * Number of responses that still show a pod's previous run after an update or an action. The response to the update or action
   * is the first of these responses. Default 0. RunPod's documentation allows such responses.
   */
  readonly staleAnswers?: number | undefined;
  /** REST quotas, such as `60/m,3000/h,50000/d`. Default: no limits. */
  readonly rateLimit?: string | undefined;
  /** GraphQL quotas in the same form. Default: no limits and no rate headers. */
  readonly graphqlRateLimit?: string | undefined;
  /** Whether every GraphQL request gets a 410, as RunPod has announced for 2027. Default false. */
  readonly retireGraphql?: boolean | undefined;
  /** Number of items on a page of a list, 1 to 1000. Default 1000. */
  readonly pageSize?: number | undefined;
  /** Whether the emulator enforces RunPod's published limits of job operations for each endpoint. Default false. */
  readonly jobRateLimit?: boolean | undefined;
  /**
   * What `saveEndpoint` does with fields that an update omits. `defaults` resets the fields that have a default in
   * RunPod's schema, as a measurement of RunPod showed. `merge` keeps all fields, and `replace` resets all fields.
   * Default `defaults`.
   */
  readonly saveEndpoint?: "defaults" | "merge" | "replace" | undefined;
  /**
   * Whether to serve only RunPod's first API description. Default false. Overrides `streamShape`, `streamHold`, `pageSize`,
   * `saveEndpoint`, `runningAtOnce`, `stoppedCost`, `gpuCountRequired` and `jobsWithoutWorkers`.
   */
  readonly strictInterface?: boolean | undefined;
  /** Shape of `/stream` responses: a bare `array`, or an `object` as some client libraries expect. Default `array`. */
  readonly streamShape?: "array" | "object" | undefined;
  /**
   * Whether the emulator refuses a GPU pod without `gpu.count` for lack of capacity. A measurement showed that RunPod refuses
   * such a pod, although its documentation says otherwise. Default false.
   */
  readonly gpuCountRequired?: boolean | undefined;
  /** Largest sum of `workersMax` over all endpoints. Default: no limit. */
  readonly workerQuota?: number | undefined;
  /**
   * What happens to a job for an endpoint whose `workersMax` is 0. `refuse`: the emulator answers with a 409, as clients of RunPod
   * report. `queue`: the job waits, as RunPod's first API description suggests. Default `refuse`.
   */
  readonly jobsWithoutWorkers?: "refuse" | "queue" | undefined;
  /** Status for an unknown delegation: `404` as documented, or `400` as measured. Default `404`. */
  readonly unknownDelegation?: "404" | "400" | undefined;
  /** Whether a pod gets other public TCP ports at each start, as a measurement of RunPod showed. Default false. */
  readonly changingPorts?: boolean | undefined;
  /** Whether the `template` of a pod stays null, as a measurement of RunPod showed. Default false: it has the template's id. */
  readonly hiddenTemplate?: boolean | undefined;
  /**
   * Whether hosts of the community cloud have no public address, so that they map no public TCP port, as clients of RunPod
   * report. Default false.
   */
  readonly privateCommunity?: boolean | undefined;
  /**
   * Images, with `*` as wildcard, that no registry has. A request over REST with such an image gets a 422, as RunPod's guides
   * say. Default: the emulator accepts every image.
   */
  readonly missingImages?: readonly string[] | undefined;
  /** Status for a REST path that does not exist: `422` as recorded, or `404` as RunPod's guides say. Default `422`. */
  readonly unknownRoute?: "422" | "404" | undefined;
  /**
   * Whether the emulator listens on loopback for the public TCP ports of running pods. These ports answer as the scripts say.
   * Default false.
   */
  readonly servePorts?: boolean | undefined;
  /**
   * Whether the emulator runs the commands of pods with an entrypoint as processes of this machine, with the rights of its
   * user. Needs a loopback `host` and a secret `apiKey`, because everyone with the key can run programs.
   * Default false.
   */
  readonly runCommands?: boolean | undefined;
  /**
   * Time for which `/stream` waits for a chunk if the request has no `wait`. Default 0. Measurements showed that RunPod waits
   * for 10000 ms.
   */
  readonly streamHold?: number | undefined;
  /** Seed of the generated ids. Default 1. */
  readonly seed?: number | undefined;
  /** Whether `close()` rejects if there were requests without a matching route. The emulator also prints such requests. */
  readonly strict?: boolean | undefined;
  /** Changes to the stock of hardware. Without changes, all hardware is plentiful. */
  readonly stock?: readonly StockChange[];
  /** Time for which templates, volumes and registries still count as in use after their last use has ended. Default 0. */
  readonly releaseLag?: number | undefined;
  /** Number of serverless workers that each place has room for. The last matching entry decides. A place without a match has no limit. */
  readonly workerCapacity?: readonly WorkerCapacity[];
  /** Time for which a serverless worker pulls its image before it starts. Default 0. */
  readonly imagePull?: number | undefined;
  /** Time for which the container of a serverless worker starts. Default 500. */
  readonly workerStart?: number | undefined;
  /**
   * Time for which `/health` still counts a stopped worker. Default 0. Together with `workerListLag`, this time makes the two
   * views of an endpoint's workers disagree, as recordings of RunPod show.
   */
  readonly healthLag?: number | undefined;
  /** Time for which the lists of workers, over REST and over GraphQL, still show a stopped worker. Default 0. */
  readonly workerListLag?: number | undefined;
  /** Default duration of a job and of each chunk of a stream. A handler can choose another duration. Default 100. */
  readonly jobDuration?: number | undefined;
  /** Handlers of jobs. Each key is an endpoint's id or name, with `*` as wildcard. */
  readonly handlers?: Readonly<Record<string, JobHandler>> | undefined;
  /** Environment variables that the platform sets in each new pod. */
  readonly platformEnv?: Readonly<Record<string, string>>;
  /**
   * File that keeps the account between restarts. The emulator reads the file at the start and writes it soon after each
   * change. Platform time also advances between two runs. The file does not contain handlers that are functions.
   */
  readonly state?: string | undefined;
  /** Receives one line for each request, also for requests without a matching route. */
  readonly log?: ((line: string) => void) | undefined;
  /** Returns wall time in milliseconds. Tests pass this function to stop or to move the time. */
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
  jobsWithoutWorkers: "refuse",
  unknownDelegation: "404",
  changingPorts: false,
  hiddenTemplate: false,
  privateCommunity: false,
  missingImages: [],
  unknownRoute: "422",
  servePorts: false,
  runCommands: false,
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

/**
 * How RunPod behaves today, although its first API description says otherwise or says nothing. No option changes these
 * settings.
 */
const today = {
  /** Whether lists come in pages. */
  pages: true,
  /** Whether GraphQL also accepts the API key as a bearer token. */
  graphqlBearer: true,
  /** Whether a pod must go to one of its `dataCenterIds`. */
  dataCentersBind: true,
  /** Whether an update may enlarge a persistent mount. */
  mountsGrow: true,
  /** Limit in bytes for the create of a pod. The limit applies to the request, and to the request merged with its template. */
  longestPodRequest: 102_400,
  /** Whether a create of an endpoint over GraphQL may omit `type`. */
  endpointTypeOptional: true,
  /**
   * `minCudaVersion` of an endpoint that was created over GraphQL without this setting. Live endpoints of RunPod show this
   * value.
   */
  cudaFloor: "12.0",
  /** Ports that every pod has without exposing them, as recordings of RunPod show. */
  ownPorts: [{ private: 19_123, public: 60_821, type: "http", ip: "100.64.0.1" }],
  /** Values that GraphQL allows in `gpuIds` and in `locations`. `undefined` allows all values of the catalog. */
  gpuTiers: undefined as readonly string[] | undefined,
  locations: undefined as readonly string[] | undefined,
};

export const optionNames = Object.keys(defaults) as (keyof Options)[];

type Options = { readonly [Name in keyof typeof defaults]: NonNullable<EmulatorOptions[Name]> };
export type Settings = Options & Readonly<typeof today>;

/** Settings of RunPod's first API description. These settings override the options. */
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
  hiddenTemplate: false,
  jobsWithoutWorkers: "queue",
};

export function settingsOf(options: EmulatorOptions): Settings {
  const chosen = Object.fromEntries(
    optionNames.map((name) => [name, options[name] ?? defaults[name]]),
  ) as unknown as Options;
  return { ...today, ...chosen, ...(chosen.strictInterface ? asFirstDescribed : {}) };
}
