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

describe("the utilization of a pod", () => {
  test.each([
    ["the busiest GPU", {}, { gpus: [{ util: 0 }, { util: 80 }], cpu: { util: 3 } }, 80],
    ["the CPUs if the CPUs are busier than the GPUs", {}, { gpus: [{ util: 0 }], cpu: { util: 60 } }, 60],
    ["the CPUs if the pod has no GPU", cpuPod, { cpu: { util: 2 } }, 2],
  ])("equals the utilization of %s", async (_, pod, runtime, use) => {
    expect(await useOf(pod, runtime)).toBe(use);
  });

  test.each([
    ["the pod does not run", {}, null],
    ["RunPod reports no GPU", {}, { cpu: { util: 0 } }],
    ["RunPod reports the use of only some GPUs", {}, { gpus: [{ util: 0 }, {}], cpu: { util: 0 } }],
    ["RunPod reports no CPUs of a pod without GPUs", cpuPod, { uptime: 5 }],
  ])("is unknown if %s", async (_, pod, runtime) => {
    expect(await useOf(pod, runtime)).toBeUndefined();
  });
});

test.each([
  ["without jobs and of unknown age", true, { jobs: 0, runningSince: null }],
  ["with a queued job", false, { jobs: 1, runningSince: null }],
  [
    "at 4 % utilization that has run for exactly an hour",
    true,
    { utilization: 4, runningSince: "2026-06-01T11:00:00Z" },
  ],
  ["at 5 % utilization", false, { utilization: 5, runningSince: "2026-06-01T11:00:00Z" }],
  ["that has run for less than an hour", false, { utilization: 0, runningSince: "2026-06-01T11:00:01Z" }],
  ["of unknown activity", false, undefined],
])("with an idle limit of one hour, a resource %s counts as idle: %s", (_, idle, activity) => {
  expect(isIdle({ activity }, 3_600_000, Date.parse("2026-06-01T12:00:00Z"))).toBe(idle);
});
