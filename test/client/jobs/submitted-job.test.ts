import { describe, expect, test } from "vitest";
import {
  JobCancelledError,
  JobExpiredError,
  JobFailedError,
  JobTimedOutError,
  NotFoundError,
  type StreamChunk,
  type SubmittedJob,
} from "../../../client";
import { client, cut, failure, json } from "../support/local-server";
import { awaited, endpoint, gone, job, operations, submit } from "./scripted-endpoint";

async function chunksOf(submitted: SubmittedJob): Promise<StreamChunk[]> {
  const chunks: StreamChunk[] = [];
  for await (const chunk of submitted) chunks.push(chunk);
  return chunks;
}

describe("an awaited job", () => {
  test("returns its result to a second await without another request", async () => {
    const server = await endpoint({
      status: [job("IN_QUEUE"), job("SOMETHING_NEW"), job("IN_PROGRESS"), job("COMPLETED", { output: 42 })],
    });
    const submitted = client(server.url).jobs.submit("ep1", { prompt: "x" });
    expect(await submitted.accepted()).toEqual({ id: "job1" });
    expect((await submitted).output).toBe(42);
    expect((await submitted).status).toBe("COMPLETED");
    expect(operations(server)).toEqual(["run", "status", "status", "status", "status"]);
  });

  test("calls onStatus for every status that the client reads", async () => {
    const server = await endpoint({ status: [job("IN_QUEUE"), job("IN_PROGRESS"), job("COMPLETED")] });
    const seen: string[] = [];
    await client(server.url).jobs.track("ep1", "job1", { onStatus: ({ status }) => seen.push(status) });
    expect(seen).toEqual(["IN_QUEUE", "IN_PROGRESS", "COMPLETED"]);
  });

  test("is checked only once if several callers await the job at the same time", async () => {
    const { server, submitted } = await submit({ status: [job("IN_PROGRESS"), job("COMPLETED")] });
    await Promise.all([submitted, submitted, submitted.finished()]);
    expect(operations(server)).toEqual(["run", "status", "status"]);
  });

  test("is checked at growing intervals", async () => {
    const working = job("IN_PROGRESS");
    const answers = Array.from({ length: 13 }, () => working);
    const server = await endpoint({ status: [working, ...answers, job("COMPLETED")] });
    const pauses: number[] = [];
    const clock = { now: () => 0, sleep: async (ms: number) => void pauses.push(ms) };
    await client(server.url, { clock, timeScale: 1 }).jobs.track("ep1", "job1");
    const own = pauses.filter((ms) => ms >= 200);
    expect(own.length).toBeGreaterThanOrEqual(14);
    expect(own).toEqual([...own].sort((a, b) => a - b));
    expect(own.at(-1)).toBe(5_000);
  });

  test.each([
    ["FAILED", JobFailedError, "JOB_FAILED"],
    ["CANCELLED", JobCancelledError, "JOB_CANCELLED"],
    ["TIMED_OUT", JobTimedOutError, "JOB_TIMED_OUT"],
  ])("throws an error with RunPod's reason if the job ended as %s", async (status, kind, code) => {
    const { submitted } = await submit({ status: [job(status, { error: "out of memory." })] });
    const error = await awaited(submitted);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ code, jobId: "job1", endpointId: "ep1", reason: "out of memory." });
    expect(await submitted.finished()).toMatchObject({ status });
  });

  test("never shows the job's input in an error", async () => {
    const server = await endpoint({
      status: [job("FAILED", { error: { message: "no token hf_1234" } })],
    });
    const error = await failure(client(server.url).jobs.submit("ep1", { token: "hf_1234" }));
    expect(JSON.stringify([error, String(error)])).not.toContain("hf_1234");
  });

  test("throws the error about a refused submission only when the program awaits the job", async () => {
    const { submitted } = await submit({ run: [json(400, { error: "no" })] });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await awaited(submitted)).toMatchObject({ code: "RULE" });
    expect(await failure(chunksOf(submitted))).toMatchObject({ code: "RULE" });
  });

  test("can be awaited again after the first await failed with a network error", async () => {
    const { submitted } = await submit({
      status: [cut, cut, cut, cut, job("COMPLETED", { output: 1 })],
    });
    expect(await awaited(submitted)).toMatchObject({ code: "NETWORK" });
    expect((await submitted).output).toBe(1);
  });

  test("is checked after runsync only if runsync did not return the final status", async () => {
    const server = await endpoint({ status: [job("COMPLETED", { output: 2 })] });
    const { jobs } = client(server.url);
    expect(await jobs.track("ep1", { id: "job1", status: "COMPLETED", output: 1 })).toMatchObject({ output: 1 });
    expect(server.seen).toHaveLength(0);
    expect(await jobs.track("ep1", { id: "job1", status: "IN_PROGRESS" })).toMatchObject({ output: 2 });
  });

  test("returns its new result if the program retries the failed job", async () => {
    const { submitted } = await submit({
      status: [job("FAILED"), job("COMPLETED", { output: 3 })],
      retry: [job("IN_QUEUE")],
    });
    expect(await awaited(submitted)).toBeInstanceOf(JobFailedError);
    await submitted.retry();
    expect((await submitted).output).toBe(3);
  });
});

test("a cancelled job ends with JobCancelledError, even if RunPod removes the job at once", async () => {
  const server = await endpoint({
    status: [job("IN_PROGRESS"), gone],
    cancel: [job("CANCELLED")],
  });
  let wake = () => {};
  const pause = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const clock = { now: () => 0, sleep: () => pause };
  const submitted = client(server.url, { clock }).jobs.submit("ep1", { n: 1 });
  const ended = awaited(submitted);
  await submitted.cancel();
  wake();
  expect(await ended).toBeInstanceOf(JobCancelledError);
  expect(operations(server)).toEqual(["run", "cancel"]);
});

describe("a job that RunPod does not find", () => {
  const health = json(200, { jobs: { inProgress: 0, inQueue: 0 }, workers: {} });

  test("counts as not found if no earlier response contained the job", async () => {
    const server = await endpoint({ health: [health] });
    const error = await failure(client(server.url).jobs.track("ep1", "job1"));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).not.toBeInstanceOf(JobExpiredError);
  });

  test("counts as removed if the job was in the queue just before", async () => {
    const { submitted } = await submit({ health: [health] });
    const error = await awaited(submitted);
    expect(error).toBeInstanceOf(JobExpiredError);
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ code: "NOT_FOUND", why: "removed", jobId: "job1" });
  });

  test("is checked again if the program submitted the job just before", async () => {
    const { server, submitted } = await submit({ status: [gone, gone, job("COMPLETED", { output: 4 })] });
    expect((await submitted).output).toBe(4);
    expect(operations(server)).toEqual(["run", "status", "status", "status"]);
  });

  test("counts as expired if an earlier response showed the job as finished", async () => {
    const { submitted } = await submit({ status: [job("COMPLETED"), gone], health: [health] });
    await submitted;
    expect(await failure(submitted.status())).toMatchObject({ why: "expired" });
  });

  test("counts as either removed or expired if the last response with the job is old", async () => {
    let now = 0;
    const sleep = async () => {
      now += 90_000;
    };
    const clock = { now: () => now, sleep };
    const server = await endpoint({ health: [health] });
    const error = await failure(client(server.url, { clock }).jobs.submit("ep1", { n: 1 }));
    expect(error).toMatchObject({ why: "unknown" });
  });

  test("does not count as expired if the endpoint of the job is deleted", async () => {
    const { submitted } = await submit({});
    const error = await awaited(submitted);
    expect(error).not.toBeInstanceOf(JobExpiredError);
    expect(error).toMatchObject({ code: "NOT_FOUND", operation: "health" });
  });
});
