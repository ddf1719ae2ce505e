import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { type Permit, RateBudget } from "../../../client/http/rate/rate-budget";
import { WindowSpent } from "../../../client/http/rate/rate-windows";
import { fc, runs } from "../../support/property";
import { settle, VirtualClock } from "../../support/virtual-clock";
import { RateLimitedServer } from "../support/rate-limited-server";

const MINUTE = { name: "minute", quota: 60, lengthMs: 60_000 };

interface CallHow {
  readonly signal?: AbortSignal;
  readonly withHeaders?: boolean;
}

function setUp(limits = [MINUTE]) {
  const clock = new VirtualClock();
  const server = new RateLimitedServer(clock, limits);
  const told: string[] = [];
  const budget = new RateBudget({ clock, onWait: (sentence) => told.push(sentence) });
  const call = async (thereMs = 20, backMs = 20, { signal, withHeaders = true }: CallHow = {}) => {
    const permit = await budget.acquire(signal);
    const { status, headers } = await server.handle(thereMs, backMs);
    // Some refusals carry no rate headers, but count as requests.
    if (withHeaders) permit.responded(status, headers);
    else permit.responded(409, {});
    return status;
  };
  return { clock, server, told, budget, call };
}

const many = (count: number, call: () => Promise<number>) => Promise.all(Array.from({ length: count }, () => call()));

describe("a rate limit of 60 requests a minute", () => {
  test("lets two hundred concurrent calls succeed without a 429", async () => {
    const { clock, server, call } = setUp();
    const start = clock.now();
    await clock.run(many(200, call));
    expect(server.refused).toBe(0);
    expect(clock.now() - start).toBeGreaterThan(180_000);
    expect(clock.now() - start).toBeLessThan(200_000);
  });

  test("delays no call while the limit allows many more requests", async () => {
    const { clock, call, told } = setUp();
    const start = clock.now();
    await clock.run(many(40, call));
    expect(clock.now() - start).toBeLessThan(200);
    expect(told).toEqual([]);
  });

  test("delays all other calls until the first response arrives", async () => {
    const { clock, server, call } = setUp();
    const calls = many(10, call);
    await settle();
    clock.advance(20);
    await settle();
    expect(server.arrivals).toHaveLength(1);
    await clock.run(calls);
    expect(server.arrivals).toHaveLength(10);
  });

  test("spreads the last few requests over the rest of the minute", async () => {
    const { clock, server, call } = setUp();
    await clock.run(many(60, call));
    const gaps = server.arrivals.slice(52).map((at, index) => at - (server.arrivals[51 + index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(3_000);
  });

  test("causes only one message about a long pause", async () => {
    const { clock, told, call } = setUp();
    await clock.run(many(70, call));
    expect(told.filter((sentence) => sentence.startsWith("Slowing"))).toEqual([
      "Slowing down for about 61 s: RunPod's limit of requests per minute is nearly used up",
    ]);
  });
});

test("the client sends calls in the order in which the program makes them", async () => {
  const { clock, budget, server } = setUp();
  const order: number[] = [];
  const calls = Array.from({ length: 70 }, async (_, index) => {
    const permit = await budget.acquire();
    order.push(index);
    const { status, headers } = await server.handle(5, 5);
    permit.responded(status, headers);
  });
  await clock.run(Promise.all(calls));
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test("an abort signal ends only its own waiting call", async () => {
  const { clock, call } = setUp();
  const abort = new AbortController();
  const calls = many(65, call);
  const ended = call(5, 5, { signal: abort.signal });
  const after = call();
  ended.catch(() => undefined);
  await settle();
  abort.abort(new Error("enough"));
  await expect(ended).rejects.toThrow("enough");
  expect(await clock.run(Promise.all([calls, after]))).toBeDefined();
});

test("the client keeps no timer after the last waiting call is aborted", async () => {
  const { clock, call } = setUp();
  await clock.run(many(60, () => call(0, 0)));
  const abort = new AbortController();
  const ended = call(0, 0, { signal: abort.signal });
  await settle();
  expect(clock.sleeping).toBe(1);
  abort.abort(new Error("enough"));
  await expect(ended).rejects.toThrow("enough");
  expect(clock.sleeping).toBe(0);
});

test.each([
  ["waits", 64_000, 200],
  ["does not wait", 70_000, "refused"],
] as const)("a call %s for a rate limit that ends in %d ms", async (_, lengthMs, outcome) => {
  const { clock, call } = setUp([{ name: "minute", quota: 1, lengthMs }]);
  await clock.run(call(0, 0));
  const next = call(0, 0).catch((error: unknown) => (error instanceof WindowSpent ? "refused" : error));
  expect(await clock.run(next)).toBe(outcome);
});

test("a call fails at once if the limit per hour is exhausted", async () => {
  const { clock, server, call } = setUp([MINUTE, { name: "hour", quota: 5, lengthMs: 3_600_000 }]);
  await clock.run(many(5, call));
  const error = await clock.run(call().catch((reason: unknown) => reason));
  expect(error).toBeInstanceOf(WindowSpent);
  expect(error).toMatchObject({ window: "hour" });
  expect((error as WindowSpent).resetsAtMs - clock.now()).toBeGreaterThan(3_590_000);
  expect(server.arrivals).toHaveLength(5);
});

test("the client removes its listener from an abort signal when a call ends", async () => {
  const budget = new RateBudget({ clock: new VirtualClock() });
  const { signal } = new AbortController();
  for (let call = 0; call < 20; call += 1) (await budget.acquire(signal)).responded(200, {});
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("no call waits if RunPod reports no rate limits", async () => {
  const clock = new VirtualClock();
  const budget = new RateBudget({ clock });
  (await budget.acquire()).responded(200, {});
  const permits = await Promise.all(Array.from({ length: 100 }, () => budget.acquire()));
  expect(permits).toHaveLength(100);
});

test("a slow response does not make other calls wait longer for the rate limit", async () => {
  const { clock, server, call } = setUp();
  const start = clock.now();
  await clock.run(call(0, 0));
  await clock.run(Promise.all([call(0, 55_000), many(70, () => call(0, 0))]));
  expect(server.refused).toBe(0);
  expect(clock.now() - start).toBeLessThan(75_000);
});

test("a request counts toward the rate limit even if the response has no rate headers", async () => {
  const { clock, server, call } = setUp();
  const calls = Array.from({ length: 130 }, (_, index) => call(20, 20, { withHeaders: index < 2 || index % 60 > 57 }));
  await clock.run(Promise.all(calls));
  expect(server.refused).toBe(0);
});

test("a 401 without rate headers does not mean that RunPod has no rate limits", async () => {
  const budget = new RateBudget({ clock: new VirtualClock() });
  (await budget.acquire()).responded(401, {});
  await budget.acquire();
  let second = false;
  void budget.acquire().then(() => {
    second = true;
  });
  await settle();
  expect(second).toBe(false);
});

test("the client doubles the number of concurrent calls after each round of unusable responses", async () => {
  const budget = new RateBudget({ clock: new VirtualClock() });
  const granted: Permit[] = [];
  for (let index = 0; index < 20; index += 1) void budget.acquire().then((permit) => granted.push(permit));
  const sizes: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await settle();
    sizes.push(granted.length);
    granted.splice(0).forEach((permit, index) => {
      if (index === 0) permit.failed();
      else permit.responded(500, {});
    });
  }
  expect(sizes[0]).toBe(1);
  expect(sizes[1]).toBe(2);
});

test("a 429 delays all calls for the wait that the response names", async () => {
  const clock = new VirtualClock();
  const budget = new RateBudget({ clock, assume: "exempt" });
  (await budget.acquire()).responded(429, { "retry-after": "7" });
  const start = clock.now();
  await clock.run(Promise.all([budget.acquire(), budget.acquire()]));
  expect(clock.now() - start).toBe(7_000);
});

test("a shorter 429 does not release the calls that a longer 429 delays", async () => {
  const clock = new VirtualClock();
  const budget = new RateBudget({ clock, assume: "exempt" });
  const [first, second] = [await budget.acquire(), await budget.acquire()];
  first.responded(429, { "retry-after": "7" });
  second.responded(429, { "retry-after": "2" });
  const start = clock.now();
  await clock.run(budget.acquire());
  expect(clock.now() - start).toBe(7_000);
});

test("the client never exceeds a rate limit, for any latency and number of calls", async () => {
  const delay = fc.integer({ min: 0, max: 3_000 });
  const wave = fc.record({
    startMs: fc.integer({ min: 0, max: 90_000 }),
    calls: fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 25 }),
  });
  const waves = fc.array(wave, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), waves, async (quota, planned) => {
      const { clock, server, call } = setUp([{ ...MINUTE, quota }]);
      const all = planned.map(async ({ startMs, calls }) => {
        await clock.sleep(startMs);
        return Promise.all(calls.map(([there, back]) => call(there, back)));
      });
      const statuses = (await clock.run(Promise.all(all))).flat();
      expect(statuses.every((status) => status === 200)).toBe(true);
      expect(server.refused).toBe(0);
    }),
    { numRuns: runs(40) },
  );
});
