import { expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { useLifecycles } from "../harness";

const world = useLifecycles({ hiddenTemplate: true });

test("a refresh and a preview show no difference for a pod whose template RunPod does not show", async () => {
  const { id: templateId } = await world.platform.templates.create({ name: "settings", image: "nginx", disk: 5 });
  const inputs = { templateId, gpu: { id: "NVIDIA L4" } };
  const stack = await world.stackOf(pod).up(inputs);
  expect((await world.platform.pods.get(stack.id)).template).toBeNull();

  await stack.refresh();

  expect((await stack.preview(inputs)).changed).toEqual([]);
});
