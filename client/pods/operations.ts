import type { CallOptions } from "../collection/collection";
import type { Listing } from "../collection/listing";
import { RestCollection } from "../collection/rest-collection";
import { restRequest } from "../http/rest";
import type { Means } from "../means";
import { followLogs } from "./follow";
import { readLogs } from "./logs";
import { podAnswer } from "./responses";
import type {
  CreatePod,
  FollowedLine,
  FollowOptions,
  LogLine,
  LogOptions,
  Pod,
  PodAction,
  Pods,
  UpdatePod,
} from "./types";

/** Pods: what every kind has, actions, and the log. */
export class RestPods extends RestCollection<Pod, CreatePod, UpdatePod> implements Pods {
  readonly #means: Means;

  constructor(options: Means) {
    super({ path: "pods", wrapper: "pods", names: ["Pod", "Pods"], answer: podAnswer }, options);
    this.#means = options;
  }

  override async list(options: Parameters<Pods["list"]>[0] = {}): Promise<Pod[]> {
    return [...(await this.listing(options)).items];
  }

  override async listing(options: Parameters<Pods["list"]>[0] = {}): Promise<Listing<Pod>> {
    if (options.includeClusterPods !== true) return await super.listing(options);
    const query = { includeClusterPods: "true" };
    return await this.listed(restRequest("listPods", "GET", ["pods"], { ...options, query }));
  }

  act(id: string, action: PodAction, { signal }: CallOptions = {}): Promise<Pod | undefined> {
    const segments = [this.kind.path, id, "action"];
    const request = restRequest("podAction", "POST", segments, { body: { action }, signal });
    return this.write(async () => {
      const answer = await this.http.send(request);
      return answer.status === 204 ? undefined : this.http.parse(request, answer, this.kind.answer);
    });
  }

  logs(id: string, options: LogOptions = {}): Promise<LogLine[]> {
    const segments = [this.kind.path, id, "logs"];
    return readLogs(this.#means, { operation: "getPodLogs", segments }, options);
  }

  follow(id: string, options: FollowOptions = {}): AsyncIterable<FollowedLine> {
    const segments = [this.kind.path, id, "logs"];
    return followLogs(this.#means, { operation: "getPodLogs", segments }, options);
  }
}
