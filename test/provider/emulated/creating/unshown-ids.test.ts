import { beforeEach, describe, expect, test } from "vitest";
import type { Values } from "../../../../kernel/values";
import { cluster } from "../../../../provider/kinds/cluster/lifecycle";
import { networkVolume } from "../../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { InitError } from "../../../../provider/pulumi/errors";
import type { Resource } from "../../../../provider/session/resource";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
const onGpu = { image: "nginx", gpu: { id: "NVIDIA L4" } };

let templateId: string;
beforeEach(async () => {
  templateId = (await world.platform.templates.create({ name: "worker", image: "worker", serverless: true })).id;
});

interface Case {
  readonly what: string;
  readonly operation: string;
  readonly resource: Resource<never>;
  readonly inputs: () => Values;
}

const endpointInputs = () => ({ gpuIds: "AMPERE_16", templateId });
const costly: readonly Case[] = [
  { what: "pod", operation: "createPod", resource: pod as never, inputs: () => onGpu },
  {
    what: "pod with skipAwait",
    operation: "createPod",
    resource: pod as never,
    inputs: () => ({ ...onGpu, skipAwait: true }),
  },
  {
    what: "pod with desiredStatus EXITED",
    operation: "createPod",
    resource: pod as never,
    inputs: () => ({ ...onGpu, desiredStatus: "EXITED" }),
  },
  { what: "endpoint", operation: "saveEndpoint", resource: serverlessEndpoint as never, inputs: endpointInputs },
  {
    what: "endpoint with a worker",
    operation: "saveEndpoint",
    resource: serverlessEndpoint as never,
    inputs: () => ({ ...endpointInputs(), workersMin: 1 }),
  },
  {
    what: "network volume",
    operation: "createNetworkVolume",
    resource: networkVolume as never,
    inputs: () => ({ name: "data", size: 10, dataCenter: "EU-RO-1" }),
  },
  {
    what: "cluster",
    operation: "createCluster",
    resource: cluster as never,
    inputs: () => ({
      type: "APPLICATION",
      image: "nginx",
      compute: { gpuTypeId: "NVIDIA H100 80GB HBM3", gpuCountPerPod: 8, podCount: 2 },
    }),
  },
];

describe.each(["plugin", "dynamic"] as const)("the %s host", (host) => {
  test.each(costly)(
    "waits for a new $what that RunPod shows a little later",
    async ({ operation, resource, inputs }) => {
      world.emulator.addFault({ operation, effect: { unseen: 3 } });
      const stack = await world.stackOf(resource, { host }).up(inputs());
      expect(stack.state.initErrors).toEqual([]);
      expect(await stack.refresh()).toBe(true);
    },
  );

  test.each(costly)(
    "creates a $what only once, even if RunPod never shows it",
    async ({ operation, resource, inputs }) => {
      world.emulator.addFault({ operation, effect: { unseen: true } });
      const stack = world.stackOf(resource, { host });
      const creating = failure(stack.up(inputs()));
      await expect.poll(() => world.emulator.counts()[operation]).toBe(1);
      const error = await world.impatiently(creating);
      expect(error).toBeInstanceOf(InitError);
      expect(error.message).toContain(`RunPod returned the id ${stack.id} when it created this resource`);
      expect(error.message).toContain(`look for ${stack.id} in the RunPod console`);

      expect(await stack.refresh()).toBe(true);
      expect(stack.lines.join()).toContain(`RunPod has never shown`);
      const again = await world.impatiently(failure(stack.up(inputs())));
      expect(again.message).toContain(`look for ${stack.id} in the RunPod console`);
      expect(world.emulator.counts()[operation]).toBe(1);

      world.emulator.clearFaults();
      await stack.up(inputs());
      expect(stack.state.initErrors).toEqual([]);
      expect((await stack.preview(inputs())).step).toBe("same");
      expect(world.emulator.counts()[operation]).toBe(1);
    },
  );

  test("asks RunPod to delete a pod that RunPod never showed", async () => {
    world.emulator.addFault({ operation: "createPod", effect: { unseen: true } });
    const stack = world.stackOf(pod, { host });
    await world.impatiently(failure(stack.up(onGpu)));
    const { id } = stack;
    await stack.destroy();
    expect(world.emulator.counts()).toMatchObject({ createPod: 1, deletePod: 1 });
    expect(stack.lines.join()).toContain(`Look for ${id} in the RunPod console, and on your bill`);
  });
});

test.each(costly)(
  "an error hook never makes Podwright create a $what twice, even if RunPod does not show the first $what",
  async ({ operation, resource, inputs }) => {
    world.emulator.addFault({ operation, effect: { unseen: true } });
    const stack = world.stackOf(resource);
    let repeats = 2;
    const onError = () => repeats-- > 0;
    const error = await world.impatiently(failure(stack.up(inputs(), { onError })));
    expect(world.emulator.counts()[operation]).toBe(1);
    expect(error.message).toContain(`look for ${stack.id} in the RunPod console`);
  },
);
