import * as z from "zod";
import type { Clock } from "../clock";
import type { CallOptions } from "../collection";
import type { Means } from "../means";
import type { CreatePod, LogLine, LogOptions, Pod, PodAction, Pods, UpdatePod } from "../pods";
import { podAnswer } from "./answers";
import { RestCollection } from "./collection";
import { readLogs } from "./logs";
import { restRequest } from "./request";

const podList = z.object({ pods: z.array(podAnswer) });

/** Pods: what every kind has, actions, and the log. */
export class RestPods extends RestCollection<Pod, CreatePod, UpdatePod> implements Pods {
  readonly #clock: Clock;

  constructor(options: Means) {
    super({ path: "pods", wrapper: "pods", names: ["Pod", "Pods"], answer: podAnswer }, options);
    this.#clock = options.clock;
  }

  override async list(options: Parameters<Pods["list"]>[0] = {}): Promise<Pod[]> {
    if (options.includeClusterPods !== true) return await super.list(options);
    const query = { includeClusterPods: "true" };
    return (await this.http.json(restRequest("listPods", "GET", ["pods"], { ...options, query }), podList)).pods;
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
    return readLogs({ http: this.http, clock: this.#clock }, { operation: "getPodLogs", segments }, options);
  }
}
