import * as z from "zod";
import { joined, type Listing, listingOf } from "../http/answers/listing";
import type { ClientContext } from "../http/http";
import { type CallOptions, restRequest } from "../http/requests";
import { followLogs } from "../pods/follow";
import { readLogs } from "../pods/logs";
import type { FollowedLine, FollowOptions, LogLine, LogOptions } from "../pods/types";
import { count, flag, id, listOf, nullableNumber, nullableText, open, type Parsed, text } from "../wire/fields";

export type WorkerStatus = "RUNNING" | "IDLE" | "INITIALIZING" | "THROTTLED" | "UNHEALTHY";

const workerSchema = z.object({
  id,
  status: open<WorkerStatus>(id),
  /** Whether the worker runs an older release than the endpoint. */
  isStale: flag,
  version: nullableNumber,
  image: nullableText,
  uptimeSeconds: nullableNumber,
  gpuCount: count,
  gpuTypeId: nullableText,
  dataCenterId: nullableText,
  /** Time at which the worker started (RFC 3339). */
  startedAt: nullableText,
});
/** One worker of an endpoint. */
export type Worker = Parsed<typeof workerSchema>;

const workerListSchema = z.object({
  /** Workers that are alive. */
  workers: listingOf<Worker>(workerSchema),
  /** Numbers of workers in each state, which add up to `total`. */
  summary: z.object({
    running: count,
    idle: count,
    initializing: count,
    throttled: count,
    unhealthy: count,
    // Number of all workers. The number is required: a drain waits until it is 0, so a missing number must not become 0.
    total: z.number(),
  }),
  endpointVersion: nullableNumber,
});
export type WorkerList = WithItems<Parsed<typeof workerListSchema>>;

const releaseSchema = z.object({
  id,
  version: nullableNumber,
  source: open<"GIT_BUILD" | "MANUAL">(text),
  buildId: nullableText,
  createdByUserId: nullableText,
  workerCount: count,
  /** Time of creation (RFC 3339). */
  createdAt: text,
  /** Changed fields. Values may be secret, because the environment of the endpoint is among the fields. */
  diff: listOf(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
});
/** A change of an endpoint's container. New workers start with the change, and RunPod replaces old workers over time. */
export type Release = Parsed<typeof releaseSchema>;

const releaseListSchema = z.object({
  /** Releases, newest first. */
  releases: listingOf<Release>(releaseSchema),
  rollout: z.object({
    inProgress: flag,
    workersOnLatest: count,
    workersTotal: count,
    /** Percentage of workers with the newest release, 0 to 100. 0 without workers. */
    percentOnLatest: count,
  }),
  endpointVersion: nullableNumber,
});
export type ReleaseList = WithItems<Parsed<typeof releaseListSchema>>;

/** State of a build. The first four states belong to a running build, and the other states are final. */
export type BuildStatus =
  | ("PENDING" | "BUILDING" | "UPLOADING" | "TESTING")
  | ("COMPLETED" | "FAILED" | "CANCELLED" | "TEST_FAILED");

const buildSchema = z.object({
  id,
  status: open<BuildStatus>(id),
  /** Short hash of the commit. */
  commitHash: nullableText,
  commitMessage: nullableText,
  branch: nullableText,
  /** Time of the commit. All times are RFC 3339. */
  commitDate: nullableText,
  imageName: nullableText,
  startedAt: nullableText,
  completedAt: nullableText,
  error: nullableText,
});
/** A build of an endpoint's image from its repository. `Release.buildId` is the id of such a build. */
export type Build = Parsed<typeof buildSchema>;

/** Replaces each listing of a response by its readable items. */
type WithItems<T> = { readonly [Key in keyof T]: T[Key] extends Listing<infer Item> ? readonly Item[] : T[Key] };

/** Workers, releases, builds and worker logs. All methods throw `NotFoundError` for an unknown endpoint. */
export class Workers {
  readonly #context: ClientContext;

  constructor(context: ClientContext) {
    this.#context = context;
  }

  async list(endpointId: string, options: CallOptions = {}): Promise<WorkerList> {
    const request = restRequest("listEndpointWorkers", "GET", ["serverless", endpointId, "workers"], options);
    const { http } = this.#context;
    const { workers, ...rest } = await http.json(request, workerListSchema);
    return { ...rest, workers: http.warned("worker", workers).items };
  }

  /** Returns the last lines of a worker's log, like `Pods.logs`. */
  logs(endpointId: string, workerId: string, options: LogOptions = {}): Promise<LogLine[]> {
    return readLogs(this.#context, logOf(endpointId, workerId), options);
  }

  /** Follows the log of a worker, like `Pods.follow`. */
  follow(endpointId: string, workerId: string, options: FollowOptions = {}): AsyncIterable<FollowedLine> {
    return followLogs(this.#context, logOf(endpointId, workerId), options);
  }

  async releases(endpointId: string, options: CallOptions = {}): Promise<ReleaseList> {
    const request = restRequest("listEndpointReleases", "GET", ["serverless", endpointId, "releases"], options);
    const { http } = this.#context;
    const [first, ...others] = await http.pages(request, releaseListSchema);
    const releases = joined([first, ...others].map((page) => page.releases));
    return { ...first, releases: http.warned("release", releases).items };
  }

  /** Returns the builds, newest first. */
  async builds(endpointId: string, options: CallOptions = {}): Promise<Build[]> {
    const request = restRequest("listEndpointBuilds", "GET", ["serverless", endpointId, "builds"], options);
    return [...(await this.#context.http.list(request, { of: "build", under: "builds", item: buildSchema })).items];
  }

  async build(endpointId: string, buildId: string, options: CallOptions = {}): Promise<Build> {
    const request = restRequest("getEndpointBuild", "GET", ["serverless", endpointId, "builds", buildId], options);
    return await this.#context.http.json(request, buildSchema);
  }
}

function logOf(endpointId: string, workerId: string) {
  return { operation: "getWorkerLogs", segments: ["serverless", endpointId, "workers", workerId, "logs"] };
}
