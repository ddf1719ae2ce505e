import { describe, expect, test } from "vitest";
import { anId, throughClient } from "../support/client";
import { useEmulator } from "../support/harness";

const it = useEmulator({ workerStart: 500, jobDuration: 100 });

/** A job in the state, and what `status` answers of it. */
async function jobIn(status: string) {
  const endpoint = await it.endpoint({ workersMax: status === "IN_QUEUE" ? 0 : 1 });
  it.emulator.handle(endpoint, () => {
    if (status === "FAILED") throw new Error("no luck");
    return { output: { text: "hi" }, durationMs: 1000 };
  });
  const policy = status === "TIMED_OUT" ? { policy: { executionTimeout: 5000 } } : {};
  if (status === "TIMED_OUT") it.emulator.handle(endpoint, () => ({ durationMs: 60_000 }));
  const { body } = await it.send("POST", `/v2/${endpoint}/run`, { input: {}, ...policy });
  it.emulator.advance(600);
  if (status === "CANCELLED") await it.send("POST", `/v2/${endpoint}/cancel/${body.id}`);
  else if (status !== "IN_PROGRESS") it.emulator.advance(10_000);
  const answer = (await it.send("GET", `/v2/${endpoint}/status/${body.id}`)).body;
  const seen = await throughClient(it.emulator, ({ jobs }) => jobs.status(endpoint, body.id));
  return { answer, seen };
}

describe("a job may be in the status", () => {
  test.each(["IN_QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"])("%s", async (status) => {
    const { answer, seen } = await jobIn(status);
    expect([answer.status, seen.status]).toEqual([status, status]);
  });
});

test("a finished job is shown whole", async () => {
  const { answer, seen } = await jobIn("COMPLETED");
  expect(answer).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}-\w+$/),
    status: "COMPLETED",
    output: { text: "hi" },
    delayTime: 500,
    executionTime: 1000,
    workerId: expect.stringMatching(anId),
  });
  expect(seen).toMatchObject(answer);
});

test("a failed job is shown with its error, its worker and how often the platform dispatched it again", async () => {
  expect(Object.keys((await jobIn("FAILED")).answer).sort()).toEqual(
    ["delayTime", "error", "executionTime", "id", "retries", "status", "workerId"].sort(),
  );
  expect((await jobIn("TIMED_OUT")).answer).toMatchObject({ retries: 0 });
});

test("a job in progress shows its input, and no other does", async () => {
  expect((await jobIn("IN_PROGRESS")).answer).toMatchObject({ delayTime: 500, input: {} });
  for (const status of ["IN_QUEUE", "COMPLETED", "FAILED"])
    expect((await jobIn(status)).answer).not.toHaveProperty("input");
});

test("a job that is not finished has no output", async () => {
  expect((await jobIn("IN_PROGRESS")).answer).not.toHaveProperty("output");
});

describe("health shows", () => {
  test.each([
    ["jobs", ["completed", "failed", "inProgress", "inQueue", "retried"]],
    ["workers", ["idle", "initializing", "ready", "running", "throttled", "unhealthy"]],
  ] as const)("of %s the counts %j", async (part, counts) => {
    const id = await it.endpoint();
    const { body } = await it.send("GET", `/v2/${id}/health`);
    const seen = await throughClient(it.emulator, ({ jobs }) => jobs.health(id));
    for (const count of counts) expect([body[part][count], seen[part][count as never]]).toEqual([0, 0]);
  });
});
