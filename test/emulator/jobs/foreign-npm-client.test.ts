import runpodSdk from "runpod-sdk";
import { beforeEach, describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

// RunPod's own npm client for jobs, unchanged except for the address. It reads a stream from an object.
const it = useEmulator({ streamShape: "object" });
let endpointId: string;
beforeEach(async () => {
  endpointId = await it.endpoint();
});

const client = (apiKey = "emulator-key") => {
  const endpoint = runpodSdk(apiKey, { baseUrl: `${it.emulator.url}/v2` }).endpoint(endpointId);
  if (!endpoint) throw new Error("no endpoint");
  return endpoint;
};

/** Moves the platform's time when so many requests of the operation wait for it. */
async function advanceAfter(operation: string, times: number, ms: number): Promise<void> {
  await expect.poll(() => it.emulator.counts()[operation] ?? 0).toBeGreaterThanOrEqual(times);
  it.advance(ms);
}

describe("the npm client runpod-sdk", () => {
  test("runs a job and follows its status to the output", async () => {
    const { id, status } = await client().run({ input: { prompt: "hi" } });
    expect(status).toBe("IN_QUEUE");
    expect(await client().status(id)).toMatchObject({ id, status: "IN_QUEUE", started: true, completed: false });
    it.advance(10_000);
    expect(await client().status(id)).toMatchObject({
      id,
      status: "COMPLETED",
      completed: true,
      succeeded: true,
      output: { prompt: "hi" },
      executionTime: 100,
    });
  });

  test("waits for a job that takes longer than one request may wait", async () => {
    it.emulator.handle(endpointId, (input) => ({ output: input, durationMs: 1_500 }));
    it.emulator.clearRequests();
    const done = client().runSync({ input: { n: 1 } }, 1_000);
    await advanceAfter("runsync", 1, 1_000);
    await advanceAfter("status-sync", 1, 1_000);
    expect(await done).toMatchObject({ status: "COMPLETED", succeeded: true, output: { n: 1 } });
  });

  test("reports a job that failed", async () => {
    it.emulator.handle(endpointId, () => {
      throw new Error("out of memory");
    });
    const { id } = await client().run({ input: { n: 1 } });
    it.advance(10_000);
    expect(await client().status(id)).toMatchObject({ status: "FAILED", error: "out of memory", succeeded: false });
  });

  test("streams each part of the handler's output once and in order", async () => {
    it.emulator.handle(endpointId, function* () {
      for (const word of ["one", "two", "three"]) yield { output: word, afterMs: 100 };
    });
    const { id } = await client().run({ input: { n: 1 } });
    const words: unknown[] = [];
    const clock = setInterval(() => it.advance(60), 5);
    for await (const { output } of client().stream(id)) words.push(output);
    clearInterval(clock);
    expect(words).toEqual(["one", "two", "three"]);
  });

  test("can cancel a job and purge the queue", async () => {
    it.emulator.handle(endpointId, () => ({ durationMs: 60_000 }));
    const jobs = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => client().run({ input: { n } })));
    const id = jobs[0]?.id ?? "";
    expect(await client().cancel(id)).toMatchObject({ id, status: "CANCELLED" });
    const { jobs: during, workers } = await client().health();
    expect(during.inQueue + during.inProgress).toBe(5);
    expect(Object.keys(workers)).toEqual(
      expect.arrayContaining(["idle", "initializing", "ready", "running", "throttled"]),
    );
    expect(await client().purgeQueue()).toEqual({ removed: during.inQueue, status: "completed" });
    it.advance(120_000);
    const after = await client().health();
    expect(after.jobs).toMatchObject({ inQueue: 0, inProgress: 0 });
    expect(after.jobs.completed).toBe(5 - during.inQueue);
  });

  test("gets an error for a wrong key or an unknown job", async () => {
    await expect(client("wrong").run({ input: { n: 1 } })).rejects.toMatchObject({ response: { status: 401 } });
    await expect(client().status("no-such-job")).rejects.toMatchObject({ response: { status: 404 } });
  });
});
