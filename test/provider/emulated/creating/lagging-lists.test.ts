import { describe, expect, test } from "vitest";
import { networkVolume } from "../../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { registryCredential } from "../../../../provider/kinds/registry-credential/lifecycle";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../../provider/kinds/template/lifecycle";
import type { Resource } from "../../../../provider/operations/resource";
import type { Values } from "../../../../provider/planning/values";
import { useLifecycles } from "../harness";

const worker = { image: "worker", serverless: true };
const kinds: readonly (readonly [string, Resource<never>, Values])[] = [
  ["pod", pod, { image: "nginx", gpu: { id: "NVIDIA L4" } }],
  ["network volume", networkVolume, { size: 10, dataCenter: "US-TX-3" }],
  ["template", template, worker],
  ["registry credential", registryCredential, { username: "u", password: "p" }],
  ["serverless endpoint", serverlessEndpoint, { gpuIds: "AMPERE_16" }],
];

describe.each(["graphql", "rest"] as const)(
  "with endpoints over %s, while lists leave it out,",
  (endpointTransport) => {
    const world = useLifecycles({}, { endpointTransport });

    test.each(kinds)("a %s stays in the state, and leaves it when it is gone", async (_, resource, given) => {
      const isEndpoint = resource.kind === "ServerlessEndpoint";
      const bound = isEndpoint ? { templateId: (await world.stack(template).create(worker)).id } : {};
      const stack = await world.stack(resource).create({ ...given, ...bound });
      world.emulator.addFault({ operation: "*", times: 3, effect: { absent: stack.id } });
      expect(await stack.refresh()).toBe(true);
      const { id } = stack;
      await stack.delete();
      stack.recorded = { id, inputs: {}, outputs: {} };
      expect(await stack.refresh()).toBe(false);
    });
  },
);

describe("while lists leave one of them out,", () => {
  const world = useLifecycles();

  test("awaited pods are not taken for terminated", async () => {
    const stacks = [world.stack(pod), world.stack(pod)];
    world.emulator.scriptPods({ outcome: "stuck" });
    const creations = Promise.all(stacks.map((stack) => stack.create({ image: "nginx", gpu: { id: "NVIDIA L4" } })));
    await expect.poll(() => world.emulator.state().pods.length).toBe(2);
    const [first] = world.emulator.state().pods;
    world.emulator.addFault({ operation: "listPods", times: 3, effect: { absent: first?.id ?? "" } });
    world.emulator.clearRequests();
    await expect.poll(() => world.emulator.counts().getPod ?? 0).toBe(3);
    for (const { id } of world.emulator.state().pods) world.emulator.changePod(id, { status: "RUNNING" });
    await creations;
    expect(stacks.map(({ outputs }) => outputs.status)).toEqual(["RUNNING", "RUNNING"]);
  });
});
