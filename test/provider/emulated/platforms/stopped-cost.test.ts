import { expect, test } from "vitest";
import { getPod } from "../../../../provider/functions/lookups";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { useLifecycles } from "../harness";

const world = useLifecycles({ stoppedCost: true });

test("a stopped pod has the cost 0 in its outputs, although RunPod still shows a price", async () => {
  const stack = await world.stackOf(pod).up({ image: "nginx", gpu: { id: "NVIDIA L4" }, desiredStatus: "EXITED" });
  expect((await world.platform.pods.get(stack.id)).cost).toBeGreaterThan(0);
  expect(stack.outputs).toMatchObject({ status: "EXITED", cost: 0 });
  await stack.refresh();
  expect(stack.outputs).toMatchObject({ cost: 0 });
  expect(await getPod.call(world.run(), { id: stack.id }, AbortSignal.timeout(10_000))).toMatchObject({ cost: 0 });
});
