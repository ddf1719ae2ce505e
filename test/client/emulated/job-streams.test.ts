import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  connect,
  JobCancelledError,
  JobExpiredError,
  JobFailedError,
  JobTimedOutError,
  type Platform,
  type StreamChunk,
  type SubmittedJob,
} from "../../../client";
import { type Emulator, type JobHandler, startEmulator } from "../../../emulator";
import { createEndpoint } from "../../support/endpoints";

const megabyte = 1_000_000;

describe.each(["array", "object"] as const)("a job's stream that RunPod sends as an %s", (streamShape) => {
  let emulator: Emulator;
  let platform: Platform;
  let endpoint: string;

  beforeAll(async () => {
    const start = Date.UTC(2026, 5, 1, 12);
    emulator = await startEmulator({ now: () => start, workerStart: 500, jobDuration: 100, streamShape });
  });
  afterAll(() => emulator.close());
  beforeEach(async () => {
    emulator.reset();
    const { url, apiKey } = emulator;
    // A wait of the client moves the emulator's time.
    const clock = {
      now: () => emulator.now(),
      async sleep(ms: number, signal?: AbortSignal) {
        signal?.throwIfAborted();
        emulator.advance(ms);
        await new Promise((resolve) => setImmediate(resolve));
        signal?.throwIfAborted();
      },
    };
    platform = connect({ apiKey, baseUrl: url, serverlessUrl: url, clock });
    endpoint = await createEndpoint(platform, { workersMax: 1 });
  });
  afterEach(() => platform.close());

  function submit(handler: JobHandler, options = {}): SubmittedJob {
    emulator.handle(endpoint, handler);
    return platform.jobs.submit(endpoint, { n: 1 }, options);
  }

  /** Returns the outputs of the job until its end, and its final error. */
  async function listen(job: SubmittedJob, onChunk = async (_: StreamChunk) => {}) {
    const outputs: unknown[] = [];
    try {
      for await (const chunk of job) {
        outputs.push(chunk.output);
        await onChunk(chunk);
      }
      return { outputs, error: undefined };
    } catch (error) {
      return { outputs, error };
    }
  }

  function* words(pauseMs: number, ...texts: string[]) {
    for (const output of texts) yield { output, afterMs: pauseMs };
  }

  test("delivers each chunk soon after the handler yields the chunk", async () => {
    const times: number[] = [];
    const started = emulator.now();
    const job = submit(() => words(30_000, "one", "two", "three"));
    const { outputs, error } = await listen(job, async () => void times.push(emulator.now() - started));
    expect([outputs, error]).toEqual([["one", "two", "three"], undefined]);
    for (const [index, ms] of times.entries()) {
      expect(ms).toBeGreaterThanOrEqual(500 + 30_000 * (index + 1));
      expect(ms).toBeLessThan(500 + 30_000 * (index + 1) + 10_000);
    }
    expect(emulator.counts().stream).toBeLessThan(60);
    expect(job.streamIntact).toBe(true);
    expect((await job).output).toEqual(["one", "two", "three"]);
  });

  test("delivers a chunk above 1 MB completely", async () => {
    const text = "é".repeat(megabyte);
    const job = submit(function* () {
      yield { output: text, metrics: { stream_index: 0 } };
    });
    const chunks: StreamChunk[] = [];
    expect(await listen(job, async (chunk) => void chunks.push(chunk))).toMatchObject({ error: undefined });
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map(({ output }) => output).join("")).toBe(text);
    expect(chunks.map(({ metrics }) => metrics).filter((metrics) => metrics !== undefined)).toEqual([
      { stream_index: 0 },
    ]);
  });

  test.each([
    ["before RunPod receives the request", { dropRequest: true }, ["one", "two", "three", "four"]],
    ["after RunPod sends the chunks", { dropResponse: true }, ["one", "two", "four"]],
    ["in the middle of the response", { cutResponse: true }, ["one", "two", "four"]],
  ] as const)("counts as possibly incomplete if the connection breaks %s", async (_, effect, arrived) => {
    const job = submit(() => words(2000, "one", "two", "three", "four"));
    const { outputs, error } = await listen(job, async ({ output }) => {
      if (output !== "two") return;
      emulator.advance(2000);
      emulator.addFault({ operation: "stream", effect });
    });
    expect([outputs, error]).toEqual([arrived, undefined]);
    expect(emulator.requests().filter(({ status }) => status === 0)).toHaveLength(1);
    // The client cannot know which of the three cases it was.
    expect(job.streamIntact).toBe(false);
    expect((await job).output).toEqual(["one", "two", "three", "four"]);
  });

  test("continues with the next chunk when the program starts a new loop after a failure", async () => {
    const job = submit(() => words(1000, "one", "two", "three"));
    const first = await listen(job, async ({ output }) => {
      if (output === "one") emulator.addFault({ operation: "stream", times: 4, effect: { dropRequest: true } });
    });
    expect(first.outputs).toEqual(["one"]);
    expect(first.error).toMatchObject({ code: "NETWORK" });
    const second = await listen(job);
    expect([second.outputs, second.error]).toEqual([["two", "three"], undefined]);
  });

  test("can be continued by another process with the job's id", async () => {
    const job = submit(() => words(1000, "one", "two", "three"));
    const { id } = await job.accepted();
    for await (const { output } of job) if (output === "one") break;
    const { outputs } = await listen(platform.jobs.track(endpoint, id));
    expect(outputs).toEqual(["two", "three"]);
  });

  test("delivers all chunks of a failed handler before the handler's error", async () => {
    const job = submit(function* () {
      yield { output: "a" };
      throw new Error("out of memory");
    });
    const { outputs, error } = await listen(job);
    expect(outputs).toEqual(["a"]);
    expect(error).toBeInstanceOf(JobFailedError);
    expect(String(error)).toContain("out of memory");
    expect(await job.finished()).toMatchObject({ status: "FAILED", error: "out of memory" });
    expect(job.streamIntact).toBe(true);
  });

  test("begins again with the first chunk when the program retries the failed job", async () => {
    let runs = 0;
    const job = submit(function* () {
      yield { output: `run ${++runs}` };
      if (runs === 1) throw new Error("no luck");
    });
    expect((await listen(job)).error).toBeInstanceOf(JobFailedError);
    await job.retry();
    expect(await listen(job)).toEqual({ outputs: ["run 2"], error: undefined });
  });

  test("ends with an error if the job times out, is cancelled or expires", async () => {
    const endless: JobHandler = function* () {
      for (let n = 0; ; n++) yield { output: n, afterMs: 1000 };
    };
    const late = await listen(submit(endless, { policy: { executionTimeout: 5000 } }));
    expect(late.outputs).toEqual([0, 1, 2, 3]);
    expect(late.error).toBeInstanceOf(JobTimedOutError);

    const cancelled = submit(endless);
    const ended = await listen(cancelled, async ({ output }) => {
      if (output === 2) await cancelled.cancel();
    });
    expect(ended.outputs.slice(0, 3)).toEqual([0, 1, 2]);
    expect(ended.error).toBeInstanceOf(JobCancelledError);

    const short = await listen(submit(endless, { policy: { ttl: 10_000 } }));
    expect(short.outputs.length).toBeGreaterThan(5);
    expect(short.error).toBeInstanceOf(JobExpiredError);
    expect(short.error).toMatchObject({ why: "removed" });
  });

  test("cancels the job on the worker when the abort signal fires", async () => {
    const stop = new AbortController();
    let seen: unknown;
    emulator.handle(endpoint, (_, { signal }) => {
      signal.addEventListener("abort", () => {
        seen = signal.reason;
      });
      return words(1000, ..."abcdefgh");
    });
    const job = platform.jobs.submit(endpoint, { n: 1 }, { signal: stop.signal });
    const reason = new Error("enough");
    const { outputs, error } = await listen(job, async ({ output }) => {
      if (output === "b") stop.abort(reason);
    });
    expect([outputs.slice(0, 2), error]).toEqual([["a", "b"], reason]);
    expect(String(seen)).toContain("cancelled");
    expect((await platform.jobs.status(endpoint, (await job.accepted()).id)).status).toBe("CANCELLED");
  });
});
