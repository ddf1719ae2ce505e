import { expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { useLifecycles } from "../harness";

const world = useLifecycles({ changingPorts: true });

test("a preview shows no difference after a restart gave the pod a new public port", async () => {
  const inputs = { image: "nginx", gpu: { id: "NVIDIA L4" }, ports: ["22/tcp"] };
  const stack = await world.stackOf(pod).up(inputs);
  const portsOf = () => (stack.outputs.portMappings as { public: number }[]).map((mapping) => mapping.public);
  const first = portsOf();
  await stack.up({ ...inputs, desiredStatus: "EXITED" });
  await stack.up(inputs);
  const live = await world.platform.pods.get(stack.id);
  // RunPod also reports a port that the program does not declare.
  expect(live.runtime?.ports).toHaveLength(2);
  expect(portsOf()).toEqual([live.runtime?.ports?.[0]?.public]);
  expect(portsOf()).not.toEqual(first);

  await world.platform.pods.act(stack.id, "restart");
  await expect.poll(async () => (await world.platform.pods.get(stack.id)).status).toBe("RUNNING");
  await stack.refresh();
  expect((await stack.preview(inputs)).changed).toEqual([]);
});
