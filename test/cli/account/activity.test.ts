import { describe, expect, test } from "vitest";
import { isIdle } from "../../../cli/account/inventory";
import { kindOnAccount } from "../../../cli/account/kinds";
import type { Pod, PodRuntime } from "../../../client";
import { aPod } from "../../support/pods";

const useOf = async (pod: Partial<Pod>, runtime: PodRuntime | null) => {
  const account = {} as Parameters<NonNullable<ReturnType<typeof kindOnAccount>["activity"]>>[1];
  return (await kindOnAccount("Pod").activity?.(aPod({ ...pod, runtime }), account))?.utilization;
};
const cpuPod = { gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2, memory: 4 } };

describe("the use of a pod", () => {
  test.each([
    ["its busiest GPU", {}, { gpus: [{ util: 0 }, { util: 80 }], cpu: { util: 3 } }, 80],
    ["its CPUs where they are busier, such as during a download", {}, { gpus: [{ util: 0 }], cpu: { util: 60 } }, 60],
    ["the CPUs of a pod without GPUs", cpuPod, { cpu: { util: 2 } }, 2],
  ])("is %s", async (_, pod, runtime, use) => {
    expect(await useOf(pod, runtime)).toBe(use);
  });

  test.each([
    ["the pod does not run", {}, null],
    ["RunPod reports no GPU", {}, { cpu: { util: 0 } }],
    ["RunPod reports the use of only some GPUs", {}, { gpus: [{ util: 0 }, {}], cpu: { util: 0 } }],
    ["RunPod reports no CPUs of a pod without GPUs", cpuPod, { uptime: 5 }],
  ])("is unknown, and so never idle, if %s", async (_, pod, runtime) => {
    expect(await useOf(pod, runtime)).toBeUndefined();
  });
});

test.each([
  ["without jobs and with an unknown age", { jobs: 0, runningSince: null }, true],
  ["with a queued job", { jobs: 1, runningSince: null }, false],
  ["below 5 % for exactly that time", { utilization: 4, runningSince: "2026-06-01T11:00:00Z" }, true],
  ["at 5 %", { utilization: 5, runningSince: "2026-06-01T11:00:00Z" }, false],
  ["that runs for less time", { utilization: 0, runningSince: "2026-06-01T11:00:01Z" }, false],
  ["of unknown work", undefined, false],
])("an item %s: idle for an hour is %3$s", (_, activity, idle) => {
  expect(isIdle({ activity }, 3_600_000, Date.parse("2026-06-01T12:00:00Z"))).toBe(idle);
});
