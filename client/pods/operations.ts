import { RestCollection } from "../collections/rest-collection";
import type { Listing } from "../http/answers/listing";
import type { ClientContext } from "../http/http";
import type { CallOptions } from "../http/requests";
import { restRequest } from "../http/requests";
import { followLogs } from "./follow";
import { readLogs } from "./logs";
import {
  type CreatePod,
  type FollowedLine,
  type FollowOptions,
  type LogLine,
  type LogOptions,
  type Pod,
  type PodAction,
  type PodListOptions,
  podSchema,
  type UpdatePod,
} from "./types";

/** Pods over REST v2. */
export class Pods extends RestCollection<Pod, CreatePod, UpdatePod> {
  readonly #context: ClientContext;

  constructor(context: ClientContext) {
    super({ path: "pods", many: "pods", one: "Pod", schema: podSchema }, context);
    this.#context = context;
  }

  /** Returns the pods. Leaves out the members of clusters unless `includeClusterPods` is set. */
  override list(options: PodListOptions = {}): Promise<Pod[]> {
    return super.list(options);
  }

  override listing(options: PodListOptions = {}): Promise<Listing<Pod>> {
    if (options.includeClusterPods !== true) return super.listing(options);
    return this.load(options.signal, { includeClusterPods: "true" });
  }

  /**
   * Starts, stops, restarts or terminates a pod. Returns the pod, or `undefined` if RunPod returns nothing (`terminate`).
   * Throws `ConflictError` if the pod's status does not allow the action. The client never repeats an action that may have
   * reached RunPod.
   */
  act(id: string, action: PodAction, { signal }: CallOptions = {}): Promise<Pod | undefined> {
    const request = restRequest("podAction", "POST", ["pods", id, "action"], { body: { action }, signal });
    return this.write(async () => {
      const response = await this.http.send(request);
      return response.status === 204 ? undefined : this.http.parse(request, response, podSchema);
    });
  }

  /**
   * Returns the last lines of the pod's log, oldest first. RunPod keeps the stream open for new lines. So this method returns
   * when it has as many lines as requested, when no new line comes, or after a few seconds.
   */
  logs(id: string, options: LogOptions = {}): Promise<LogLine[]> {
    return readLogs(this.#context, logOf(id), options);
  }

  /**
   * Yields the last lines, and then each new line. Ends when RunPod ends the stream because the container is gone. Throws
   * the signal's reason if the signal fires. Opens a lost connection again and continues after the last line. After several
   * lost connections without a new line, it throws a `NetworkError`.
   */
  follow(id: string, options: FollowOptions = {}): AsyncIterable<FollowedLine> {
    return followLogs(this.#context, logOf(id), options);
  }
}

function logOf(id: string) {
  return { operation: "getPodLogs", segments: ["pods", id, "logs"] };
}
