import type { Clock } from "../clock";
import { pathOf } from "../http/message";
import type { CallOptions } from "../platform";
import type { CreatePod, LogLine, LogOptions, Pod, PodAction, Pods, UpdatePod } from "../pods";
import { podAnswer } from "./answers";
import { type CollectionOptions, RestCollection } from "./collection";
import { readLog } from "./log-stream";

/** Pods: what every kind has, actions, and the log. */
export class RestPods extends RestCollection<Pod, CreatePod, UpdatePod> implements Pods {
  readonly #clock: Clock;

  constructor(options: CollectionOptions) {
    super({ path: "pods", wrapper: "pods", names: ["Pod", "Pods"], answer: podAnswer }, options);
    this.#clock = options.clock;
  }

  act(id: string, action: PodAction, { signal }: CallOptions = {}): Promise<Pod | undefined> {
    const operation = "podAction";
    const request = {
      operation,
      surface: "rest",
      method: "POST",
      path: pathOf(operation, "v2", this.kind.path, id, "action"),
      body: { action },
      idempotent: false,
      signal,
    } as const;
    return this.write(async () => {
      const answer = await this.http.send(request);
      return answer.status === 204 ? undefined : this.http.parse(request, answer, this.kind.answer);
    });
  }

  async logs(id: string, { tail = 100, source, signal }: LogOptions = {}): Promise<LogLine[]> {
    let lines: LogLine[] = [];
    await this.http.send({
      operation: "getPodLogs",
      surface: "rest",
      method: "GET",
      path: pathOf("getPodLogs", "v2", this.kind.path, id, "logs"),
      query: { tail, source },
      idempotent: true,
      signal,
      read: async (body) => {
        lines = await readLog(body, { tail, clock: this.#clock });
        return "";
      },
    });
    return lines;
  }
}
