import { describe, expect, test } from "vitest";
import type { JobContext } from "../../../emulator";
import { problem, useEmulator } from "../support/harness";

const it = useEmulator({ workerStart: 500, jobDuration: 100 });

/** Creates an endpoint whose jobs fail until `mend` is called. */
async function broken() {
  const state = { isBroken: true };
  const id = await it.endpointOf((input) => {
    const given = { ...input };
    (input as Record<string, unknown>).n = "changed by the handler";
    if (state.isBroken) throw new Error("no luck");
    return { output: given };
  });
  const mend = () => {
    state.isBroken = false;
  };
  return { id, mend };
}

describe("a retry", () => {
  test("runs a failed job again with its original id and input", async () => {
    const { id, mend } = await broken();
    const job = await it.run(id, { input: { n: 1 } });
    it.advance(1000);
    expect(await it.job(id, job)).toMatchObject({ status: "FAILED", error: "no luck" });
    mend();
    expect((await it.post(`/v2/${id}/retry/${job}`)).body).toEqual({ id: job, status: "IN_QUEUE" });
    const run = { id: job, delayTime: 0, workerId: expect.any(String) };
    expect(await it.job(id, job)).toEqual({ ...run, status: "IN_PROGRESS", executionTime: 0, input: { n: 1 } });
    it.advance(100);
    expect(await it.job(id, job)).toEqual({ ...run, status: "COMPLETED", executionTime: 100, output: { n: 1 } });
    expect((await it.health(id)).jobs).toMatchObject({ completed: 1, failed: 1, retried: 0, inQueue: 0 });
  });

  test("deletes the stream output of the first run", async () => {
    let runs = 0;
    const id = await it.endpointOf(function* () {
      yield { output: `run ${++runs}` };
      if (runs === 1) throw new Error("no luck");
    });
    const job = await it.run(id);
    it.advance(1000);
    await it.post(`/v2/${id}/retry/${job}`);
    it.advance(1000);
    expect(await it.get(`/v2/${id}/stream/${job}`)).toEqual([{ output: "run 2" }]);
    expect(await it.job(id, job)).toMatchObject({ output: ["run 2"] });
  });

  test("does not extend the job's time to live", async () => {
    const { id, mend } = await broken();
    const kept = await it.run(id);
    const short = await it.run(id, { input: { n: 1 }, policy: { ttl: 2_000_000 } });
    it.advance(1_700_000);
    mend();
    for (const job of [kept, short]) expect((await it.post(`/v2/${id}/retry/${job}`)).status).toBe(200);
    it.advance(250_000);
    for (const job of [kept, short]) expect((await it.job(id, job)).status).toBe("COMPLETED");
    it.advance(100_000);
    expect((await it.job(id, kept)).status).toBe("COMPLETED");
    expect(await it.job(id, short)).toEqual(problem(404, "job not found"));
  });
});

describe("a running handler", () => {
  /** Starts a job that runs until its signal aborts, and records the reasons. */
  async function busy() {
    const reasons: string[] = [];
    const id = await it.endpointOf(({ ends }, { signal }: JobContext) => {
      signal.addEventListener("abort", () => reasons.push(signal.reason.message));
      return ends ? { durationMs: 10 } : new Promise(() => undefined);
    });
    return { id, reasons };
  }

  test("learns from its signal that its job was cancelled, timed out or removed", async () => {
    const { id, reasons } = await busy();
    const cancelled = await it.run(id);
    it.advance(1000);
    await it.post(`/v2/${id}/cancel/${cancelled}`);
    await it.run(id, { input: { n: 1 }, policy: { executionTimeout: 5000 } });
    it.advance(6000);
    await it.run(id, { input: { n: 1 }, policy: { ttl: 10_000 } });
    it.advance(20_000);
    await it.run(id);
    it.advance(1000);
    it.emulator.changeEndpoint(id, { deleted: true });
    const removed = "the job was removed";
    expect(reasons).toEqual(["the job was cancelled", "the job ran longer than its time limit", removed, removed]);
  });

  test("gets no abort signal if the handler ends by itself", async () => {
    const { id, reasons } = await busy();
    await it.run(id, { input: { ends: true } });
    it.advance(5000);
    await it.save({ id, workersMax: 0 });
    await it.run(id);
    await it.post(`/v2/${id}/purge-queue`);
    it.advance(5000);
    expect(reasons).toEqual([]);
  });

  test("cannot give a cancelled job a result", async () => {
    const settle: ((result: object) => void)[] = [];
    const id = await it.endpointOf(() => new Promise((resolve) => settle.push(resolve)));
    const [late, cancelled] = [await it.run(id), await it.run(id)];
    it.advance(1000);
    settle[0]?.({ output: "late", durationMs: 2000 });
    await new Promise((resolve) => setImmediate(resolve));
    it.advance(1500);
    expect(await it.job(id, late)).toMatchObject({ status: "COMPLETED", output: "late", executionTime: 2000 });
    await it.post(`/v2/${id}/cancel/${cancelled}`);
    settle[1]?.({ output: "too late" });
    await new Promise((resolve) => setImmediate(resolve));
    it.advance(1000);
    expect(await it.job(id, cancelled)).not.toHaveProperty("output");
    expect((await it.health(id)).jobs).toMatchObject({ completed: 1 });
  });

  test("fails if the handler returns a value that JSON cannot express", async () => {
    const results = [{ output: 1n }, { durationMs: "long" }, { durationMs: Number.NaN }];
    const id = await it.endpointOf(({ n }) => results[Number(n)] as object);
    for (let n = 0; n < results.length; n++) {
      const job = await it.run(id, { input: { n } });
      it.advance(5000);
      expect(await it.job(id, job)).toMatchObject({ status: "FAILED", error: expect.any(String) });
    }
  });
});
