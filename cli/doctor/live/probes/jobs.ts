import { z } from "zod";
import type { Observation } from "../../../../client";
import { asAssumed, different, type Probe, type ProbeRun, seenIn, withStatus } from "../probe";

interface Queued {
  /** Calls an operation of the job's endpoint. */
  readonly send: (method: "GET" | "POST", ...path: readonly string[]) => Promise<Observation<unknown>>;
  readonly job: string;
}

/** A job that waits: its endpoint has no workers, so it costs nothing. */
async function queued({ ledger, call }: ProbeRun): Promise<Queued> {
  const id = await ledger.endpoint((await ledger.template()).id);
  const send: Queued["send"] = (method, ...path) =>
    call({
      ...{ surface: "jobs", operation: path[0] ?? "", method, path: [id, ...path] },
      ...(path[0] === "run" ? { body: { input: {} } } : {}),
    });
  const run = await send("POST", "run");
  const submitted = z.object({ id: z.string() }).safeParse(run.value).data;
  if (submitted === undefined) throw new Error(`no job could be submitted: ${seenIn(run)}`);
  return { send, job: submitted.id };
}

/** The status that the job has in a response. */
function jobStatus(response: Observation<unknown>): string {
  return z.object({ status: z.string() }).safeParse(response.value).data?.status ?? seenIn(response);
}

const stream: Probe = {
  name: "stream-shape",
  assumption: "/stream is a list of chunks, and is empty for a job that waits",
  touches: "client/jobs/types.ts reads both shapes",
  confirms: "`/stream` delivers",
  creates: "free things",
  async run(run) {
    const { send, job } = await queued(run);
    const response = await send("GET", "stream", job);
    if (Array.isArray(response.value)) return asAssumed("a list");
    const isObject = z.object({ stream: z.array(z.unknown()) }).safeParse(response.value).success;
    return isObject
      ? different("an object that holds the list", { streamShape: "object" })
      : different(seenIn(response));
  },
};

const cancel: Probe = {
  name: "cancel-twice",
  assumption: "A cancel of a job that has ended answers its state",
  touches: "podwright jobs cancel; Ctrl-C with --cancel-on-interrupt",
  confirms: "`/status?ttl=` counts",
  creates: "free things",
  async run(run) {
    const { send, job } = await queued(run);
    await send("POST", "cancel", job);
    const again = await send("POST", "cancel", job);
    const status = jobStatus(again);
    return status === "CANCELLED" ? asAssumed(status) : different(status);
  },
};

const retry: Probe = {
  name: "retry-cancelled",
  assumption: "Only a job that failed or timed out can be retried",
  touches: "podwright jobs retry",
  confirms: "`/retry` keeps id",
  creates: "free things",
  async run(run) {
    const { send, job } = await queued(run);
    await send("POST", "cancel", job);
    return withStatus(400, await send("POST", "retry", job));
  },
};

const purged: Probe = {
  name: "purged-job",
  assumption: "A job that was purged is 404",
  touches: "client/jobs/submitted-job.ts reports it as removed",
  creates: "free things",
  async run(run) {
    const { send, job } = await queued(run);
    await send("POST", "purge-queue");
    return withStatus(404, await send("GET", "status", job));
  },
};

const health: Probe = {
  name: "health-workers",
  assumption: "Health always has six numbers of workers",
  touches: "client/jobs/types.ts; draining reads them",
  creates: "free things",
  async run(run) {
    const { send } = await queued(run);
    const response = await send("GET", "health");
    const workers = z.object({ workers: z.record(z.string(), z.number()) }).safeParse(response.value).data?.workers;
    const names = Object.keys(workers ?? {})
      .sort()
      .join(" ");
    return names === SIX ? asAssumed(names) : different(names || seenIn(response));
  },
};

const SIX = "idle initializing ready running throttled unhealthy";

export const jobProbes: readonly Probe[] = [stream, cancel, retry, purged, health];
