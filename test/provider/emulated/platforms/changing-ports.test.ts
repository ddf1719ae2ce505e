import { expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { plan } from "../../../../provider/planning/changes";
import { separate } from "../../../../provider/planning/projection";
import { useLifecycles } from "../harness";

const world = useLifecycles({ changingPorts: true });

test("public ports that change with a start are outputs of that start, and never a difference", async () => {
  const inputs = { image: "nginx", gpu: { id: "NVIDIA L4" }, ports: ["22/tcp"] };
  const stack = await world.stack(pod).create(inputs);
  const portsOf = () => (stack.outputs.portMappings as { public: number }[]).map((mapping) => mapping.public);
  const first = portsOf();
  await stack.update({ ...inputs, desiredStatus: "EXITED" });
  await stack.update(inputs);
  const live = await world.platform.pods.get(stack.id);
  expect(portsOf()).toEqual(live.runtime?.ports?.map((mapping) => mapping.public));
  expect(portsOf()).not.toEqual(first);

  await world.platform.pods.act(stack.id, "restart");
  await expect.poll(async () => (await world.platform.pods.get(stack.id)).status).toBe("RUNNING");
  await stack.refresh();
  const { declared: olds } = separate(stack.outputs);
  expect(plan(pod.changes, { olds, news: stack.checked(inputs), state: olds } as never).differences).toEqual([]);
});
