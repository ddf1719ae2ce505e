import { describe, expect, test } from "vitest";
import { anId, throughClient } from "../support/client";
import { problem, useEmulator } from "../support/harness";

const it = useEmulator({ workerStart: 500, jobDuration: 100, jobsWithoutWorkers: "queue" });
const minute = 60_000;

/** Handler of the tests. The job's input controls it. */
const handler = ({ fail, ms = 100 }: Readonly<Record<string, unknown>>) => {
  if (fail) throw new Error("out of memory");
  return { output: { text: "hi" }, durationMs: Number(ms) };
};

describe("the status of a job", () => {
  const id = expect.stringMatching(/^[0-9a-f-]{36}-e1$/);
  const ran = { id, delayTime: 500, executionTime: 100, workerId: expect.stringMatching(anId) };
  test.each<[string, object, object, object]>([
    ["IN_QUEUE", { max: 0 }, {}, { id, delayTime: 600, executionTime: 0 }],
    ["IN_PROGRESS", { max: 1 }, { ms: 500 }, { ...ran, input: { ms: 500 } }],
    ["COMPLETED", { max: 1 }, { n: 1 }, { ...ran, output: { text: "hi" } }],
    ["FAILED", { max: 1 }, { fail: true }, { ...ran, error: "out of memory", retries: 0 }],
    ["CANCELLED", { max: 1 }, { ms: 500 }, ran],
    [
      "TIMED_OUT",
      { max: 1 },
      { ms: 1e9 },
      { ...ran, executionTime: 5000, error: "job timed out after 0 retries", retries: 0 },
    ],
  ])("shows all fields in the state %s", async (status, { max }: { max?: number }, input, shown) => {
    const endpoint = await it.endpoint({ workersMax: max });
    it.emulator.handle(endpoint, handler);
    const { body } = await it.post(`/v2/${endpoint}/run`, { input, policy: { executionTimeout: 5000 } });
    expect(body).toEqual({ id, status: "IN_QUEUE" });
    it.advance(600);
    if (status === "TIMED_OUT") it.advance(10_000);
    if (status === "CANCELLED") await it.post(`/v2/${endpoint}/cancel/${body.id}`);
    const job = await it.job(endpoint, body.id);
    expect(job).toEqual({ ...shown, status });
    const { input: _own, ...read } = job;
    expect(await throughClient(it.emulator, ({ jobs }) => jobs.status(endpoint, body.id))).toMatchObject(read);
  });
});

test("jobs run in the order of their submission, even after a job that times out", async () => {
  const order: unknown[] = [];
  const id = await it.endpointOf(({ n }) => {
    order.push(n);
    return { durationMs: n === 0 ? minute : 10 };
  });
  for (let n = 0; n < 4; n++) await it.run(id, { input: { n }, policy: { executionTimeout: 5000 } });
  it.advance(5600);
  expect(order).toEqual([0, 1, 2, 3]);
  expect((await it.health(id)).jobs).toMatchObject({ completed: 3, failed: 1 });
});

describe("a job", () => {
  test.each<[string, { max?: number; query?: string; policy?: object }, number]>([
    ["half an hour after its end", {}, 600 + 30 * minute],
    ["after the time to live in its policy, even in the queue", { max: 0, policy: { ttl: 10_000 } }, 10_000],
    ["after the time to live in the last status request", { query: "?ttl=6000" }, 6000],
  ])("disappears %s", async (_when, { max = 1, query = "", policy = {} }, at) => {
    const id = await it.endpoint({ workersMax: max });
    const job = await it.run(id, { input: { n: 1 }, policy });
    if (query !== "") for (const ttl of ["?ttl=1000", query]) await it.get(`/v2/${id}/status/${job}${ttl}`);
    it.advance(at - 1);
    expect(await it.job(id, job)).toHaveProperty("id", job);
    it.advance(1);
    expect(await it.send("GET", `/v2/${id}/status/${job}`)).toMatchObject({
      status: 404,
      body: problem(404, "job not found"),
    });
    expect((await it.health(id)).jobs.inQueue).toBe(0);
  });
});

describe("the operation cancel", () => {
  test("ends a waiting or running job at once", async () => {
    const id = await it.endpointOf(() => ({ durationMs: minute }));
    const [first, second] = [await it.run(id), await it.run(id)];
    it.advance(500);
    for (const job of [second, first])
      expect(await it.post(`/v2/${id}/cancel/${job}`)).toMatchObject({
        status: 200,
        body: { id: job, status: "CANCELLED" },
      });
    expect(await it.health(id)).toMatchObject({
      jobs: { inQueue: 0, inProgress: 0 },
      workers: { running: 0, idle: 1 },
    });
  });

  test("leaves a finished job unchanged", async () => {
    const id = await it.endpoint();
    const job = await it.run(id);
    it.advance(1000);
    expect((await it.post(`/v2/${id}/cancel/${job}`)).body.status).toBe("COMPLETED");
  });
});

test("the health response of an endpoint counts the jobs and workers", async () => {
  const id = await it.endpointOf(handler);
  const none = { completed: 0, failed: 0, inProgress: 0, inQueue: 0, retried: 0 };
  const nobody = { idle: 0, running: 0, initializing: 0, ready: 0, throttled: 0, unhealthy: 0 };
  expect(await it.health(id)).toEqual({ jobs: none, workers: nobody });
  for (const input of [{ n: 1 }, { fail: true }, { ms: 1000 }, { n: 2 }]) await it.run(id, { input });
  it.advance(500 + 100 + 100 + 500);
  const now = {
    jobs: { ...none, completed: 1, failed: 1, inProgress: 1, inQueue: 1 },
    workers: { ...nobody, running: 1 },
  };
  expect(await it.health(id)).toEqual(now);
  expect(await throughClient(it.emulator, ({ jobs }) => jobs.health(id))).toEqual(now);
});

describe("a job request", () => {
  test.each([[{}], [{ input: "text" }], [{ input: [1] }], [{ input: null }], [[]], ["{"]])(
    "with the body %j gets a 400",
    async (body) => {
      const reply = await it.post(`/v2/${await it.endpoint()}/run`, body);
      expect(reply).toMatchObject({ status: 400, body: { detail: expect.any(String) } });
    },
  );

  test("gets a 400 above 10 MB for run or 20 MB for runsync", async () => {
    const id = await it.endpoint();
    const statusOf = async (operation: string, size: number) =>
      (await it.post(`/v2/${id}/${operation}`, `{"input":{"data":"${"x".repeat(size)}"}}`)).status;
    expect(await statusOf("run", 10_000_000)).toBe(400);
    expect(await statusOf("run", 10_000_000 - 100)).toBe(200);
    expect(await statusOf("runsync", 20_000_000)).toBe(400);
    expect(await statusOf("run", 40_000_000)).toBe(400);
  });

  test("to a load-balancing endpoint gets a 400", async () => {
    const balancer = await it.endpoint({ type: "LB" });
    const { status, body } = await it.post(`/v2/${balancer}/run`, { input: { n: 1 } });
    expect([status, body]).toEqual([400, { error: "not allowed for QB API" }]);
    expect(await it.statusOf(`/v2/${balancer}/health`)).toBe(200);
  });

  test("for an unknown endpoint or operation gets a 404", async () => {
    expect((await it.post("/v2/nope/run", { input: { n: 1 } })).body).toEqual(problem(404, "endpoint not found"));
    expect((await it.post(`/v2/${await it.endpoint()}/dance`, {})).status).toBe(404);
  });
});

describe("a machine's clock that moves during requests", () => {
  let wall = Date.UTC(2026, 5, 1);
  const restless = useEmulator({ now: () => wall++ });

  test("leaves no job in progress forever", async () => {
    const id = await restless.endpoint({ workersMin: 1, workersMax: 1 });
    restless.advance(1_000);
    for (let n = 0; n < 3; n++) {
      await restless.run(id);
      restless.advance(1_000);
    }
    expect((await restless.health(id)).jobs).toMatchObject({ completed: 3, inProgress: 0, inQueue: 0 });
  });
});
