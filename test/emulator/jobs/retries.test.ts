import { describe, expect, test } from "vitest";
import type { JobContext } from "../../../emulator";
import { useEmulator } from "../support/harness";

const it = useEmulator({ workerStart: 500, jobDuration: 100 });
const post = (path: string, body?: unknown) => it.send("POST", `/v2/${path}`, body);
const get = async (path: string) => (await it.send("GET", `/v2/${path}`)).body;
const run = async (endpoint: string, body: object = { input: {} }) =>
  (await post(`${endpoint}/run`, body)).body.id as string;

/** An endpoint whose jobs fail until `mend` is called. */
async function broken() {
  const id = await it.endpoint({ workersMax: 1 });
  const state = { isBroken: true };
  it.emulator.handle(id, (input) => {
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

describe("retry", () => {
  test("runs a failed job again under its id, with its original input and nothing left of the first run", async () => {
    const { id, mend } = await broken();
    const job = await run(id, { input: { n: 1 } });
    it.emulator.advance(1000);
    expect(await get(`${id}/status/${job}`)).toMatchObject({ status: "FAILED", error: "no luck" });
    mend();
    const { status, body } = await post(`${id}/retry/${job}`);
    expect([status, body]).toEqual([200, { id: job, status: "IN_QUEUE" }]);
    expect(await get(`${id}/status/${job}`)).toMatchObject({ id: job, status: "IN_PROGRESS", executionTime: 0 });
    expect(await get(`${id}/status/${job}`)).not.toHaveProperty("error");
    it.emulator.advance(100);
    expect(await get(`${id}/status/${job}`)).toMatchObject({ status: "COMPLETED", output: { n: 1 }, delayTime: 0 });
    expect((await get(`${id}/health`)).jobs).toMatchObject({ completed: 1, failed: 1, retried: 0, inQueue: 0 });
  });

  test("drops what the first run streamed", async () => {
    const id = await it.endpoint();
    let runs = 0;
    it.emulator.handle(id, function* () {
      yield { output: `run ${++runs}` };
      if (runs === 1) throw new Error("no luck");
    });
    const job = await run(id);
    it.emulator.advance(1000);
    await post(`${id}/retry/${job}`);
    it.emulator.advance(1000);
    expect(await get(`${id}/stream/${job}`)).toEqual([{ output: "run 2" }]);
    expect(await get(`${id}/status/${job}`)).toMatchObject({ output: ["run 2"] });
  });

  test("takes a job that timed out", async () => {
    const id = await it.endpoint();
    it.emulator.handle(id, () => ({ durationMs: 60_000 }));
    const job = await run(id, { input: {}, policy: { executionTimeout: 5000 } });
    it.emulator.advance(6000);
    expect((await get(`${id}/status/${job}`)).status).toBe("TIMED_OUT");
    expect((await post(`${id}/retry/${job}`)).status).toBe(200);
    it.emulator.advance(6000);
    expect((await get(`${id}/status/${job}`)).status).toBe("TIMED_OUT");
    expect((await get(`${id}/health`)).jobs).toMatchObject({ failed: 2, retried: 0 });
  });

  test.each(["IN_QUEUE", "IN_PROGRESS", "COMPLETED", "CANCELLED"])("refuses a job that is %s", async (state) => {
    const id = await it.endpoint({ workersMax: state === "IN_QUEUE" ? 0 : 1 });
    it.emulator.handle(id, () => ({ durationMs: state === "IN_PROGRESS" ? 60_000 : 10 }));
    const job = await run(id);
    if (state === "CANCELLED") await post(`${id}/cancel/${job}`);
    it.emulator.advance(1000);
    expect((await get(`${id}/status/${job}`)).status).toBe(state);
    const { status, body } = await post(`${id}/retry/${job}`);
    expect([status, body]).toEqual([400, { error: "job is not in a retryable state" }]);
    expect((await get(`${id}/health`)).jobs.retried).toBe(0);
  });

  test("does not find a job whose result has expired, nor one that never was", async () => {
    const { id } = await broken();
    const job = await run(id);
    it.emulator.advance(600 + 30 * 60_000);
    for (const gone of [job, "never"])
      expect(await post(`${id}/retry/${gone}`)).toMatchObject({ status: 404, body: { error: "job not found" } });
  });

  test("starts the retention anew, while the time to live still counts from the submission", async () => {
    const { id, mend } = await broken();
    const kept = await run(id);
    const short = await run(id, { input: {}, policy: { ttl: 2_000_000 } });
    it.emulator.advance(1_700_000);
    mend();
    for (const job of [kept, short]) expect((await post(`${id}/retry/${job}`)).status).toBe(200);
    it.emulator.advance(250_000);
    for (const job of [kept, short]) expect((await get(`${id}/status/${job}`)).status).toBe("COMPLETED");
    it.emulator.advance(100_000);
    expect((await get(`${id}/status/${kept}`)).status).toBe("COMPLETED");
    expect(await get(`${id}/status/${short}`)).toEqual({ error: "job not found" });
  });
});

describe("a running handler", () => {
  /** Keeps running until told, and says why it was told. */
  async function busy() {
    const id = await it.endpoint({ workersMax: 1 });
    const reasons: string[] = [];
    it.emulator.handle(id, ({ ends }, { signal }: JobContext) => {
      signal.addEventListener("abort", () => reasons.push(signal.reason.message));
      return ends ? { durationMs: 10 } : new Promise(() => undefined);
    });
    return { id, reasons };
  }

  test("sees that its job was cancelled, timed out or removed", async () => {
    const { id, reasons } = await busy();
    const cancelled = await run(id);
    it.emulator.advance(1000);
    await post(`${id}/cancel/${cancelled}`);
    await run(id, { input: {}, policy: { executionTimeout: 5000 } });
    it.emulator.advance(6000);
    await run(id, { input: {}, policy: { ttl: 10_000 } });
    it.emulator.advance(20_000);
    await run(id);
    it.emulator.advance(1000);
    it.emulator.changeEndpoint(id, { deleted: true });
    expect(reasons).toEqual([
      "the job was cancelled",
      "the job ran longer than it may",
      "the job was removed",
      "the job was removed",
    ]);
  });

  test("hears nothing when it ends by itself or its job was purged before it began", async () => {
    const { id, reasons } = await busy();
    await run(id, { input: { ends: true } });
    it.emulator.advance(5000);
    await it.save({ id, name: "endpoint", workersMax: 0 });
    await run(id);
    await post(`${id}/purge-queue`);
    it.emulator.advance(5000);
    expect(reasons).toEqual([]);
  });

  test("that goes on after the cancel changes nothing any more", async () => {
    const id = await it.endpoint({ workersMax: 1 });
    let settle = (_: object) => {};
    it.emulator.handle(id, () => {
      return new Promise((resolve) => {
        settle = resolve;
      });
    });
    const job = await run(id);
    it.emulator.advance(1000);
    await post(`${id}/cancel/${job}`);
    settle({ output: "too late" });
    await Promise.resolve();
    it.emulator.advance(1000);
    expect(await get(`${id}/status/${job}`)).not.toHaveProperty("output");
    expect((await get(`${id}/health`)).jobs).toMatchObject({ completed: 0 });
  });

  test("that returns what JSON cannot hold, or no time, has failed", async () => {
    const id = await it.endpoint({ workersMax: 1 });
    const results = [{ output: 1n }, { durationMs: "long" }, { durationMs: Number.NaN }];
    it.emulator.handle(id, ({ n }) => results[Number(n)] as object);
    for (let n = 0; n < results.length; n++) {
      const job = await run(id, { input: { n } });
      it.emulator.advance(5000);
      expect(await get(`${id}/status/${job}`)).toMatchObject({ status: "FAILED", error: expect.any(String) });
    }
  });
});

test("a wait on a job ends when the job is removed", async () => {
  const id = await it.endpoint({ workersMax: 0 });
  const waiting = post(`${id}/runsync?wait=5000`, { input: {} });
  await expect.poll(async () => (await get(`${id}/health`)).jobs.inQueue).toBe(1);
  await post(`${id}/purge-queue`);
  expect(await waiting).toMatchObject({ status: 404, body: { error: "job not found" } });
});

test("status-sync, which some clients use, waits for the end of a job", async () => {
  const id = await it.endpoint({ workersMax: 1 });
  const job = await run(id, { input: { a: 1 } });
  const waiting = it.send("GET", `/v2/${id}/status-sync/${job}?wait=60000`);
  expect((await it.whileTimePasses(waiting)).body).toMatchObject({ id: job, status: "COMPLETED", output: { a: 1 } });
});

test("a later status?ttl= takes the place of an earlier one", async () => {
  const id = await it.endpoint();
  const job = await run(id);
  await get(`${id}/status/${job}?ttl=1000`);
  await get(`${id}/status/${job}?ttl=9000`);
  it.emulator.advance(8999);
  expect((await get(`${id}/status/${job}`)).status).toBe("COMPLETED");
  it.emulator.advance(1);
  expect(await get(`${id}/status/${job}`)).toEqual({ error: "job not found" });
});
