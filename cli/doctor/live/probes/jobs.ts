import { z } from "zod";
import type { Observation } from "../../../../client";
import { rest } from "../calls";
import { asAssumed, different, each, measured, type Probe, type ProbeRun, seenIn, withStatus } from "../probe";

interface Queued extends ProbeRun {
  /** Calls an operation of the job's endpoint. */
  readonly send: (operation: string, query?: Readonly<Record<string, string>>) => Promise<Observation<unknown>>;
  /** Submits another job. */
  readonly submit: (input: unknown) => Promise<Observation<unknown>>;
}

/** A probe with a job that waits: its endpoint has no workers, so it costs nothing. */
function withJob(facts: Omit<Probe, "creates" | "run">, measure: (queued: Queued) => ReturnType<Probe["run"]>): Probe {
  return {
    ...facts,
    creates: "free things",
    async run(run) {
      const endpoint = await run.ledger.endpoint((await run.ledger.template()).id);
      const submit = (input: unknown) =>
        run.call({ ...rest("run", "POST", `${endpoint}/run`, { input }), surface: "jobs" });
      const submitted = await submit({});
      const job = z.object({ id: z.string() }).safeParse(submitted.value).data;
      if (job === undefined) throw new Error(`no job could be submitted: ${seenIn(submitted)}`);
      const send: Queued["send"] = (operation, query) => {
        const [method, suffix] = operations[operation] ?? ["GET", `/${job.id}`];
        const call = rest(operation, method, `${endpoint}/${operation}${suffix.replace("ID", job.id)}`);
        return run.call({ ...call, surface: "jobs", ...(query === undefined ? {} : { query }) });
      };
      return await measure({ ...run, send, submit });
    },
  };
}

/** How an operation is called, where not with GET and the job's id. */
const operations: Readonly<Record<string, readonly ["GET" | "POST", string]>> = {
  health: ["GET", ""],
  "purge-queue": ["POST", ""],
  cancel: ["POST", "/ID"],
  retry: ["POST", "/ID"],
};

/** The status that the job has in a response. */
function jobStatus(response: Observation<unknown>): string {
  return z.object({ status: z.string() }).safeParse(response.value).data?.status ?? seenIn(response);
}

/** A response that takes as long was held. */
const HELD_MS = 1_000;
const TTL_MS = 1_000;
const LONGEST_TTL_MS = 20_000;
const SIX = "idle initializing ready running throttled unhealthy";

/** Deeper than any input of a person. */
const nested = (): unknown => Array.from({ length: 600 }).reduce((inner) => ({ inner }), {});
const LARGE = 11 * 1_048_576;

export const jobProbes: readonly Probe[] = [
  withJob(
    {
      name: "stream-shape",
      assumption: "/stream is a list of chunks, and is empty for a job that waits",
      touches: "client/jobs/types.ts reads both shapes",
      confirms: ["`/stream` does not wait"],
    },
    async ({ send }) => {
      const response = await send("stream");
      if (Array.isArray(response.value))
        return measured(response.value.length === 0, `a list of ${response.value.length}`);
      const isObject = z.object({ stream: z.array(z.unknown()) }).safeParse(response.value).success;
      return isObject
        ? different("an object that holds the list", { streamShape: "object" })
        : different(seenIn(response));
    },
  ),
  withJob(
    {
      name: "stream-hold",
      assumption: "/stream does not wait for a chunk unless the request says so",
      touches: "client/jobs reads a stream again and again, with a pause",
      confirms: ["`/stream` does not wait"],
    },
    async ({ send, clock }) => {
      const began = clock.now();
      const response = await send("stream");
      const waited = Math.round(clock.now() - began);
      if (response.error !== undefined) return different(seenIn(response));
      return waited < HELD_MS ? asAssumed("at once") : different(`after ${waited} ms`, { streamHold: waited });
    },
  ),
  withJob(
    {
      name: "cancel-twice",
      assumption: "A cancel of a job that has ended answers its state",
      touches: "podwright jobs cancel; Ctrl-C with --cancel-on-interrupt",
      confirms: ["`/cancel` of a finished job"],
    },
    async ({ send }) => {
      await send("cancel");
      const status = jobStatus(await send("cancel"));
      return measured(status === "CANCELLED", status);
    },
  ),
  withJob(
    {
      name: "retry-cancelled",
      assumption: "Only a job that failed or timed out can be retried",
      touches: "podwright jobs retry",
    },
    async ({ send }) => {
      await send("cancel");
      return withStatus(400, await send("retry"));
    },
  ),
  withJob(
    {
      name: "purged-job",
      assumption: "A job that was purged is 404",
      touches: "client/jobs/submitted-job.ts reports it as removed",
      confirms: ["An unknown job or endpoint"],
    },
    async ({ send }) => {
      await send("purge-queue");
      return withStatus(404, await send("status"));
    },
  ),
  withJob(
    {
      name: "status-ttl",
      assumption: "/status?ttl= counts from the call, and the last call decides",
      touches: "client/jobs/submitted-job.ts reports a job as removed when its time is over",
      confirms: ["`/status?ttl=` counts"],
    },
    async ({ send, clock, pause }) => {
      await send("status", { ttl: "600000" });
      const last = await send("status", { ttl: String(TTL_MS) });
      if (last.error !== undefined) return different(seenIn(last));
      for (const began = clock.now(); clock.now() - began < LONGEST_TTL_MS; await pause(TTL_MS / 2)) {
        if ((await send("status")).status === 404) return asAssumed("it is 404 after the time of the last call");
      }
      return different(`it is there ${LONGEST_TTL_MS / 1000} s later`);
    },
  ),
  withJob(
    {
      name: "job-payload",
      assumption: "An input that is too large or nested too deeply is 400",
      touches: "podwright jobs submit reports the refusal as a mistake of the input",
      confirms: ["A job's input that is too large"],
    },
    async ({ submit }) =>
      await each([
        async () => withStatus(400, await submit(nested())),
        async () => withStatus(400, await submit({ large: "x".repeat(LARGE) })),
      ]),
  ),
  withJob(
    {
      name: "health-workers",
      assumption: "Health always has six numbers of workers",
      touches: "client/jobs/types.ts; draining reads them",
    },
    async ({ send }) => {
      const response = await send("health");
      const workers = z.object({ workers: z.record(z.string(), z.number()) }).safeParse(response.value).data?.workers;
      const names = Object.keys(workers ?? {})
        .sort()
        .join(" ");
      return measured(names === SIX, names || seenIn(response));
    },
  ),
];
