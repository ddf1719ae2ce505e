import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../../client";
import { networkVolume } from "../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { declaring } from "../../support/engine";
import { failure, useLifecycles } from "./harness";

const world = useLifecycles();
const comparing = { session: { checkCatalog: true } };
const aPod = declaring(pod);
const aVolume = declaring(networkVolume);

const web = { image: "nginx", gpu: { id: "NVIDIA L4" } };

test("an update creates no pod outside the data center of the pod's new volume", async () => {
  const stack = world.engine(comparing);
  const elsewhere = aPod((idOf) => ({
    ...web,
    dataCenterIds: ["US-KS-2"],
    mounts: { network: [{ volumeId: idOf("data"), path: "/data" }] },
  }));
  const program = { data: aVolume({ dataCenter: "EU-RO-1", size: 10 }), web: elsewhere };
  expect(await stack.preview(program)).toMatchObject([{ step: "create" }, { step: "create" }]);

  expect(await failure(stack.up(program))).toMatchObject({
    message: expect.stringContaining("web: mounts.network[0].volumeId: is a network volume in EU-RO-1"),
  });
  expect(world.emulator.counts().createPod).toBeUndefined();
  await expect(stack.preview(program)).rejects.toThrow("add EU-RO-1");
});

test("a preview of many pods needs one request for each catalog and one request for the list of volumes", async () => {
  const { id } = await world.platform.networkVolumes.create({ name: "data", dataCenter: "EU-RO-1", size: 10 });
  const mounts = { network: [{ volumeId: id, path: "/data" }] };
  const pods = Array.from({ length: 20 }, (_, index) => [
    `web${index}`,
    aPod({ ...web, mounts, globalNetworking: true, dataCenterIds: ["EU-RO-1"] }),
  ]);
  // The checks of a preview share a list for 30 seconds, and a busy machine needs more than a hundredth of that time.
  const { apiKey, url } = world.emulator;
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url });
  onTestFinished(() => platform.close());
  world.emulator.clearRequests();
  await world.engine({ ...comparing, platform: () => platform }).preview(Object.fromEntries(pods));
  expect(world.emulator.counts()).toEqual({ listGpuTypes: 1, listDataCenters: 1, listNetworkVolumes: 1 });
});

test("a preview warns if the program adds global networking in a data center without global networking", async () => {
  const stack = world.stackOf(pod, comparing);
  await stack.up({ ...web, dataCenterIds: ["EU-FR-1"] });
  const { id } = stack;
  await stack.preview({ ...web, globalNetworking: true });
  expect(stack.lines.join("\n")).toMatch(
    new RegExp(
      `warning: pod ${id} runs in EU-FR-1, .* Replace the pod, and set its dataCenterIds to data centers with global networking: .*EU-RO-1`,
    ),
  );
  await stack.preview({ ...web, image: "nginx:2" });
  expect(stack.lines.join("\n")).not.toContain("networking");
});

test("a preview refuses two volumes of one data center on an endpoint, and locations without its volume", async () => {
  const volumeIn = async (dataCenter: string) =>
    (await world.platform.networkVolumes.create({ name: dataCenter, dataCenter, size: 10 })).id;
  const [one, other, elsewhere] = [await volumeIn("EU-RO-1"), await volumeIn("EU-RO-1"), await volumeIn("EU-CZ-1")];
  const { id: templateId } = await world.platform.templates.create({ name: "t", image: "x", serverless: true });
  const stack = () => world.stackOf(serverlessEndpoint, comparing);
  const queue = { gpuIds: "AMPERE_16", templateId };
  await expect(stack().preview({ ...queue, networkVolumeIds: [one, other] })).rejects.toThrow(
    `networkVolumeIds: has two volumes in EU-RO-1, ${one} and ${other}: a worker mounts the volume of its data center`,
  );
  await expect(stack().preview({ ...queue, networkVolumeId: one, locations: "US,EU-CZ-1" })).rejects.toThrow(
    `networkVolumeId: has volume ${one} in EU-RO-1, and \`locations\` does not allow that data center: add EU-RO-1`,
  );
  for (const locations of [null, "RO,CZ", "EU-RO-1,EU-CZ-1"])
    await stack().preview({ ...queue, networkVolumeIds: [one, elsewhere], locations });
});

test.each([1, 2])("a preview accepts an endpoint whose workers have %i virtual CPUs", async (vcpuCount) => {
  const { id: templateId } = await world.platform.templates.create({ name: "t", image: "x", serverless: true });
  const stack = world.stackOf(serverlessEndpoint, comparing);
  expect(await stack.preview({ templateId, cpu: [{ id: "cpu3c", vcpuCount }] })).toMatchObject({ step: "create" });
});
