import runpodSdk from "runpod-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";

// The npm job client of the platform, unchanged but for the address. It reads a stream from an object.
let emulator: Emulator;
let endpointId: string;

beforeAll(async () => {
  const now = Date.UTC(2026, 5, 1, 12);
  emulator = await startEmulator({ now: () => now, streamShape: "object" });
  const post = async <Answer>(path: string, body: object) => {
    const headers = { authorization: "Bearer emulator-key" };
    const answer = await fetch(emulator.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()) as Answer;
  };
  const template = await post<{ id: string }>("/v2/templates", { name: "worker", image: "worker", serverless: true });
  const query = `mutation { saveEndpoint(input: { name: "jobs", gpuIds: "ADA_24", templateId: "${template.id}" }) { id } }`;
  const { data } = await post<{ data: { saveEndpoint: { id: string } } }>("/graphql", { query });
  endpointId = data.saveEndpoint.id;
});
afterAll(() => emulator.close());

const client = (apiKey = "emulator-key") => {
  const endpoint = runpodSdk(apiKey, { baseUrl: `${emulator.url}/v2` }).endpoint(endpointId);
  if (!endpoint) throw new Error("no endpoint");
  return endpoint;
};

/** Lets the platform's time pass once that many requests of the operation wait for it. */
async function advanceAfter(operation: string, times: number, ms: number): Promise<void> {
  await expect.poll(() => emulator.counts()[operation] ?? 0).toBeGreaterThanOrEqual(times);
  emulator.advance(ms);
}

describe("the npm client runpod-sdk", () => {
  test("runs a job and follows its status to the output", async () => {
    const { id, status } = await client().run({ input: { prompt: "hi" } });
    expect(status).toBe("IN_QUEUE");
    expect(await client().status(id)).toMatchObject({ id, status: "IN_QUEUE", started: true, completed: false });
    emulator.advance(10_000);
    expect(await client().status(id)).toMatchObject({
      id,
      status: "COMPLETED",
      completed: true,
      succeeded: true,
      output: { prompt: "hi" },
      executionTime: 100,
    });
  });

  test("waits for a job in one request, and goes on waiting when that was not enough", async () => {
    emulator.handle(endpointId, (input) => ({ output: input, durationMs: 1_500 }));
    emulator.clearRequests();
    const done = client().runSync({ input: { n: 1 } }, 1_000);
    await advanceAfter("runsync", 1, 1_000);
    await advanceAfter("status-sync", 1, 1_000);
    expect(await done).toMatchObject({ status: "COMPLETED", succeeded: true, output: { n: 1 } });
  });

  test("reports a job that failed", async () => {
    emulator.handle(endpointId, () => {
      throw new Error("out of memory");
    });
    const { id } = await client().run({ input: {} });
    emulator.advance(10_000);
    expect(await client().status(id)).toMatchObject({ status: "FAILED", error: "out of memory", succeeded: false });
  });

  test("streams what the handler yields, in order and each part once", async () => {
    emulator.handle(endpointId, function* () {
      for (const word of ["one", "two", "three"]) yield { output: word, afterMs: 100 };
    });
    const { id } = await client().run({ input: {} });
    const words: unknown[] = [];
    const clock = setInterval(() => emulator.advance(60), 5);
    for await (const { output } of client().stream(id)) words.push(output);
    clearInterval(clock);
    expect(words).toEqual(["one", "two", "three"]);
  });

  test("cancels, purges the queue, and reads the health that follows", async () => {
    emulator.handle(endpointId, () => ({ durationMs: 60_000 }));
    const before = await client().health();
    const jobs = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => client().run({ input: { n } })));
    const id = jobs[0]?.id ?? "";
    expect(await client().cancel(id)).toMatchObject({ id, status: "CANCELLED" });
    const { jobs: during, workers } = await client().health();
    expect(during.inQueue + during.inProgress).toBe(5);
    expect(Object.keys(workers)).toEqual(
      expect.arrayContaining(["idle", "initializing", "ready", "running", "throttled"]),
    );
    expect(await client().purgeQueue()).toEqual({ removed: during.inQueue, status: "completed" });
    emulator.advance(120_000);
    const after = await client().health();
    expect(after.jobs).toMatchObject({ inQueue: 0, inProgress: 0 });
    expect(after.jobs.completed - before.jobs.completed).toBe(5 - during.inQueue);
  });

  test("is refused with a wrong key, and for a job that never was", async () => {
    await expect(client("wrong").run({ input: {} })).rejects.toMatchObject({ response: { status: 401 } });
    await expect(client().status("no-such-job")).rejects.toMatchObject({ response: { status: 404 } });
  });
});
