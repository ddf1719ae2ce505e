import { describe, expect, test } from "vitest";
import { JobRate } from "../../../emulator/http/job-rate";
import { problem, useEmulator } from "../support/harness";

const it = useEmulator({ jobRateLimit: true });
const free = useEmulator();

async function statuses(times: number, send: () => Promise<{ status: number }>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let n = 0; n < times; n++) {
    const { status } = await send();
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

describe("the rate limits of the emulator's job operations", () => {
  test("apply to each endpoint separately", async () => {
    const [a, b] = [await it.endpoint({ workersMax: 0 }), await it.endpoint({ workersMax: 0 })];
    const purge = (id: string) => () => it.post(`/v2/${id}/purge-queue`);
    expect(await statuses(4, purge(a))).toEqual({ 200: 2, 429: 2 });
    expect(await statuses(2, purge(b))).toEqual({ 200: 2 });
    const { status, body, headers } = await purge(a)();
    expect([status, body]).toEqual([
      429,
      problem(429, expect.stringContaining("2 purge-queue requests in 10 seconds")),
    ]);
    expect(headers).not.toHaveProperty("retry-after");
    it.advance(9_999);
    expect((await purge(a)()).status).toBe(429);
    it.advance(1);
    expect(await statuses(3, purge(a))).toEqual({ 200: 2, 429: 1 });
  });

  test.each([
    ["at most 1000 run requests in ten seconds and 200 at a time", "run", 1000, 200],
    ["at most 2000 runsync requests in ten seconds and 400 at a time", "runsync", 2000, 400],
    ["at most 2000 status requests in ten seconds and 400 at a time", "status", 2000, 400],
    ["at most 2000 stream requests in ten seconds and 400 at a time", "stream", 2000, 400],
    ["at most 100 cancel requests in ten seconds and 20 at a time", "cancel", 100, 20],
    ["at most 2 purge-queue requests in ten seconds", "purge-queue", 2, undefined],
    ["any number of retry requests", "retry", undefined, undefined],
    ["any number of health requests", "health", undefined, undefined],
  ])("allow %s", async (_, operation, requests, atOnce) => {
    const rate = new JobRate(true);
    const taken = (work: () => Promise<void> | undefined) =>
      rate.during("ep1", operation, 0, work).then(
        () => 1,
        () => 0,
      );
    const together = await Promise.all(Array.from({ length: 500 }, () => taken(() => Promise.resolve())));
    let sum = together.reduce((all, one) => all + one, 0);
    expect(sum).toBe(Math.min(atOnce ?? 500, requests ?? 500));
    for (let n = 0; n < 2500; n++) sum += await taken(() => undefined);
    expect(sum).toBe(requests ?? 3000);
  });

  test("need no memory for an endpoint that receives no more requests", async () => {
    const rate = new JobRate(true);
    const waits = new Promise<void>(() => undefined);
    void rate.during("waiting", "runsync", 0, () => waits);
    for (let n = 0; n < 1000; n++) await rate.during(`ep${n}`, "status", n, () => undefined);
    expect(rate).toHaveProperty("uses.size", 1001);
    await rate.during("later", "status", 20_000, () => undefined);
    expect(rate).toHaveProperty("uses.size", 2);
  });

  test("apply only if the emulator starts with the option jobRateLimit", async () => {
    const id = await free.endpoint();
    expect(await statuses(10, () => free.post(`/v2/${id}/purge-queue`))).toEqual({ 200: 10 });
  });
});
