import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const it = useEmulator();
const post = (path: string, body?: unknown) => it.send("POST", `/v2/${path}`, body);
const status = async (id: string, job: string) => it.send("GET", `/v2/${id}/status/${job}`);

/** Wall time stands still here, so time is moved once the job is queued. */
async function runsync(id: string, body: object, query = "", advance = 5000) {
  const queued = () => it.emulator.state().endpoints.find((endpoint) => endpoint.id === id)?.jobs.inQueue;
  const before = queued();
  let answered = false;
  const reply = post(`${id}/runsync${query}`, body).finally(() => {
    answered = true;
  });
  while (!answered && queued() === before) await turn();
  it.emulator.advance(advance);
  return reply;
}

describe("run and status", () => {
  test("queues at once, reports its progress, and echoes the input", async () => {
    const id = await it.endpoint();
    const { status: code, body } = await post(`${id}/run`, { input: { prompt: "hi" } });
    expect([code, body]).toEqual([200, { id: expect.stringMatching(/^[0-9a-f-]{36}-e1$/), status: "IN_QUEUE" }]);
    expect((await status(id, body.id)).body).toMatchObject({ status: "IN_QUEUE", id: body.id });
    it.emulator.advance(500);
    expect((await status(id, body.id)).body.status).toBe("IN_PROGRESS");
    it.emulator.advance(100);
    expect((await status(id, body.id)).body).toEqual({
      id: body.id,
      status: "COMPLETED",
      delayTime: 500,
      executionTime: 100,
      output: { prompt: "hi" },
      workerId: expect.any(String),
    });
  });

  test("jobs run in the order they came", async () => {
    const id = await it.endpoint({ workersMax: 1 });
    const order: unknown[] = [];
    it.emulator.handle(id, (input) => {
      order.push(input.n);
      return {};
    });
    for (let n = 0; n < 4; n++) await post(`${id}/run`, { input: { n } });
    it.emulator.advance(60_000);
    expect(order).toEqual([0, 1, 2, 3]);
  });

  test("results go after 30 minutes, and after one minute for runsync", async () => {
    const id = await it.endpoint();
    const { body } = await post(`${id}/run`, { input: {} });
    it.emulator.advance(600);
    it.emulator.advance(30 * 60_000 - 1);
    expect((await status(id, body.id)).status).toBe(200);
    it.emulator.advance(1);
    expect((await status(id, body.id)).body).toEqual({ error: "job not found" });
    const sync = await runsync(id, { input: {} }, "", 600);
    it.emulator.advance(59_999);
    expect((await status(id, sync.body.id)).status).toBe(200);
    it.emulator.advance(1);
    expect((await status(id, sync.body.id)).status).toBe(404);
  });

  test("a larger wait keeps a runsync result longer", async () => {
    const id = await it.endpoint();
    const { body } = await runsync(id, { input: {} }, "?wait=200000", 600);
    it.emulator.advance(199_999);
    expect((await status(id, body.id)).status).toBe(200);
  });

  test("status?ttl= makes the job unknown after that time", async () => {
    const id = await it.endpoint();
    const { body } = await post(`${id}/run`, { input: {} });
    expect((await it.send("GET", `/v2/${id}/status/${body.id}?ttl=6000`)).status).toBe(200);
    it.emulator.advance(6000);
    expect((await status(id, body.id)).status).toBe(404);
  });

  test("a policy ttl removes a job that nobody picked up", async () => {
    const id = await it.endpoint({ workersMax: 0 });
    const { body } = await post(`${id}/run`, { input: {}, policy: { ttl: 10_000 } });
    it.emulator.advance(10_000);
    expect((await status(id, body.id)).status).toBe(404);
    expect((await it.send("GET", `/v2/${id}/health`)).body.jobs.inQueue).toBe(0);
  });
});

describe("runsync", () => {
  test.each<[string, (id: string) => void]>([
    ["endpoint is deleted", (id) => it.emulator.changeEndpoint(id, { deleted: true })],
    ["account is reset", () => it.emulator.reset()],
  ])("ends at once, not found, when the %s", async (_what, change) => {
    const id = await it.endpoint({ workersMax: 0 });
    const reply = post(`${id}/runsync?wait=90000`, { input: {} });
    while (it.emulator.state().endpoints[0]?.jobs.inQueue !== 1) await new Promise((resolve) => setImmediate(resolve));
    change(id);
    expect(await reply).toMatchObject({ status: 404, body: { error: "job not found" } });
  });

  test("waits for the result", async () => {
    const { body } = await runsync(await it.endpoint(), { input: { a: 1 } });
    expect(body).toMatchObject({ id: expect.stringMatching(/^sync-/), status: "COMPLETED", output: { a: 1 } });
  });

  test("answers the state so far when the wait is over", async () => {
    const id = await it.endpoint({ workersMax: 0 });
    const { status: code, body } = await runsync(id, { input: {} }, "?wait=1000", 1000);
    expect([code, body]).toEqual([200, { id: expect.any(String), status: "IN_QUEUE" }]);
  });

  test.each(["999", "300001", "soon", "-1", "1.5", ""])("wait=%s is 400", async (wait) => {
    expect((await post(`${await it.endpoint()}/runsync?wait=${wait}`, { input: {} })).status).toBe(400);
  });
});

describe("handlers", () => {
  test("may return later, and may raise", async () => {
    it.emulator.handle("slow*", async () => ({ output: "late", durationMs: 2000 }));
    it.emulator.handle("broken", () => {
      throw new Error("out of memory");
    });
    const slow = await it.endpoint({ name: "slow-one" });
    const { body: submitted } = await post(`${slow}/run`, { input: {} });
    it.emulator.advance(500);
    expect((await status(slow, submitted.id)).body.status).toBe("IN_PROGRESS");
    it.emulator.advance(2000);
    expect((await status(slow, submitted.id)).body).toMatchObject({ output: "late", executionTime: 2000 });
    const broken = await it.endpoint({ name: "broken" });
    const { status: code, body } = await runsync(broken, { input: {} });
    expect([code, body.status, body.error]).toEqual([200, "FAILED", "out of memory"]);
    expect(body).not.toHaveProperty("output");
  });

  test("a run beyond the execution timeout is TIMED_OUT, and frees the worker", async () => {
    const id = await it.endpoint({ workersMax: 1 });
    it.emulator.handle(id, (input) => ({ durationMs: input.long ? 60_000 : 10 }));
    const long = await post(`${id}/run`, { input: { long: true }, policy: { executionTimeout: 5000 } });
    const next = await post(`${id}/run`, { input: {} });
    it.emulator.advance(5600);
    expect((await status(id, long.body.id)).body.status).toBe("TIMED_OUT");
    expect((await status(id, next.body.id)).body.status).toBe("COMPLETED");
  });
});

describe("cancel and purge-queue", () => {
  test("cancel ends a waiting and a running job at once, and frees the worker", async () => {
    const id = await it.endpoint({ workersMax: 1 });
    it.emulator.handle(id, () => ({ durationMs: 60_000 }));
    const [a, b] = [await post(`${id}/run`, { input: {} }), await post(`${id}/run`, { input: {} })];
    it.emulator.advance(500);
    for (const job of [b, a]) {
      const reply = await post(`${id}/cancel/${job.body.id}`);
      expect([reply.status, reply.body]).toEqual([200, { id: job.body.id, status: "CANCELLED" }]);
    }
    expect((await it.send("GET", `/v2/${id}/health`)).body).toMatchObject({
      jobs: { inQueue: 0, inProgress: 0 },
      workers: { running: 0, idle: 1 },
    });
  });

  test("cancel of a finished job returns its status and changes nothing", async () => {
    const id = await it.endpoint();
    const { body } = await post(`${id}/run`, { input: {} });
    it.emulator.advance(1000);
    expect((await post(`${id}/cancel/${body.id}`)).body.status).toBe("COMPLETED");
  });

  test("purge removes what waits and leaves what runs", async () => {
    const id = await it.endpoint({ workersMax: 1 });
    it.emulator.handle(id, () => ({ durationMs: 60_000 }));
    const jobs = [];
    for (let i = 0; i < 3; i++) jobs.push((await post(`${id}/run`, { input: {} })).body.id);
    it.emulator.advance(500);
    expect((await post(`${id}/purge-queue`)).body).toEqual({ removed: 2, status: "completed" });
    expect((await status(id, jobs[0])).body.status).toBe("IN_PROGRESS");
    expect((await status(id, jobs[1])).status).toBe(404);
  });
});

describe("health", () => {
  test("counts what happened so far and what goes on now", async () => {
    const id = await it.endpoint({ workersMax: 1 });
    it.emulator.handle(id, (input) => {
      if (input.fail) throw new Error("no");
      return { durationMs: 1000 };
    });
    for (const input of [{}, { fail: true }, {}, {}]) await post(`${id}/run`, { input });
    it.emulator.advance(500 + 1000 + 100 + 500);
    expect((await it.send("GET", `/v2/${id}/health`)).body).toEqual({
      jobs: { completed: 1, failed: 1, inProgress: 1, inQueue: 1, retried: 0 },
      workers: { idle: 0, running: 1, initializing: 0, ready: 0, throttled: 0, unhealthy: 0 },
    });
  });
});

describe("refusals", () => {
  test.each([[{}], [{ input: "text" }], [{ input: [1] }], [{ input: null }], [[]], ["{"]])(
    "a body of %j is 400",
    async (body) => {
      const reply = await post(`${await it.endpoint()}/run`, body);
      expect([reply.status, typeof reply.body.error]).toEqual([400, "string"]);
    },
  );

  test("payloads above 10 MB for run and 20 MB for runsync are 400", async () => {
    const id = await it.endpoint();
    const body = (size: number) => JSON.stringify({ input: { data: "x".repeat(size) } });
    expect((await post(`${id}/run`, body(10 * 1_048_576))).status).toBe(400);
    expect((await post(`${id}/run`, body(10 * 1_048_576 - 100))).status).toBe(200);
    expect((await post(`${id}/runsync`, body(20 * 1_048_576))).status).toBe(400);
    expect((await post(`${id}/run`, body(40 * 1_048_576))).status).toBe(400);
  });

  test("a load-balancing endpoint has no queue", async () => {
    const balancer = await it.endpoint({ type: "LB" });
    const { status, body } = await post(`${balancer}/run`, { input: {} });
    expect([status, body]).toEqual([400, { error: "not allowed for QB API" }]);
    expect((await it.send("GET", `/v2/${balancer}/health`)).status).toBe(200);
  });

  test("an unknown endpoint and an unknown operation are 404", async () => {
    expect((await post("nope/run", { input: {} })).body).toEqual({ error: "endpoint not found" });
    expect((await post(`${await it.endpoint()}/dance`, {})).status).toBe(404);
  });
});

describe("a clock that moves while a job begins", () => {
  let wall = Date.UTC(2026, 5, 1);
  const restless = useEmulator({ now: () => wall++ });

  test("leaves no job in progress for ever", async () => {
    const id = await restless.endpoint({ workersMin: 1, workersMax: 1 });
    restless.emulator.advance(1_000);
    for (let n = 0; n < 3; n++) {
      await restless.send("POST", `/v2/${id}/run`, { input: {} });
      restless.emulator.advance(1_000);
    }
    expect(restless.emulator.state().endpoints[0]?.jobs).toMatchObject({ completed: 3, inProgress: 0, inQueue: 0 });
  });
});
