import { describe, expect, test } from "vitest";
import type { Clock, EndpointHealth } from "../../../client";
import { exited, running, stoppable, watchedPods } from "../../../provider/kinds/pod/readiness";
import { activityOf, describeActivity, workersLeft } from "../../../provider/kinds/serverless-endpoint/activity";
import { isIdle, queueIsEmpty, serves, showsRelease } from "../../../provider/kinds/serverless-endpoint/readiness";
import { type Rollout, RolloutHistory } from "../../../provider/kinds/serverless-endpoint/serving/rollout";
import type { Condition } from "../../../provider/waiting/wait-for";
import { anEndpoint } from "../../support/endpoints";
import { aPod } from "../../support/pods";

const verdict = <T>(condition: Condition<T>, snapshot: T | undefined) => {
  const { ok, fatal } = condition(snapshot);
  return ok ? "met" : fatal === undefined ? "waits" : "pointless";
};

describe("the wait for a running pod", () => {
  test.each([
    [
      ["PROVISIONING", "STARTING", "RUNNING"],
      ["waits", "waits", "met"],
    ],
    [
      ["PROVISIONING", "STARTING", "ERROR"],
      ["waits", "waits", "pointless"],
    ],
    [
      ["STARTING", "EXITED"],
      ["waits", "pointless"],
    ],
    [
      ["STARTING", "TERMINATED"],
      ["waits", "pointless"],
    ],
    [
      ["STARTING", "HIBERNATING"],
      ["waits", "pointless"],
    ],
  ])("treats the states %j as %j", (statuses, verdicts) => {
    expect(statuses.map((status) => verdict(running, aPod({ status })))).toEqual(verdicts);
  });

  test("ends as soon as the pod is gone", () => {
    expect(running(undefined).fatal).toBe("the pod is gone: it was terminated before it ran");
  });

  test.each([
    ["no container", null, "waits"],
    ["a container", { uptime: 3 }, "met"],
    ["no field for containers", undefined, "met"],
  ])("judges a RUNNING pod with %s in the response (runtime %j): %s", (_, runtime, expected) => {
    expect(verdict(running, aPod({ status: "RUNNING", runtime }))).toBe(expected);
  });

  test("reads a pod individually if the list does not show its container", async () => {
    const [silent, plain] = [aPod({ id: "silent", runtime: undefined }), aPod({ id: "plain", runtime: null })];
    const asked: string[] = [];
    const pods = {
      listing: async () => ({ items: [silent, plain] }),
      get: async (id: string) => {
        asked.push(id);
        return aPod({ id, runtime: null });
      },
    };
    const read = await watchedPods.read({ pods } as never, ["silent", "plain"], new AbortController().signal);
    expect(running(await read("silent")).ok).toBe(false);
    expect(await read("plain")).toBe(plain);
    expect(asked).toEqual(["silent"]);
  });

  test("names an unknown state in the error", () => {
    expect(running(aPod({ status: "HIBERNATING" })).fatal).toContain("HIBERNATING");
  });
});

describe("the wait before the stop of a pod", () => {
  const busy = { status: "PROVISIONING", actions: ["terminate"] };

  test("ends when RunPod allows the stop", () => {
    expect(verdict(stoppable, aPod(busy))).toBe("waits");
    expect(verdict(stoppable, aPod({ ...busy, actions: ["stop", "terminate"] }))).toBe("met");
  });

  test("ends if the pod has stopped by itself", () => {
    expect(verdict(stoppable, aPod({ status: "EXITED", actions: ["start", "terminate"] }))).toBe("met");
  });

  test.each([
    [{ status: "ERROR", actions: ["start", "terminate"] }, "its container is in an error state and cannot be stopped"],
    [{ locked: true, actions: ["terminate"] }, "it is locked, and a locked pod cannot be stopped"],
    [{ status: "TERMINATED", actions: [] }, "the pod is gone: it was terminated before it stopped"],
  ])("fails at once if RunPod shows %j", (changes, reason) => {
    expect(stoppable(aPod(changes))).toMatchObject({ ok: false, fatal: reason });
  });

  test("succeeds when the pod is EXITED", () => {
    expect(["RUNNING", "EXITED"].map((status) => verdict(exited, aPod({ status })))).toEqual(["waits", "met"]);
  });
});

describe("the activity of an endpoint", () => {
  const health = (jobs: Partial<EndpointHealth["jobs"]>, workers: Record<string, number> = {}): EndpointHealth => ({
    jobs: { completed: 0, failed: 0, inProgress: 0, inQueue: 0, retried: 0, ...jobs },
    workers: { idle: 0, running: 0, ...workers },
  });

  test("counts a worker with two states only once", () => {
    expect(activityOf(anEndpoint({ workers: 0 }), health({}, { idle: 1, ready: 1 }))).toMatchObject({ counted: 1 });
    expect(activityOf(anEndpoint({ workers: 0 }), health({}, { ready: 1 }))).toMatchObject({ counted: 1 });
  });

  test("counts no throttled worker that only RunPod's counters show", () => {
    const leftover = health({}, { throttled: 1 });
    expect(workersLeft(activityOf(anEndpoint({ workers: 0 }), leftover))).toBe(0);
    expect(workersLeft(activityOf(anEndpoint({ workers: 1 }), leftover))).toBe(1);
  });

  test("counts a worker that only RunPod's counters or only its list shows", () => {
    expect(workersLeft(activityOf(anEndpoint({ workers: 0 }), health({}, { initializing: 1 })))).toBe(1);
    expect(workersLeft(activityOf(anEndpoint({ workers: 2 }), health({}, { idle: 1 })))).toBe(2);
    expect(workersLeft(activityOf(anEndpoint({ workers: 1, type: "LB" }), undefined))).toBe(1);
  });

  test.each([
    [{ queued: 0, inProgress: 0, workers: 0 }, "met", "met", "met"],
    [{ queued: 0, inProgress: 0, workers: 1 }, "waits", "waits", "met"],
    [{ queued: 0, inProgress: 1, workers: 0 }, "waits", "met", "waits"],
    [{ queued: 0, inProgress: 1, workers: 1 }, "waits", "met", "waits"],
    [{ queued: 0, inProgress: 1, workers: 2 }, "waits", "waits", "waits"],
    [{ queued: 1, inProgress: 0, workers: 0 }, "met", "met", "waits"],
    [undefined, "met", "met", "met"],
  ])(
    '%j means "%s" for a wait until the endpoint is idle, "%s" with `abandon`, and "%s" for an empty queue',
    (counts, rest, abandoned, empty) => {
      const activity = counts && { id: "e", ...counts, counted: counts.workers };
      expect(
        [isIdle("wait"), isIdle("abandon"), queueIsEmpty].map((condition) => verdict(condition, activity)),
      ).toEqual([rest, abandoned, empty]);
    },
  );

  test("is printed as the numbers of queued and running jobs", () => {
    expect(describeActivity({ id: "e", queued: 2, inProgress: 1 })).toBe("2 jobs queued, 1 job in progress");
    expect(describeActivity({ id: "e", queued: 0, inProgress: 0 })).toBe("nothing");
  });
});

describe("the wait for the workers of an endpoint", () => {
  const counted = (states: Record<string, number>): Rollout => ({ id: "e", states, stale: 0 });
  const listed = (states: Record<string, number>, more: Partial<Rollout> = {}): Rollout => ({
    ...counted(states),
    workers: [],
    version: 1,
    ...more,
  });
  const minute = 60_000;
  /** The snapshots of a wait that reads once a minute. */
  const seen = (...rollouts: readonly Rollout[]) => {
    let now = 0;
    const history = new RolloutHistory({ now: () => now } as Clock, undefined);
    return rollouts.map((rollout) => {
      now += minute;
      return history.see(rollout);
    });
  };
  const verdicts = (...rollouts: readonly Rollout[]) =>
    seen(...rollouts).map((one) => verdict(serves(2, 2, 2 * minute), one));

  test("ends when enough workers are idle or running", () => {
    expect(verdicts(listed({ IDLE: 1 }), listed({ IDLE: 1, RUNNING: 1 }))).toEqual(["waits", "met"]);
    expect(verdict(serves(2, 1, minute), seen(listed({ IDLE: 1 }))[0])).toBe("met");
  });

  test("fails at once if the endpoint is gone", () => {
    expect(verdict(serves(2, 2, minute), undefined)).toBe("pointless");
  });

  test("fails if workers are unhealthy for some time, even if RunPod replaces them meanwhile", () => {
    const [sick, next, well] = [listed({ UNHEALTHY: 1 }), listed({ INITIALIZING: 1 }), listed({ IDLE: 1 })];
    expect(verdicts(sick, sick, sick)).toEqual(["waits", "waits", "pointless"]);
    expect(verdicts(sick, next, sick)).toEqual(["waits", "waits", "pointless"]);
    expect(verdicts(sick, next, well, sick, sick)).toEqual(["waits", "waits", "waits", "waits", "waits"]);
    expect(verdicts(sick, sick, listed({ IDLE: 2 }))).toEqual(["waits", "waits", "met"]);
  });

  test("does not count a load balancer's worker without a successful health check as ready", () => {
    const running = (routable: number | undefined) => listed({ RUNNING: 2 }, { routable });
    expect(verdicts(running(0), running(1), running(2), running(undefined))).toEqual(["waits", "waits", "met", "met"]);
  });

  test("uses RunPod's counters until a list has shown the workers", () => {
    const [ready, failed] = [counted({ IDLE: 2 }), counted({ UNHEALTHY: 1 })];
    expect(verdicts(ready)).toEqual(["met"]);
    expect(verdicts(listed({ IDLE: 1 }), ready, failed)).toEqual(["waits", "waits", "waits"]);
  });

  test("notices a new release in the list of workers", () => {
    const before = listed({ IDLE: 2 });
    const shows = (rollout: Rollout) =>
      showsRelease(before, new RolloutHistory({ now: () => 0 } as Clock, before).see(rollout));
    expect(shows(before)).toBe(false);
    expect(shows(listed({}, { version: 2 }))).toBe(true);
    expect(shows(listed({}, { stale: 1 }))).toBe(true);
    expect(shows(counted({ IDLE: 2 }))).toBe(false);
  });
});
