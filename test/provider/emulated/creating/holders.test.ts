import { expect, test } from "vitest";
import type { Values } from "../../../../kernel/values";
import { holders, unrecordedHolders } from "../../../../provider/creating/holders";
import { allResources } from "../../../../provider/kinds/kinds";
import { podTraces } from "../../../../provider/kinds/pod/create/traces";
import { markerOf } from "../../../../provider/planning/marker";
import { testRun } from "../../../support/test-run";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
const stack = { organization: "-", project: "shop", stack: "prod" };

const resourceOf = (kind: string) => {
  const found = allResources.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`there is no kind ${kind}`);
  return found as never;
};

const gpu = { id: "NVIDIA L4" };
const ofCluster = { type: "TRAINING", compute: { gpuTypeId: gpu.id, gpuCountPerPod: 1, podCount: 2 } };
const rows: readonly {
  kind: string;
  inputs: Values;
  holder: string;
  holding: (id: string) => Values | Promise<Values>;
}[] = [
  {
    kind: "Template",
    inputs: { image: "worker", serverless: true },
    holder: "ServerlessEndpoint",
    holding: (templateId) => ({ templateId, gpuIds: "AMPERE_16", workersMax: 1 }),
  },
  {
    kind: "NetworkVolume",
    inputs: { size: 10, dataCenter: "US-TX-3" },
    holder: "Pod",
    holding: (volumeId) => ({ image: "nginx", gpu, mounts: { network: [{ volumeId, path: "/data" }] } }),
  },
  {
    kind: "NetworkVolume",
    inputs: { size: 10, dataCenter: "US-TX-3" },
    holder: "Cluster",
    holding: (volumeId) => ({ ...ofCluster, image: "nginx", mounts: { network: [{ volumeId, path: "/data" }] } }),
  },
  {
    kind: "Template",
    inputs: { image: "nginx" },
    holder: "Cluster",
    holding: (templateId) => ({ ...ofCluster, templateId }),
  },
  {
    kind: "RegistryCredential",
    inputs: { username: "u", password: "p" },
    holder: "Pod",
    holding: (registry) => ({ image: "nginx", gpu, registry }),
  },
  {
    kind: "RegistryCredential",
    inputs: { username: "u", password: "p" },
    holder: "Cluster",
    holding: async (registry) => {
      const { id } = await world.platform.templates.create({ name: "private", image: "nginx", registry });
      return { ...ofCluster, templateId: id };
    },
  },
];

test.each(rows)(
  "a delete of a $kind names the unfinished $holder of a killed run that uses it at once",
  async (row) => {
    const used = await world.stackOf(resourceOf(row.kind), { stack }).up(row.inputs);
    const killed = await world.stackOf(resourceOf(row.holder), { stack }).up(await row.holding(used.id));
    const pending = [{ kind: row.holder, name: "web", marker: markerOf(killed.inputs) }];
    const next = world.stackOf(resourceOf(row.kind), { stack, witnesses: { pending } });
    next.state = used.state;

    const { message } = await failure(next.destroy());

    expect(message).toMatch(
      new RegExp(
        `^.* ${used.id} could not be deleted: \\w+ ${killed.id} \\(.*\\) uses it, which a killed run of this stack created and no state contains\\. Run "podwright recover --delete-unrecorded ${killed.id}", which deletes it, then this command again\\.$`,
      ),
    );
    await killed.destroy();
    await next.destroy();
  },
);

test("a delete repeats its request if only an outdated list shows an item that uses the object", async () => {
  const killed = await world.stackOf(resourceOf("Pod"), { stack }).up({ image: "nginx", gpu });
  const listed = await world.platform.pods.list();
  await world.platform.pods.delete(killed.id);
  const collection = () => ({ listing: async () => ({ items: listed, unreadable: [] }) });
  const outdated = holders({ ...podTraces, collection }, () => true);
  const run = { ...testRun({ platform: world.platform }), stack };
  expect(await unrecordedHolders(run, "volume", [outdated])).toBeUndefined();
});
