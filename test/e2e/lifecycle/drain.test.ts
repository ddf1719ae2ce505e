import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { killEngine } from "../harness/kills/kill";
import { declared, drainEveryPolicy, expectNoRestDelete, settings, submit, until } from "../harness/platform/draining";

test("each drain policy is kept: no endpoint is deleted while a worker or a job it waits for is left", () =>
  drainEveryPolicy());

test("a drain that is refused, can never end, or takes too long deletes nothing, puts the workers back and says what is left", async () => {
  const { emulator, stack } = await emulated({ saveEndpoint: "replace" });
  const soon = { customTimeouts: { delete: "2s" } };
  stack.declare([
    ...declared("refusing", { drain: { queued: "refuse" } }),
    ...declared("hopeless", { drain: { queued: "process" }, workersMax: 0 }),
    ...declared("slow", { workersMin: 1, workersMax: 2 }, soon),
    ...declared("busy", { drain: { queued: "process" } }, soon),
    ...declared("stubborn", { workersMax: 3, idleTimeout: 60, flashBootType: "FLASHBOOT", locations: "CZ,FR" }),
  ]);
  expect((await stack.up()).ok).toBe(true);
  const before = settings(emulator);
  emulator.handle("*", () => ({ durationMs: 600_000 }));
  const id = (name: string) => emulator.state().endpoints.find((one) => one.name === name)?.id ?? "";
  for (const [name, jobs] of [
    ["refusing", 2],
    ["hopeless", 1],
    ["slow", 1],
    ["busy", 2],
  ] as const)
    await submit(emulator, id(name), jobs);
  await until(() => emulator.state().endpoints.filter(({ jobs }) => jobs.inProgress > 0).length === 3);
  emulator.addFault({
    operation: "deleteEndpoint",
    effect: { status: 200, body: { errors: [{ message: "not while it is being billed" }], data: null } },
  });
  emulator.clearRequests();

  const failed = await stack.destroy("--continue-on-error");

  expect(failed.ok).toBe(false);
  expect(settings(emulator)).toEqual(before);
  expect(stack.resources().filter(({ type }) => type.endsWith(":ServerlessEndpoint"))).toHaveLength(5);
  const told = (name: string) =>
    failed.text.split("\n").find((line) => line.includes(`("${name}") could not be drained`));
  expect(told("refusing")).toMatch(/it has 1 job in its queue, and drain.queued is "refuse"; nothing was changed/);
  expect(told("hopeless")).toMatch(/1 job in its queue that must be processed, but workersMax is 0/);
  expect(told("slow")).toMatch(
    /after \d+m?s, with 1 job in progress, 1 worker left; it was not deleted, and it has workersMin 1 and workersMax 2 again/,
  );
  expect(told("busy")).toMatch(
    /after \d+m?s, with 1 job queued, 1 job in progress, .*; nothing was changed.*Whoever goes on submitting/,
  );
  expect(told("stubborn")).toMatch(
    /the platform refused the delete: .*not while it is being billed.*workersMin 0 and workersMax 3 again/,
  );
  expect(failed.text).toContain("a longer customTimeouts.delete");
  expect(emulator.counts().deleteEndpoint).toBe(1);
  expectNoRestDelete(emulator);

  const after = await stack.preview("--expect-no-changes");
  expect(after.ok, after.text).toBe(true);
});

test("an engine that is killed while an endpoint is drained leaves the workers as they were", async () => {
  const { emulator, stack } = await emulated();
  stack.declare(declared("busy", { workersMin: 1, workersMax: 2 }));
  expect((await stack.up()).ok).toBe(true);
  const before = settings(emulator);
  emulator.handle("*", () => ({ durationMs: 600_000 }));
  for (const { id } of emulator.state().endpoints) await submit(emulator, id, 1);

  const destroying = stack.start(["destroy", "--yes", "--skip-preview", "--stack", "test"]);
  await until(() => emulator.state().endpoints.every(({ workersMax }) => workersMax === 0));
  await killEngine(destroying);

  await until(() => emulator.state().endpoints.every(({ workersMax }) => workersMax !== 0));
  expect(settings(emulator)).toEqual(before);
  expect(emulator.counts().deleteEndpoint).toBeUndefined();
});
