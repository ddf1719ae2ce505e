import * as z from "zod";
import type { CallOptions } from "../collection";
import { count, flag, id, nullableNumber, nullableText, text } from "../fields";
import type { Means } from "../means";
import type { FollowedLine, FollowOptions, LogLine, LogOptions } from "../pods";
import type { ReleaseList, WorkerList, Workers } from "../workers";
import { followLogs } from "./follow";
import { readLogs } from "./logs";
import { restRequest } from "./request";

const workerListAnswer: z.ZodType<WorkerList> = z.object({
  workers: z.array(
    z.object({
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
    }),
  ),
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

const releaseListAnswer: z.ZodType<ReleaseList> = z.object({
  releases: z.array(
    z.object({
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
    }),
  ),
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
    return await this.#means.http.json(request, workerListAnswer);
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
    return await this.#means.http.json(request, releaseListAnswer);
  }
}
