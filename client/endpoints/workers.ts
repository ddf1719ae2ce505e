import type { CallOptions } from "../collections/collection";
import type { ClientContext } from "../http/context";
import { restRequest } from "../http/rest";
import { followLogs } from "../pods/follow";
import { readLogs } from "../pods/logs";
import type { FollowedLine, FollowOptions, LogLine, LogOptions } from "../pods/types";
import { type ReleaseList, releaseListSchema, type WorkerList, workerListSchema } from "./worker-types";

/** Workers, releases and worker logs. All throw `NotFoundError` for an unknown endpoint. */
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

  /** The last lines of one worker's log, as `Pods.logs` reads a pod's. */
  logs(endpointId: string, workerId: string, options: LogOptions = {}): Promise<LogLine[]> {
    return readLogs(this.#context, logOf(endpointId, workerId), options);
  }

  /** As `Pods.follow` follows a pod's. */
  follow(endpointId: string, workerId: string, options: FollowOptions = {}): AsyncIterable<FollowedLine> {
    return followLogs(this.#context, logOf(endpointId, workerId), options);
  }

  async releases(endpointId: string, options: CallOptions = {}): Promise<ReleaseList> {
    const request = restRequest("listEndpointReleases", "GET", ["serverless", endpointId, "releases"], options);
    const { http } = this.#context;
    const { releases, ...rest } = await http.json(request, releaseListSchema);
    return { ...rest, releases: http.warned("release", releases).items };
  }
}

function logOf(endpointId: string, workerId: string) {
  return { operation: "getWorkerLogs", segments: ["serverless", endpointId, "workers", workerId, "logs"] };
}
