import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const it = useEmulator({ workerStart: 500, jobDuration: 100 });
const minute = 60_000;

/** A synchronous job under way; wall time stands still, so time is moved once the job is queued. */
async function begun(id: string, query = "") {
  const inQueue = () => it.emulator.state().endpoints.find((endpoint) => endpoint.id === id)?.jobs.inQueue;
  const before = inQueue();
  const job = { isAnswered: false };
  const reply = it.send("POST", `/v2/${id}/runsync${query}`, { input: {} }).finally(() => {
    job.isAnswered = true;
  });
  while (!job.isAnswered && inQueue() === before) await turn();
  return { job, reply };
}

/** Long enough for an answer that is due to arrive. */
async function turns(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await turn();
}

describe("runsync waits", () => {
  test.each([
    ["90 s unless told otherwise", "", 90_000],
    ["1 s with wait=1000, the least", "?wait=1000", 1000],
    ["300 s with wait=300000, the most", "?wait=300000", 300_000],
  ])("%s", async (_what, query, waits) => {
    const id = await it.endpoint({ workersMax: 0 });
    const { job, reply } = await begun(id, query);
    it.emulator.advance(waits - 1);
    await turns();
    expect(job.isAnswered).toBe(false);
    it.emulator.advance(1);
    expect((await reply).body).toEqual({ id: expect.stringMatching(/^sync-/), status: "IN_QUEUE" });
  });
});

describe("the result of runsync is kept", () => {
  test.each([
    ["1 minute unless told otherwise", "", minute],
    ["1 minute with a wait of less", "?wait=2000", minute],
    ["5 minutes with the largest wait", "?wait=300000", 5 * minute],
  ])("%s", async (_what, query, kept) => {
    const id = await it.endpoint();
    const { reply } = await begun(id, query);
    it.emulator.advance(600);
    const { body } = await reply;
    const status = async () => (await it.send("GET", `/v2/${id}/status/${body.id}`)).status;
    it.emulator.advance(kept - 1);
    expect(await status()).toBe(200);
    it.emulator.advance(1);
    expect(await status()).toBe(404);
  });
});
