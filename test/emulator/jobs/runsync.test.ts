import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { problem, useEmulator } from "../support/harness";

const it = useEmulator({ workerStart: 500, jobDuration: 100, jobsWithoutWorkers: "queue" });
const minute = 60_000;

/** Starts a synchronous job. Wall time stands still, so the test moves time after the job is queued. */
async function begun(id: string, query = "") {
  const inQueue = () => it.emulator.state().endpoints.find((endpoint) => endpoint.id === id)?.jobs.inQueue;
  const before = inQueue();
  const job = { isAnswered: false };
  const reply = it.post(`/v2/${id}/runsync${query}`, { input: { a: 1 } }).finally(() => {
    job.isAnswered = true;
  });
  while (!job.isAnswered && inQueue() === before) await turn();
  return { job, reply };
}

describe("runsync", () => {
  test.each([
    ["90 s by default", "", 90_000],
    ["1 s with the smallest wait", "?wait=1000", 1000],
    ["300 s with the largest wait", "?wait=300000", 300_000],
  ])("waits %s before it returns an unfinished job", async (_what, query, waits) => {
    const id = await it.endpoint({ workersMax: 0 });
    const { job, reply } = await begun(id, query);
    it.advance(waits - 1);
    // Waits long enough for a response that is due to arrive.
    for (let count = 0; count < 20; count += 1) await turn();
    expect(job.isAnswered).toBe(false);
    it.advance(1);
    const shown = { id: expect.stringMatching(/^sync-/), status: "IN_QUEUE" };
    expect(await reply).toMatchObject({ status: 200, body: shown });
  });

  test.each(["999", "300001", "soon", "-1", "1.5", ""])("refuses wait=%s with a 400", async (wait) => {
    expect((await it.post(`/v2/${await it.endpoint()}/runsync?wait=${wait}`, { input: { n: 1 } })).status).toBe(400);
  });
});

describe("the result of a runsync job", () => {
  test.each([
    ["1 minute by default", "", minute],
    ["1 minute with a shorter wait", "?wait=2000", minute],
    ["5 minutes with the largest wait", "?wait=300000", 5 * minute],
  ])("stays readable for %s", async (_what, query, kept) => {
    const id = await it.endpoint();
    const { reply } = await begun(id, query);
    it.advance(600);
    const { body } = await reply;
    expect(body).toMatchObject({ id: expect.stringMatching(/^sync-/), status: "COMPLETED", output: { a: 1 } });
    it.advance(kept - 1);
    expect(await it.job(id, body.id)).toEqual(body);
    it.advance(1);
    expect(await it.job(id, body.id)).toEqual(problem(404, "job not found"));
  });
});

describe("a waiting runsync request", () => {
  test.each<[string, (id: string) => unknown]>([
    ["the endpoint is deleted", (id) => it.emulator.changeEndpoint(id, { deleted: true })],
    ["the account is reset", () => it.emulator.reset()],
    ["the queue is purged", (id) => it.post(`/v2/${id}/purge-queue`)],
  ])('gets "not found" at once if %s', async (_what, change) => {
    const id = await it.endpoint({ workersMax: 0 });
    const { reply } = await begun(id);
    await change(id);
    expect(await reply).toMatchObject({ status: 404, body: problem(404, "job not found") });
  });
});

test("status-sync waits for the end of a job", async () => {
  const id = await it.endpoint();
  const job = await it.run(id, { input: { a: 1 } });
  const waiting = it.send("GET", `/v2/${id}/status-sync/${job}?wait=60000`);
  expect((await it.whileTimePasses(waiting)).body).toMatchObject({ id: job, status: "COMPLETED", output: { a: 1 } });
});
