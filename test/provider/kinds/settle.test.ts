import { expect, test } from "vitest";
import type { Platform, Pod, PodAction } from "../../../client";
import { restart, settleReset } from "../../../provider/kinds/pod/settle";
import { aPod } from "../../support/pods";
import { type TestRun, testRun } from "../../support/test-run";
import { settle, type VirtualClock } from "../../support/virtual-clock";

const urn = "urn:pulumi:dev::project::podwright:index:Pod::web";

/** A platform with one pod that shows these states in turn, and the last state for ever. */
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
  const start = (options: { urn?: string }): TestRun => ({
    ...testRun({ platform: { pods } as unknown as Platform }),
    ...options,
  });
  return { acted, start };
}

const stuck = aPod({ status: "STARTING", actions: ["terminate"], startedAt: null });
const restartable = { ...stuck, actions: ["restart", "stop", "terminate"] };
const running = aPod({ startedAt: "2026-06-01T12:01:00Z" });
const again = aPod({ startedAt: "2026-06-01T12:05:00Z" });
const long = { ...running, runtime: { uptime: 500 } };

interface Course {
  /**
   * The states that RunPod shows, in turn, after a change of the image or after a restart. The first is also the pod
   * before it.
   */
  readonly shows: readonly [Pod, ...Pod[]];
  readonly after?: "restart";
  readonly options?: { readonly timeoutMs?: number; readonly urn?: string; readonly isCancelled?: true };
  /** The pod at the end, or the message of the failure. */
  readonly ends: Partial<Pod> | string;
  readonly acts?: readonly PodAction[];
  readonly ms: readonly [least: number, most: number];
}

const quick = [0, 20_000] as const;
const courses: Readonly<Record<string, Course>> = {
  "a stuck pod is restarted if RunPod allows a restart": {
    ...{ shows: [restartable, ...Array<Pod>(40).fill(restartable), aPod()], ends: { status: "RUNNING" } },
    ...{ acts: ["restart"], ms: [20_000, 600_000] },
  },
  "a stuck pod is not restarted if it starts a new run by itself": {
    ...{ shows: [stuck, aPod()], ends: { status: "RUNNING" }, ms: quick },
  },
  "a stuck pod fails at once if RunPod allows neither a restart nor a stop": {
    ...{ shows: [stuck], options: { urn }, ms: quick },
    ends: `allows neither a restart nor a stop (terminate). "pulumi up --replace '${urn}'" makes a new pod in its place`,
  },
  "the error of a stuck pod explains how to find the URN if the host does not know the URN": {
    ...{ shows: [stuck], ends: '("pulumi stack --show-urns" shows the URN of web)', ms: quick },
  },
  "a new start time of a pod proves a restart that ended before the first read": {
    ...{ shows: [running, again], after: "restart", ends: again, acts: ["restart"], ms: [0, 5_000] },
  },
  "a shorter uptime of a pod proves a restart even if the start time stays the same": {
    ...{ shows: [long, { ...running, runtime: { uptime: 3 } }], after: "restart", acts: ["restart"] },
    ...{ ends: { runtime: { uptime: 3 } }, ms: quick },
  },
  "a cancelled update does not mistake a pod before its restart for the restarted pod": {
    ...{ shows: [running], after: "restart", options: { isCancelled: true }, acts: ["restart"] },
    ...{ ends: "the wait was cancelled", ms: quick },
  },
  "an update waits for a sign of the restart only until the update's deadline": {
    ...{ shows: [running], options: { timeoutMs: 4_000 }, ends: running, ms: [4_000, 4_000] },
  },
  "an update waits at most fifteen seconds for a sign of the restart": {
    ...{ shows: [running], ends: running, ms: [15_000, 15_000] },
  },
  "a restart without effect fails and is not sent twice": {
    ...{ shows: [running], after: "restart", options: { urn }, acts: ["restart"], ms: [0, 600_000] },
    ends: "RunPod confirmed the restart of pod pod1, but it had no effect: the pod is RUNNING as before. Restart it in the RunPod console",
  },
};

test.each(Object.entries(courses))("%s", async (_, { shows, after, options = {}, ends, acts = [], ms }) => {
  const { timeoutMs = 600_000, isCancelled = false, ...own } = options;
  const { acted, start } = podThatShows(...shows);
  const run = start(own);
  const [pod] = shows;
  const began = run.clock.now();
  const work =
    after === "restart"
      ? restart(run, pod, {}, began + timeoutMs)
      : settleReset(run, { before: pod, pod }, {}, began + timeoutMs);
  if (isCancelled) await settle();
  if (isCancelled) run.cancel();
  const outcome = await (run.clock as VirtualClock).run<Pod | string>(work.catch(({ message }: Error) => message));
  expect(outcome).toEqual(typeof ends === "string" ? expect.stringContaining(ends) : expect.objectContaining(ends));
  expect(acted).toEqual(acts);
  const took = run.clock.now() - began;
  expect([took >= ms[0], took <= ms[1]], `${took} ms`).toEqual([true, true]);
});
