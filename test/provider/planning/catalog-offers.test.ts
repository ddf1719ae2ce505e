import { expect, test } from "vitest";
import { type Platform, systemClock } from "../../../client";
import type { Values } from "../../../kernel/values";
import { isUnknown, unknownValue } from "../../../provider/hosts/properties/unknowns";
import { cluster } from "../../../provider/kinds/cluster/lifecycle";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { catalogProblems } from "../../../provider/planning/catalog/problems";
import { catalogsOf } from "../../../provider/planning/catalogs";
import { formatProblems } from "../../../provider/planning/check";

const nvidia = { id: "NVIDIA L4", manufacturer: "NVIDIA" };
const amd = { id: "AMD MI300X", manufacturer: "AMD" };
const networked = { id: "US-KS-2", globalNetwork: true };
const plain = { id: "EU-FR-1", globalNetwork: false };

interface Account {
  readonly dataCenters?: readonly object[];
  readonly fails?: boolean;
}

/** An account with one volume in `EU-FR-1`, which counts its requests. */
function account({ dataCenters = [networked, plain], fails = false }: Account = {}) {
  const asked = { gpus: 0, cpus: 0, dataCenters: 0, volumes: 0 };
  const answer =
    <T>(name: keyof typeof asked, value: T) =>
    async () => {
      asked[name] += 1;
      if (fails) throw new Error("no key");
      return value;
    };
  const platform = {
    catalog: {
      gpuTypes: answer("gpus", [nvidia, amd]),
      cpuTypes: answer("cpus", [{ id: "cpu3c", vcpu: { min: 2, max: 8 } }]),
      dataCenters: answer("dataCenters", dataCenters),
    },
    networkVolumes: {
      find: async (id: string) =>
        (await answer("volumes", [{ id: "vol1", dataCenter: "EU-FR-1" }])()).find((one) => one.id === id),
    },
  };
  const settingNames = { checkCatalog: "checkCatalog" };
  return { asked, settingNames, catalogs: catalogsOf(platform as unknown as Platform, systemClock) };
}

type Checked = typeof pod | typeof cluster | typeof serverlessEndpoint;

async function told({ inputs }: Checked, news: Values, olds: Values = {}, on = account()): Promise<string[]> {
  const text = formatProblems(await catalogProblems(inputs, { olds, news }, on, isUnknown));
  return text.replace(" (if RunPod accepts this input, set checkCatalog to false)", "").split("\n");
}

const mounts = { network: [{ volumeId: "vol1", path: "/data" }] };
const gpu = { id: nvidia.id };

test("a preview suggests alternatives to every combination that RunPod does not offer", async () => {
  const news = {
    ...{ gpu, mounts, globalNetworking: true, dataCenterIds: ["US-KS-2"] },
    fallbacks: [{ gpu: { id: amd.id } }, { cpu: { id: "cpu3c", vcpuCount: 16 } }, { dataCenterIds: ["EU-FR-1"] }],
  };
  expect((await told(pod, news)).toSorted()).toEqual([
    "fallbacks[0]: cannot run this pod: `globalNetworking` needs a pod with NVIDIA GPUs, but the manufacturer of AMD MI300X is AMD: choose another GPU type, or leave out `globalNetworking`",
    "fallbacks[1].cpu.vcpuCount: is a number of virtual CPUs that cpu3c does not offer: it has 2, 4 or 8",
    "fallbacks[2]: cannot run this pod: `globalNetworking` needs a suitable data center, but EU-FR-1, the data center of the volume, has no global networking: choose among US-KS-2",
    "globalNetworking: needs a suitable data center, but EU-FR-1, the data center of the volume, has no global networking: choose among US-KS-2",
    "mounts.network[0].volumeId: is a network volume in EU-FR-1, and `dataCenterIds` does not allow that data center: add EU-FR-1, or mount a volume of an allowed data center",
  ]);
});

test.each<[string, Checked, Values, string | RegExp]>([
  [
    "a GPU without global networking",
    pod,
    { gpu: { id: amd.id }, globalNetworking: true },
    /^globalNetworking: needs a pod with NVIDIA GPUs/,
  ],
  [
    "global networking in no allowed data center",
    pod,
    { gpu, globalNetworking: true, dataCenterIds: ["EU-FR-1"] },
    /no allowed data center has global networking: choose among US-KS-2$/,
  ],
  [
    "global networking in one allowed data center",
    pod,
    { gpu, globalNetworking: true, dataCenterIds: ["EU-FR-1", "US-KS-2"] },
    "",
  ],
  [
    "data centers without global networking for a pod that needs no global networking",
    pod,
    { gpu, dataCenterIds: ["EU-FR-1"] },
    "",
  ],
  ["a number of vCPUs that the flavor has", pod, { cpu: { id: "cpu3c", vcpuCount: 8 } }, ""],
  [
    "a number of vCPUs that the flavor lacks",
    serverlessEndpoint,
    { cpu: [{ id: "cpu3c", vcpuCount: 16 }] },
    /^cpu\[0\]\.vcpuCount: .* it has 1, 2, 4 or 8$/,
  ],
  [
    "a cluster's volume in another data center",
    cluster,
    { mounts, dataCenterIds: ["US-KS-2"] },
    /^mounts\.network\[0\]\.volumeId: is a network volume in EU-FR-1/,
  ],
  ["a volume in one of the data centers", cluster, { mounts, dataCenterIds: ["US-KS-2", "EU-FR-1"] }, ""],
  [
    "a volume that the list lacks",
    pod,
    { mounts: { network: [{ volumeId: "new", path: "/" }] }, dataCenterIds: ["US-KS-2"] },
    "",
  ],
])("a preview compares the inputs with RunPod's offers: %s", async (_, kind, news, message) => {
  const names = { ...kind, inputs: { ...kind.inputs, names: {} } };
  expect((await told(names as Checked, news)).join("\n")).toMatch(message === "" ? /^$/ : message);
});

test("a changed catalog does not prevent an update of a running pod", async () => {
  const before = { gpu, mounts, globalNetworking: true, dataCenterIds: ["EU-FR-1"], image: "nginx:1" };
  expect(await told(pod, { ...before, image: "nginx:2" }, before)).toEqual([""]);
  expect(await told(pod, { ...before, fallbacks: [{ gpu }] }, before)).toEqual([""]);
  expect(await told(pod, { ...before, mounts: {} }, before)).toEqual([
    expect.stringMatching(/^globalNetworking: needs/),
  ]);
  expect(await told(pod, before)).toEqual([expect.stringMatching(/^globalNetworking: needs/)]);
});

test("a preview succeeds even if RunPod's catalogs do not respond", async () => {
  const open = { gpu: unknownValue, cpu: { id: "cpu3c", vcpuCount: unknownValue }, globalNetworking: true };
  const on = account();
  const unknownPlace = { ...open, dataCenterIds: [unknownValue, "US-KS-2"], mounts: { network: unknownValue } };
  expect(await told({ ...pod, inputs: { ...pod.inputs, names: {} } }, unknownPlace, {}, on)).toEqual([""]);
  expect(on.asked).toEqual({ gpus: 0, cpus: 0, dataCenters: 0, volumes: 0 });

  const mute = account({ fails: true });
  const news = {
    gpu: { id: amd.id },
    cpu: { id: "cpu3c", vcpuCount: 16 },
    mounts,
    globalNetworking: true,
    dataCenterIds: ["US-KS-2"],
  };
  expect(await told(pod, news, {}, mute)).toEqual([""]);
  expect(await told(pod, news, {}, mute)).toEqual([""]);
  expect(mute.asked).toMatchObject({ gpus: 1, cpus: 1, dataCenters: 1 });
  expect(
    await told(pod, { gpu, globalNetworking: true, dataCenterIds: ["EU-FR-1"] }, {}, account({ dataCenters: [plain] })),
  ).toEqual([""]);
});

test("the comparison with RunPod's offers does not fail, even if inputs have a wrong type", async () => {
  for (const odd of [null, 7, "x", [], [null], { a: 1 }]) {
    const news = { gpu: odd, cpu: odd, dataCenterIds: odd, mounts: odd, fallbacks: odd, globalNetworking: true };
    for (const kind of [pod, cluster, serverlessEndpoint])
      expect(await told({ ...kind, inputs: { ...kind.inputs, names: {} } } as Checked, news)).toEqual([""]);
  }
});
