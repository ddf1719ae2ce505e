import { describe, expect, test } from "vitest";
import { startWorld, useEmulator } from "../support/harness";

const it = useEmulator({ rateLimit: "3/m,5/h,8/d" });
const get = () => it.send("GET", "/v2/pods");

test("the emulator accepts requests again after the window of the exhausted rate limit ends", async () => {
  expect((await get()).headers.ratelimit).toBe('"minute";r=2;t=60, "hour";r=4;t=3600, "day";r=7;t=86400');
  it.advance(20_000);
  await get();
  await get();
  const refused = await get();
  expect([refused.status, refused.body.detail]).toEqual([429, "rate limit exceeded for the minute window"]);
  expect(refused.headers["retry-after"]).toBe("40");
  expect(refused.headers.ratelimit).toContain('"minute";r=0;t=40, "hour";r=2');
  it.advance(40_000);
  expect((await get()).status).toBe(200);
});

test("the error about the rate limit names the window with the longest wait", async () => {
  for (let i = 0; i < 3; i++) await get();
  it.advance(60_000);
  for (let i = 0; i < 2; i++) await get();
  const refused = await get();
  expect(refused.body.detail).toBe("rate limit exceeded for the hour window");
  expect(refused.headers["retry-after"]).toBe("3540");
});

test("a rate limit can count the requests of a whole day", async () => {
  for (let hour = 0; hour < 2; hour++) {
    for (let i = 0; i < 20; i++) {
      await get();
      it.advance(61_000);
    }
    it.advance(3_600_000);
  }
  const refused = await get();
  expect(refused.body.detail).toBe("rate limit exceeded for the day window");
});

describe("GraphQL", () => {
  const limited = useEmulator({ graphqlRateLimit: "2/m,3/h" });
  const query = () => limited.query("{ myself { id } }");

  test("has a rate limit only if the emulator's options set a limit", async () => {
    expect((await query()).headers.ratelimit).toBe('"minute";r=1;t=60, "hour";r=2;t=3600');
    await query();
    const refused = await query();
    expect([refused.status, refused.body.errors, refused.headers["retry-after"]]).toEqual([
      ...[429, [{ message: "rate limit exceeded for the minute window" }], "60"],
    ]);
    expect((await limited.send("GET", "/v2/pods")).status).toBe(200);
    expect((await it.query("{ myself { id } }")).headers).not.toHaveProperty("ratelimit");
    limited.emulator.reset();
    expect((await query()).status).toBe(200);
  });

  test("answers every request with a 410 if retireGraphql is set", async () => {
    const retired = await startWorld({ retireGraphql: true });
    for (const authorization of ["", "Bearer emulator-key"]) {
      const { status, body } = await retired.post("/graphql", { query: "{ myself { id } }" }, { authorization });
      expect([status, body.errors.length]).toEqual([410, 1]);
    }
  });
});

test("the rate limit of REST does not apply to job operations, GraphQL or control calls", async () => {
  const id = await it.query("{ myself { id } }");
  expect(id.status).toBe(200);
  for (let i = 0; i < 3; i++) await get();
  expect((await it.post("/v2/pods", {}, { authorization: "Bearer emulator-read-only" })).status).toBe(429);
  expect((await it.send("GET", "/v2/pods", undefined, { authorization: "" })).status).toBe(401);
  expect(await it.statusOf("/v2/nope/health")).toBe(404);
  expect((await it.query("{ myself { id } }")).status).toBe(200);
  expect(await it.statusOf("/_emulator/state")).toBe(200);
});
