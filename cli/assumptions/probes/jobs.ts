import * as z from "zod";
import type { Observation } from "../../../client";
import { contradicted, pages, recorded, restDocument } from "../evidence";
import {
  asAssumed,
  beginningWith,
  different,
  each,
  measured,
  type Probe,
  type ProbeRun,
  seenIn,
  withStatus,
} from "../probe";
import { rest } from "../requests";

/** The requests of operations that need more than GET and the id of the job. */
const operations: Readonly<Record<string, readonly ["GET" | "POST", string]>> = {
  health: ["GET", ""],
  "purge-queue": ["POST", ""],
  cancel: ["POST", "/ID"],
  retry: ["POST", "/ID"],
};

/** A job with low priority starts no worker, so it waits and costs nothing. */
const policy = { lowPriority: true };

const submitTo =
  (call: ProbeRun["call"], endpoint: string, more: object = {}) =>
  (input: unknown): Promise<Observation<unknown>> =>
    call({ ...rest("run", "POST", `${endpoint}/run`, { input, ...more }), surface: "jobs" });

/** Runs the measurement with a waiting job. */
const withJob = beginningWith("free resources", async ({ ledger, call }) => {
  const begin = async (workersMax: number, more: object) => {
    const endpoint = await ledger.endpoint((await ledger.template()).id, `, workersMin: 0, workersMax: ${workersMax}`);
    const submit = submitTo(call, endpoint, more);
    return { endpoint, submit, submitted: await submit({}) };
  };
  const first = await begin(1, { policy });
  // The first interface has no policies, and its endpoints queue jobs without workers.
  const { endpoint, submit, submitted } = first.submitted.error === undefined ? first : await begin(0, {});
  const job = z.object({ id: z.string() }).safeParse(submitted.value).data;
  if (job === undefined) throw new Error(`no job could be submitted: ${seenIn(submitted)}`);
  /** Calls an operation of the job's endpoint. */
  const send = (operation: string, query: Readonly<Record<string, string>> = {}) => {
    const [method, suffix] = operations[operation] ?? ["GET", `/${job.id}`];
    const request = rest(operation, method, `${endpoint}/${operation}${suffix.replace("ID", job.id)}`);
    return call({ ...request, surface: "jobs", query });
  };
  return { submit, send };
});

/** Returns the status of the job in a response. */
function jobStatus(response: Observation<unknown>): string {
  return z.object({ status: z.string() }).safeParse(response.value).data?.status ?? seenIn(response);
}

/** If RunPod answers later than after these milliseconds, it held the request on purpose. */
const HELD_MS = 1_000;
const TTL_MS = 1_000;
const LONGEST_TTL_MS = 20_000;
const SIX = "idle initializing ready running throttled unhealthy";

/** Returns an input that is nested more deeply than any real input. */
const nested = (): unknown => Array.from({ length: 600 }).reduce((inner) => ({ inner }), {});
const LARGE = 11 * 1_048_576;

export const jobProbes: readonly Probe[] = [
  withJob({
    name: "stream-shape",
    assumption: "/stream returns a list of chunks, and the list is empty for a job that waits",
    evidence: [pages("job operations"), contradicted("37"), contradicted("38")],
    touches: "client/jobs/types.ts reads a list, and an object that contains the list",
    confirms: ["`/stream` returns"],
    async run({ send }) {
      const response = await send("stream");
      const { value } = response;
      if (Array.isArray(value)) return measured(value.length === 0, `a list of ${value.length}`);
      const isObject = z.object({ stream: z.array(z.unknown()) }).safeParse(value).success;
      if (!isObject) return different(seenIn(response));
      return different("an object that contains the list", { streamShape: "object" });
    },
  }),
  withJob({
    name: "stream-hold",
    assumption: "/stream does not wait for a chunk unless the request says so",
    evidence: [],
    touches: "client/jobs reads a stream again and again, with a pause",
    confirms: ["By default, `/stream` does not wait"],
    async run({ send, clock }) {
      const began = clock.now();
      const response = await send("stream");
      const waited = Math.round(clock.now() - began);
      if (response.error !== undefined) return different(seenIn(response));
      return waited < HELD_MS ? asAssumed("at once") : different(`after ${waited} ms`, { streamHold: waited });
    },
  }),
  withJob({
    name: "cancel-twice",
    assumption: "A cancel of a job that has ended returns the state of the job",
    evidence: [],
    touches: "podwright jobs cancel; Ctrl-C with --cancel-on-interrupt",
    confirms: ["For a finished job, `/cancel`"],
    async run({ send }) {
      await send("cancel");
      const status = jobStatus(await send("cancel"));
      return measured(status === "CANCELLED", status);
    },
  }),
  withJob({
    name: "retry-cancelled",
    assumption: "Only a job that failed or timed out can be retried",
    evidence: [pages("job operations")],
    touches: "podwright jobs retry",
    async run({ send }) {
      await send("cancel");
      return withStatus(400, await send("retry"));
    },
  }),
  withJob({
    name: "purged-job",
    assumption: "A read of a purged job gets status 404",
    evidence: [recorded("40")],
    touches: "client/jobs/submitted-job.ts reports the job as removed",
    async run({ send }) {
      await send("purge-queue");
      return withStatus(404, await send("status"));
    },
  }),
  withJob({
    name: "status-ttl",
    assumption: "The `ttl` of /status counts from the call, and the last call decides if several calls set `ttl`",
    evidence: [pages("job operations, which do not say when the time begins")],
    touches: "client/jobs/submitted-job.ts reports a job as removed when its time is over",
    confirms: ["`ttl` of `/status`"],
    async run({ send, clock, pause }) {
      await send("status", { ttl: "600000" });
      const last = await send("status", { ttl: String(TTL_MS) });
      if (last.error !== undefined) return different(seenIn(last));
      for (const began = clock.now(); clock.now() - began < LONGEST_TTL_MS; await pause(TTL_MS / 2)) {
        if ((await send("status")).status === 404) return asAssumed("status 404 after the time of the last call");
      }
      return different(`RunPod still has the job ${LONGEST_TTL_MS / 1000} s later`);
    },
  }),
  withJob({
    name: "job-payload",
    assumption: "An input that is too large or nested too deeply gets status 400",
    evidence: [],
    touches: "podwright jobs run reports the refusal as a mistake of the input",
    confirms: ["A job whose input is too large"],
    run: ({ submit }) =>
      each([
        async () => withStatus(400, await submit(nested())),
        async () => withStatus(400, await submit({ large: "x".repeat(LARGE) })),
      ]),
  }),
  withJob({
    name: "job-bearer",
    assumption: "Job operations accept the key as a bearer token",
    evidence: [restDocument("`bearerAuth`"), pages("job operations, which show both forms")],
    touches: "client/http/secrets/key-place.ts sends a bearer token first, and the bare key after a 401",
    async run({ send }) {
      const response = await send("health");
      if (response.error !== undefined) return different(seenIn(response));
      return response.keyPlace === "header" ? asAssumed("as a bearer token") : different("only as the bare key");
    },
  }),
  {
    name: "paused-endpoint",
    assumption: "An endpoint whose `workersMax` is 0 refuses new jobs with status 409 and the code ENDPOINT_PAUSED",
    evidence: [recorded("70")],
    touches: "client/http/answers/meanings.ts repeats such a request for about a minute",
    creates: "free resources",
    async run({ ledger, call }) {
      const response = await submitTo(call, await ledger.endpoint((await ledger.template()).id))({ n: 1 });
      if (response.error === undefined) return different("RunPod accepts the job", { jobsWithoutWorkers: "queue" });
      return withStatus(409, response);
    },
  },
  withJob({
    name: "health-workers",
    assumption: "Health always counts workers under six names",
    evidence: [recorded("30"), recorded("31"), recorded("32"), recorded("33")],
    touches: "client/jobs/types.ts reads the numbers, and a drain depends on them",
    async run({ send }) {
      const response = await send("health");
      const workers = z.object({ workers: z.record(z.string(), z.number()) }).safeParse(response.value).data?.workers;
      const names = Object.keys(workers ?? {})
        .sort()
        .join(" ");
      return measured(names === SIX, names || seenIn(response));
    },
  }),
];
