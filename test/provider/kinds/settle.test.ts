import { describe, expect, test } from "vitest";
import type { Platform, Pod, PodAction } from "../../../client";
import { restart, settleReset } from "../../../provider/kinds/pod/settle";
import { aPod } from "../../support/pods";
import { type TestRun, testRun } from "../../support/test-run";
import { settle, type VirtualClock } from "../../support/virtual-clock";

const urn = "urn:pulumi:dev::project::podwright:index:Pod::web";

/** A platform with one pod that shows these states in turn, the last one for ever. */
function podThatShows(...states: readonly [Pod, ...Pod[]]) {
  const acted: PodAction[] = [];
  let looks = 0;
  const pods = {
    get: async () => states[Math.min(looks++, states.length - 1)],
    act: async (_id: string, action: PodAction) => {
      acted.push(action);
      return states[0];
    },
  };
  const start = (options: { timeoutMs?: number; urn?: string } = {}): TestRun => ({
    ...testRun({ platform: { pods } as unknown as Platform }),
    ...options,
  });
  return { acted, start, looks: () => looks };
}

const within = (run: TestRun, ms: number) => run.clock.now() + ms;
const done = <T>(run: TestRun, work: Promise<T>) => (run.clock as VirtualClock).run(work);
const stuck = aPod({ status: "STARTING", actions: ["terminate"], startedAt: null });

describe("a pod whose start is stuck and whose image was changed", () => {
  const reset = (run: TestRun) => settleReset(run, { before: stuck, pod: stuck }, {}, within(run, 600_000));

  test("is restarted if RunPod allows it", async () => {
    const restartable = { ...stuck, actions: ["restart", "stop", "terminate"] };
    const { acted, start, looks } = podThatShows(restartable, ...Array<Pod>(40).fill(restartable), aPod());
    const run = start();
    const pod = settleReset(run, { before: restartable, pod: restartable }, {}, within(run, 600_000));
    expect((await done(run, pod)).status).toBe("RUNNING");
    expect(acted).toEqual(["restart"]);
    expect(looks()).toBeGreaterThan(40);
  });

  test("gets no restart if it shows a new run by itself", async () => {
    const { acted, start } = podThatShows(stuck, aPod());
    const run = start();
    expect((await done(run, reset(run))).status).toBe("RUNNING");
    expect(acted).toEqual([]);
  });

  test("fails at once if RunPod allows no action, and suggests the command that helps", async () => {
    const { acted, start } = podThatShows(stuck);
    const run = start({ urn });
    const before = run.clock.now();
    await expect(done(run, reset(run))).rejects.toThrow(
      `allows neither a restart nor a stop (terminate). "pulumi up --replace '${urn}'" makes a new pod in its place`,
    );
    expect(run.clock.now() - before).toBeLessThan(20_000);
    expect(acted).toEqual([]);
  });

  test("fails with the way to find the URN if the host does not know it", async () => {
    const run = podThatShows(stuck).start();
    await expect(done(run, reset(run))).rejects.toThrow('the URN of web that "pulumi stack --show-urns" shows');
  });
});

describe("the first sign of a new run", () => {
  const running = aPod({ startedAt: "2026-06-01T12:01:00Z" });
  const again = aPod({ startedAt: "2026-06-01T12:05:00Z" });

  test("is a new start time, if a restart ended before the first read", async () => {
    const { start } = podThatShows(running, again);
    const run = start();
    const before = run.clock.now();
    const pod = await done(run, restart(run, running, {}, within(run, 600_000)));
    expect(pod.startedAt).toBe(again.startedAt);
    expect(run.clock.now() - before).toBeLessThan(5_000);
  });

  test("does not count as seen in a cancelled run, even if the pod has been running for long", async () => {
    const run = podThatShows(running).start();
    const restarting = restart(run, running, {}, within(run, 600_000));
    await settle();
    run.cancel();
    await expect(done(run, restarting)).rejects.toThrow("the wait was cancelled");
  });

  test("is not awaited beyond the deadline of the operation", async () => {
    const run = podThatShows(running).start();
    const before = run.clock.now();
    await done(run, settleReset(run, { before: running, pod: running }, {}, within(run, 4_000)));
    expect(run.clock.now() - before).toBe(4_000);
  });

  test("is not awaited longer than a lag may last", async () => {
    const run = podThatShows(running).start();
    const before = run.clock.now();
    await done(run, settleReset(run, { before: running, pod: running }, {}, within(run, 600_000)));
    expect(run.clock.now() - before).toBe(15_000);
  });
});

describe("an action of a pod", () => {
  const running = aPod({ startedAt: "2026-06-01T12:01:00Z" });

  test("that RunPod answers as done and that has no effect is no success: a restart is not sent twice", async () => {
    const { acted, start } = podThatShows(running);
    const run = start({ urn });
    await expect(done(run, restart(run, running, {}, within(run, 600_000)))).rejects.toThrow(
      `RunPod answered the restart of pod pod1 as done, and it had no effect: the pod is RUNNING as before. Restart it in the RunPod console`,
    );
    expect(acted).toEqual(["restart"]);
  });

  test("shows a new run by a shorter uptime, if the start time stays", async () => {
    const before = { ...running, runtime: { uptime: 500 } };
    const { start } = podThatShows(before, { ...running, runtime: { uptime: 3 } });
    const run = start();
    expect((await done(run, restart(run, before, {}, within(run, 600_000)))).runtime).toEqual({ uptime: 3 });
  });
});
