import { describe, expect, test } from "vitest";
import { client, failure, json } from "../support/local-server";
import { awaited, endpoint, gone, job, operations, submit } from "./scripted-endpoint";

describe("the abort signal of a job", () => {
  test("cancels an awaited job and ends the await with the signal's reason", async () => {
    const { server, stop, submitted } = await submit({ status: [job("IN_PROGRESS")], cancel: [job("CANCELLED")] });
    await submitted.accepted();
    const ended = awaited(submitted);
    const reason = new Error("enough");
    stop.abort(reason);
    expect(await ended).toBe(reason);
    expect(operations(server).at(-1)).toBe("cancel");
  });

  test("cancels a job that the client is still submitting", async () => {
    let answer = () => {};
    const { server, stop, submitted } = await submit({
      run: [
        (...request) => {
          answer = () => job("IN_QUEUE")(...request);
        },
      ],
      cancel: [job("CANCELLED")],
    });
    const ended = awaited(submitted);
    await expect.poll(() => server.seen.length).toBe(1);
    stop.abort(new Error("enough"));
    answer();
    expect(await ended).toBe(stop.signal.reason);
    expect(operations(server)).toEqual(["run", "cancel"]);
  });

  test("cancels a job that the program does not await", async () => {
    const server = await endpoint({ cancel: [job("CANCELLED")] });
    const stop = new AbortController();
    await client(server.url).jobs.submit("ep1", { n: 1 }, { signal: stop.signal }).accepted();
    stop.abort();
    await expect.poll(() => operations(server)).toEqual(["run", "cancel"]);
  });

  test("cancels a new job that RunPod does not find at first", async () => {
    const server = await endpoint({ cancel: [gone, job("CANCELLED")] });
    const stop = new AbortController();
    await client(server.url).jobs.submit("ep1", { n: 1 }, { signal: stop.signal }).accepted();
    stop.abort();
    await expect.poll(() => operations(server)).toEqual(["run", "cancel", "cancel"]);
  });

  test("prevents the submission of a job if the signal has already fired", async () => {
    const server = await endpoint({});
    const signal = AbortSignal.abort(new Error("never"));
    expect(await failure(client(server.url).jobs.submit("ep1", { n: 1 }, { signal }))).toBe(signal.reason);
    expect(server.seen).toHaveLength(0);
  });

  test("cancels a job that runs again after a retry", async () => {
    const { server, stop, submitted } = await submit({
      status: [job("FAILED"), job("IN_PROGRESS")],
      retry: [job("IN_QUEUE")],
      cancel: [job("CANCELLED")],
    });
    await submitted.finished();
    await submitted.retry();
    stop.abort();
    await expect.poll(() => operations(server).at(-1)).toBe("cancel");
  });

  test("sends no cancel after the end of the job", async () => {
    const server = await endpoint({ status: [job("COMPLETED")] });
    const stop = new AbortController();
    await client(server.url).jobs.submit("ep1", { n: 1 }, { signal: stop.signal });
    stop.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(operations(server)).toEqual(["run", "status"]);
  });

  test('does not cancel a job from `jobs.track` or a job with `onAbort: "leave"`', async () => {
    const server = await endpoint({ status: [job("IN_PROGRESS")], cancel: [job("CANCELLED")] });
    const { jobs } = client(server.url);
    for (const start of [
      (signal: AbortSignal) => jobs.submit("ep1", { n: 1 }, { signal, onAbort: "leave" }),
      (signal: AbortSignal) => jobs.track("ep1", "job1", { signal }),
    ]) {
      const stop = new AbortController();
      const ended = failure(start(stop.signal));
      await new Promise((resolve) => setTimeout(resolve, 20));
      stop.abort();
      expect(await ended).toBe(stop.signal.reason);
    }
    expect(operations(server)).not.toContain("cancel");
  });

  test("ends the await with RunPod's error if RunPod refuses the cancel", async () => {
    const { stop, submitted } = await submit({
      status: [job("IN_PROGRESS")],
      cancel: [json(403, { error: "read only" })],
    });
    await submitted.accepted();
    const ended = awaited(submitted);
    stop.abort();
    expect(await ended).toMatchObject({ code: "PERMISSION", operation: "cancel" });
  });
});
