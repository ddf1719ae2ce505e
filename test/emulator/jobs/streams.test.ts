import { describe, expect, test } from "vitest";
import type { JobChunk, JobHandler } from "../../../emulator";
import { problem, useEmulator, type World } from "../support/harness";

const it = useEmulator({ workerStart: 500, jobDuration: 100 });
const forSdks = useEmulator({ streamShape: "object" });
const megabyte = 1_000_000;

interface Submitted {
  readonly endpoint: string;
  readonly job: string;
}

async function submit(handler: JobHandler, world: World = it): Promise<Submitted> {
  const endpoint = await world.endpointOf(handler);
  return { endpoint, job: await world.run(endpoint) };
}

const stream = ({ endpoint, job }: Submitted, world: World = it) => world.get(`/v2/${endpoint}/stream/${job}`);
const status = ({ endpoint, job }: Submitted) => it.job(endpoint, job);

function* words(...texts: string[]) {
  for (const output of texts) yield { output };
}

describe("a streaming handler", () => {
  test("delivers each chunk once while the job runs", async () => {
    const job = await submit(() => words("one", "two", "three"));
    expect(await stream(job)).toEqual([]);
    it.advance(500 + 200);
    expect(await stream(job)).toEqual([{ output: "one" }, { output: "two" }]);
    expect(await stream(job)).toEqual([]);
    expect((await status(job)).status).toBe("IN_PROGRESS");
    it.advance(100);
    expect(await stream(job)).toEqual([{ output: "three" }]);
    expect(await stream(job)).toEqual([]);
  });

  test("also delivers the job's status if the option streamShape is object", async () => {
    const job = await submit(() => words("one", "two"), forSdks);
    expect(await stream(job, forSdks)).toEqual({ status: "IN_QUEUE", stream: [] });
    forSdks.advance(600);
    expect(await stream(job, forSdks)).toEqual({ status: "IN_PROGRESS", stream: [{ output: "one" }] });
    forSdks.advance(100);
    expect(await stream(job, forSdks)).toEqual({ status: "COMPLETED", stream: [{ output: "two" }] });
    expect(await stream(job, forSdks)).toEqual({ status: "COMPLETED", stream: [] });
  });

  test("can delay each chunk and add metrics", async () => {
    const job = await submit(function* () {
      yield { output: "soon", afterMs: 1000, metrics: { stream_index: 0 } };
      yield { output: "late", afterMs: 60_000 };
    });
    it.advance(500 + 999);
    expect(await stream(job)).toEqual([]);
    it.advance(1);
    expect(await stream(job)).toEqual([{ output: "soon", metrics: { stream_index: 0 } }]);
    it.advance(59_999);
    expect(await stream(job)).toEqual([]);
    it.advance(1);
    expect(await stream(job)).toEqual([{ output: "late" }]);
    expect(await status(job)).toMatchObject({ status: "COMPLETED", executionTime: 61_000 });
  });

  test("turns its chunks into the job's output unless the handler returns a value", async () => {
    const listed = await submit(() => words("a", "b"));
    const returned = await submit(function* () {
      yield { output: "a" };
      return { output: { text: "ab" } };
    });
    it.advance(5000);
    expect((await status(listed)).output).toEqual(["a", "b"]);
    expect((await status(returned)).output).toEqual({ text: "ab" });
  });

  test("may be asynchronous", async () => {
    const job = await submit(async function* () {
      yield { output: await Promise.resolve(1), afterMs: 10 };
      yield { output: 2, afterMs: 10 };
    });
    const seen: unknown[] = [];
    for (let look = 0; look < 10; look++) {
      it.advance(500);
      seen.push(...(await stream(job)));
    }
    expect(seen).toEqual([{ output: 1 }, { output: 2 }]);
    expect(await status(job)).toMatchObject({ status: "COMPLETED", output: [1, 2] });
  });

  test("leaves its earlier chunks readable if the handler throws", async () => {
    const job = await submit(function* () {
      yield { output: "a" };
      throw new Error("out of memory");
    });
    it.advance(5000);
    expect(await status(job)).toMatchObject({ status: "FAILED", error: "out of memory" });
    expect(await status(job)).not.toHaveProperty("output");
    expect(await stream(job)).toEqual([{ output: "a" }]);
  });

  test("fails if the handler yields a value that JSON cannot express", async () => {
    const job = await submit(() => words(1n as unknown as string));
    it.advance(5000);
    expect(await status(job)).toMatchObject({ status: "FAILED", error: expect.stringContaining("BigInt") });
  });

  test("is stopped at the job's time limit if the handler never ends", async () => {
    let ended = false;
    const job = await submit(function* (): Generator<JobChunk> {
      try {
        for (let n = 0; ; n++) yield { output: n, afterMs: 1000 };
      } finally {
        ended = true;
      }
    });
    it.advance(620_000);
    expect((await status(job)).status).toBe("TIMED_OUT");
    expect(await stream(job)).toHaveLength(599);
    expect(ended).toBe(true);
  });
});

test("a script over HTTP can end a stream with a failure", async () => {
  const endpoint = await it.endpoint({ workersMax: 1 });
  const script = { jobs: { endpoint, stream: ["a", { b: 1 }], durationMs: 1000, error: "broken off" } };
  expect((await it.control("/script", script)).status).toBe(204);
  const job = { endpoint, job: await it.run(endpoint) };
  it.advance(500 + 1999);
  expect(await stream(job)).toEqual([{ output: "a" }]);
  it.advance(10_000);
  expect(await stream(job)).toEqual([{ output: { b: 1 } }]);
  expect(await status(job)).toMatchObject({ status: "FAILED", error: "broken off" });
});

test("the chunks of a job stay readable as long as the job's result", async () => {
  const plain = await submit(() => ({ output: "whole" }));
  it.advance(5000);
  expect(await stream(plain)).toEqual([]);
  const job = await submit(() => words("a"));
  it.advance(700);
  it.advance(30 * 60_000 - 100 - 1);
  expect(await stream(job)).toEqual([{ output: "a" }]);
  it.advance(1000);
  expect(await stream(job)).toEqual(problem(404, "job not found"));
});

describe("the chunks of a stream", () => {
  const text = "aé\u{1F600}\n".repeat(megabyte / 6);

  test("above 1 MB are split without breaking a character", async () => {
    const job = await submit(() => [{ output: text, metrics: { n: 1 } }][Symbol.iterator]() as Generator<JobChunk>);
    it.advance(1000);
    const chunks = await stream(job);
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks) expect(Buffer.byteLength(JSON.stringify(chunk))).toBeLessThanOrEqual(megabyte);
    expect(chunks.map(({ output }: JobChunk) => output).join("")).toBe(text);
    expect(chunks.map(({ metrics }: JobChunk) => metrics).filter(Boolean)).toEqual([{ n: 1 }]);
    expect(chunks.at(-1).metrics).toEqual({ n: 1 });
  });

  test("above 1 MB are split as JSON text if the output is not a text", async () => {
    const output = { text: [text] };
    const job = await submit(function* () {
      yield { output };
    });
    it.advance(1000);
    const chunks = await stream(job);
    for (const chunk of chunks) expect(Buffer.byteLength(JSON.stringify(chunk))).toBeLessThanOrEqual(megabyte);
    expect(JSON.parse(chunks.map(({ output: part }: JobChunk) => part).join(""))).toEqual(output);
  });

  test("up to 1 MB stay whole", async () => {
    const exact = "x".repeat(megabyte - '{"output":""}'.length);
    const job = await submit(() => words(exact, `${exact}x`));
    it.advance(1000);
    const chunks = await stream(job);
    expect(chunks.map(({ output }: { output: string }) => output.length)).toEqual([exact.length, exact.length, 1]);
  });
});
