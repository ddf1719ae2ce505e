import * as z from "zod";
import type { CallOptions } from "../../collection/collection";
import { listingOf } from "../../collection/listing";
import { restRequest } from "../../http/rest";
import type { Means } from "../../means";
import { followLogs } from "../../pods/follow";
import { readLogs } from "../../pods/logs";
import type { FollowedLine, FollowOptions, LogLine, LogOptions } from "../../pods/types";
import { count, flag, id, nullableNumber, nullableText, text } from "../../values/fields";
import type { Release, ReleaseList, Worker, WorkerList, Workers } from "./types";

const workerAnswer: z.ZodType<Worker> = z.object({
  id,
  status: z.string().min(1),
  isStale: flag,
  version: nullableNumber,
  image: nullableText,
  uptimeSeconds: nullableNumber,
  gpuCount: count,
  gpuTypeId: nullableText,
  dataCenterId: nullableText,
  startedAt: nullableText,
});

const workerListAnswer = z.object({
  workers: listingOf(workerAnswer),
  summary: z.object({
    running: count,
    idle: count,
    initializing: count,
    throttled: count,
    unhealthy: count,
    // A drain waits for it to reach 0, so its absence must not look like it.
    total: z.number(),
  }),
  endpointVersion: nullableNumber,
});

const releaseAnswer: z.ZodType<Release> = z.object({
  id,
  version: nullableNumber,
  source: text,
  buildId: nullableText,
  createdByUserId: nullableText,
  workerCount: count,
  createdAt: text,
  diff: z
    .array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() }))
    .nullish()
    .transform((value) => value ?? []),
});

const releaseListAnswer = z.object({
  releases: listingOf(releaseAnswer),
  rollout: z.object({ inProgress: flag, workersOnLatest: count, workersTotal: count, percentOnLatest: count }),
  endpointVersion: nullableNumber,
});

export class RestWorkers implements Workers {
  readonly #means: Means;

  constructor(means: Means) {
    this.#means = means;
  }

  async list(endpointId: string, options: CallOptions = {}): Promise<WorkerList> {
    const request = restRequest("listEndpointWorkers", "GET", ["serverless", endpointId, "workers"], options);
    const { http } = this.#means;
    const { workers, ...rest } = await http.json(request, workerListAnswer);
    return { ...rest, workers: http.warned("worker", workers).items };
  }

  logs(endpointId: string, workerId: string, options: LogOptions = {}): Promise<LogLine[]> {
    const segments = ["serverless", endpointId, "workers", workerId, "logs"];
    return readLogs(this.#means, { operation: "getWorkerLogs", segments }, options);
  }

  follow(endpointId: string, workerId: string, options: FollowOptions = {}): AsyncIterable<FollowedLine> {
    const segments = ["serverless", endpointId, "workers", workerId, "logs"];
    return followLogs(this.#means, { operation: "getWorkerLogs", segments }, options);
  }

  async releases(endpointId: string, options: CallOptions = {}): Promise<ReleaseList> {
    const request = restRequest("listEndpointReleases", "GET", ["serverless", endpointId, "releases"], options);
    const { http } = this.#means;
    const { releases, ...rest } = await http.json(request, releaseListAnswer);
    return { ...rest, releases: http.warned("release", releases).items };
  }
}
