import { expect, test } from "vitest";
import { type Platform, systemClock } from "../../../client";
import type { Values } from "../../../kernel/values";
import { isUnknown, unknownValue } from "../../../provider/hosts/properties/unknowns";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { catalogProblems } from "../../../provider/planning/catalog/problems";
import { catalogsOf } from "../../../provider/planning/catalogs";
import { formatProblems } from "../../../provider/planning/check";

const gpus = [
  { id: "NVIDIA L4", name: "L4", pool: "ADA_24", cudaVersions: [{ version: "12.4", available: true }] },
  { id: "NVIDIA L40S", name: "L40S", pool: "ADA_48_PRO" },
  { id: "NVIDIA H200", name: "H200", pool: null },
];

/** Catalogs that count their reads. */
function counted(fail?: Error) {
  const asked = { gpus: 0, cpus: 0, dataCenters: 0 };
  const answer = (name: keyof typeof asked, items: readonly object[]) => async () => {
    asked[name] += 1;
    if (fail !== undefined) throw fail;
    return items;
  };
  const catalog = {
    gpuTypes: answer("gpus", gpus),
    cpuTypes: answer("cpus", [{ id: "cpu3c" }, { id: "cpu5c" }]),
    dataCenters: answer("dataCenters", [{ id: "EU-RO-1" }, { id: "US-KS-2" }]),
  };
  const settingNames = { checkCatalog: "the provider argument checkCatalog" };
  return { asked, settingNames, catalogs: catalogsOf({ catalog } as unknown as Platform, systemClock) };
}

const wayOn = " (if RunPod accepts this input, set the provider argument checkCatalog to false)";

/** The lines without the next step, which stands once at the end. */
const told = async (...given: Parameters<typeof refusal>) => {
  const text = await refusal(...given);
  if (text !== "") expect(text.indexOf(wayOn)).toBe(text.length - wayOn.length);
  return text.replace(wayOn, "").split("\n");
};

const refusal = async (
  resource: typeof pod | typeof serverlessEndpoint,
  news: Values,
  olds: Values = {},
  made = counted(),
) => formatProblems(await catalogProblems(resource.inputs, { olds, news }, made, isUnknown));

test("a preview reports every unknown name with the nearest known name", async () => {
  const made = counted();
  const news = {
    gpu: { id: "NVIDIA L40s", allowedCudaVersions: ["12.4", "12.44"] },
    dataCenterIds: ["EU-RO-1", "EU-RO-2"],
    fallbacks: [{ gpu: { id: "NVIDIA L4" } }, { cpu: { id: "cpu3d", vcpuCount: 2 }, dataCenterIds: ["US-KS-1"] }],
  };
  expect((await told(pod, news, {}, made)).toSorted()).toEqual([
    'dataCenterIds[1]: "EU-RO-2" is no data center of RunPod; did you mean EU-RO-1?',
    'fallbacks[1].cpu.id: "cpu3d" is no CPU flavor of RunPod; did you mean cpu3c?',
    'fallbacks[1].dataCenterIds[0]: "US-KS-1" is no data center of RunPod; did you mean US-KS-2?',
    'gpu.allowedCudaVersions[1]: "12.44" is a CUDA version that no machine of RunPod has; did you mean 12.4?',
    expect.stringMatching(/^gpu\.id: "NVIDIA L40s" is no GPU type of RunPod; did you mean NVIDIA L40S/),
  ]);
  await told(pod, news, {}, made);
  expect(made.asked).toEqual({ gpus: 1, cpus: 1, dataCenters: 1 });
});

test("a preview reports unknown pools and locations of an endpoint", async () => {
  const endpoint = (gpuIds: string, locations?: string) => told(serverlessEndpoint, { gpuIds, locations });
  expect(await endpoint("NVIDIA L4")).toEqual([
    'gpuIds: takes GPU pools, and "NVIDIA L4" is a GPU type: that type is in ADA_24',
  ]);
  expect(await endpoint("NVIDIA H200")).toEqual([
    'gpuIds: takes GPU pools, and "NVIDIA H200" is a GPU type: no pool has that type',
  ]);
  expect(await endpoint("AMPERE_17")).toEqual([
    expect.stringMatching(/^gpuIds: "AMPERE_17" is no GPU pool of RunPod; did you mean AMPERE_16/),
  ]);
  expect(await endpoint("AMPERE_80,ADA_24,-NVIDIA L4", "CZ,EU-RO-1")).toEqual([""]);
  expect(await endpoint("ADA_24", "CZ,EU-RO-9")).toEqual([
    'locations: "EU-RO-9" is no data center of RunPod; did you mean EU-RO-1?',
  ]);
  // The regions in RunPod's documentation, and the regions of its data centers.
  expect(await endpoint("ADA_24", "GB,US,eu,JP")).toEqual([""]);
  expect(await endpoint("ADA_24", "ZZ,R0,RP")).toEqual([
    expect.stringMatching(
      /^locations: "ZZ" is no region of RunPod.*; "R0" is no data center.*; "RP" is no region of RunPod; did you mean [A-Z]{2}/,
    ),
  ]);
});

test("a preview reads the catalog only for changed names", async () => {
  const made = counted();
  const gpu = { id: "NVIDIA L40s" };
  expect(await told(pod, { gpu, image: "nginx:2" }, { gpu, image: "nginx" }, made)).toEqual([""]);
  expect(await told(pod, { gpu: { id: unknownValue }, image: "nginx" }, {}, made)).toEqual([""]);
  expect(await told(pod, { gpu: unknownValue, dataCenterIds: [] }, {}, made)).toEqual([""]);
  // The schema reports this value.
  expect(await told(pod, { gpu: unknownValue, dataCenterIds: [""] }, {}, made)).toEqual([""]);
  expect(made.asked).toEqual({ gpus: 0, cpus: 0, dataCenters: 0 });

  const mute = counted(new Error("no key"));
  expect(await told(pod, { gpu }, {}, mute)).toEqual([""]);
  expect(await told(pod, { gpu }, {}, mute)).toEqual([""]);
  expect(mute.asked.gpus).toBe(1);
});
