import { describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const it = useEmulator({ workerStart: 500, jobDuration: 10_000, jobsWithoutWorkers: "queue" });
const run = async (id: string, times = 1) => {
  const ids: string[] = [];
  for (let i = 0; i < times; i++) ids.push(await it.run(id, { input: { i } }));
  return ids;
};
const workers = async (id: string) => {
  const { idle, running, initializing } = (await it.health(id)).workers;
  return idle + running + initializing;
};

describe("an endpoint with the scaler QUEUE_DELAY", () => {
  test("starts one more worker for each job that waits too long", async () => {
    const id = await it.endpoint({ scalerType: "QUEUE_DELAY", scalerValue: 4, workersMax: 3 });
    await run(id, 5);
    expect(await workers(id)).toBe(1);
    it.advance(3999);
    expect((await it.health(id)).workers).toMatchObject({ running: 1, initializing: 0 });
    it.advance(1);
    expect((await it.health(id)).workers).toMatchObject({ running: 1, initializing: 2 });
  });

  test("never runs more workers than workersMax", async () => {
    const id = await it.endpoint({ workersMax: 2 });
    await run(id, 20);
    for (let second = 0; second < 100; second++) {
      it.advance(1000);
      expect(await workers(id)).toBeLessThanOrEqual(2);
    }
    expect((await it.health(id)).jobs).toMatchObject({ completed: 18 });
  });
});

describe("an endpoint with the scaler REQUEST_COUNT", () => {
  test("runs one worker for every `scalerValue` jobs", async () => {
    const id = await it.endpoint({ scalerType: "REQUEST_COUNT", scalerValue: 2, workersMax: 10 });
    await run(id, 5);
    expect(await workers(id)).toBe(3);
  });
});

test("an endpoint keeps workersMin workers after the idle timeout", async () => {
  const id = await it.endpoint({
    workersMin: 1,
    workersMax: 3,
    idleTimeout: 5,
    scalerType: "REQUEST_COUNT",
    scalerValue: 1,
  });
  it.advance(500);
  expect((await it.health(id)).workers).toMatchObject({ idle: 1, running: 0 });
  await run(id, 3);
  it.advance(10_500);
  expect((await it.health(id)).workers.idle).toBe(3);
  it.advance(4_499);
  expect(await workers(id)).toBe(3);
  it.advance(600);
  expect(await workers(id)).toBe(1);
  it.advance(86_400_000);
  expect(await workers(id)).toBe(1);
});

test("an endpoint has at most 1000 workers, even if its settings request more", async () => {
  const id = await it.endpoint({ workersMin: 5000, workersMax: 5000 });
  expect(await workers(id)).toBe(1000);
});

test("with jobsWithoutWorkers: queue, jobs wait in the queue while workersMax is 0", async () => {
  const id = await it.endpoint({ workersMax: 0 });
  const [job] = await run(id);
  it.advance(3_600_000);
  expect((await it.job(id, job!)).status).toBe("IN_QUEUE");
  await it.save({ id, name: "endpoint", workersMax: 1 });
  it.advance(500);
  expect((await it.job(id, job!)).status).toBe("IN_PROGRESS");
});

describe("an endpoint with a reduced workersMax", () => {
  test("keeps queued jobs in the queue if workersMax is 0", async () => {
    const id = await it.endpoint({ workersMax: 1 });
    const [first, second] = await run(id, 2);
    it.advance(1000);
    const saved = await it.save({ id, name: "endpoint", workersMin: 0, workersMax: 0 });
    expect(saved.body.data.saveEndpoint.pods).toEqual([{ desiredStatus: "RUNNING" }]);
    it.advance(9000);
    expect(await it.job(id, first!)).toMatchObject({ status: "IN_PROGRESS" });
    it.advance(500);
    expect((await it.job(id, first!)).status).toBe("COMPLETED");
    expect(await it.health(id)).toMatchObject({
      jobs: { inQueue: 1, inProgress: 0 },
      workers: { idle: 0, running: 0 },
    });
    expect((await it.job(id, second!)).status).toBe("IN_QUEUE");
    expect((await it.save({ id, name: "endpoint" })).body.data.saveEndpoint.pods).toEqual([]);
  });

  test.each(["initializing", "idle"])("removes %s workers at once", async (state) => {
    const id = await it.endpoint({ workersMin: 2, workersMax: 2 });
    if (state === "idle") it.advance(500);
    expect((await it.health(id)).workers).toMatchObject({ [state]: 2 });
    await it.save({ id, name: "endpoint", workersMin: 0, workersMax: 0 });
    expect(await workers(id)).toBe(0);
  });

  test("keeps each busy worker until the worker's job ends", async () => {
    const id = await it.endpoint({ workersMax: 3, scalerType: "REQUEST_COUNT", scalerValue: 1 });
    await run(id, 3);
    it.advance(500);
    await it.save({ id, name: "endpoint", workersMax: 1 });
    expect((await it.health(id)).workers.running).toBe(3);
    it.advance(10_000);
    expect(await workers(id)).toBe(1);
    expect((await it.health(id)).jobs.completed).toBe(3);
  });
});

test("a low-priority job starts no worker", async () => {
  const id = await it.endpoint();
  await it.post(`/v2/${id}/run`, { input: { n: 1 }, policy: { lowPriority: true } });
  it.advance(60_000);
  expect(await workers(id)).toBe(0);
  await run(id);
  it.advance(21_000);
  expect((await it.health(id)).jobs.completed).toBe(2);
});
