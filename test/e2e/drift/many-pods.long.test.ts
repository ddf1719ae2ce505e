import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { send } from "../../support/account";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { longestPage } from "../harness/quick-emulator";
import { runPodwright } from "../harness/stack/podwright";
import type { TestStack } from "../harness/stack/stack";
import { deploy } from "../harness/stack/steps";

const pod = { image: "nginx", gpu: { id: "NVIDIA L4" } };

const count = 2_500;

test("podwright drift for 2,500 pods reads the list of pods once", async () => {
  const { emulator, stack } = await emulated({ pageSize: longestPage });
  await deploy(stack, [{ kind: "Pod", name: "web", args: pod }]);
  await multiply(stack, emulator);
  await changeOutside(emulator, "Pod", stack.resource("web-250").id ?? "", { status: "EXITED" });
  emulator.clearRequests();

  const ended = await runPodwright(stack, ["drift", "--stack", "test"], { PODWRIGHT_TIME_SCALE: "1" });

  const summary = `^Stack test: drift in 1 of ${count} resources\n\n.*\nweb-250 +Pod +stopped +desiredStatus`;
  expect(ended.out).toMatch(new RegExp(summary));
  expect(emulator.counts()).toEqual({ listPods: Math.ceil(count / longestPage) });
});

/** Adds copies of the program's only pod. Each copy has a record in the state and a pod on the emulator. */
async function multiply(stack: TestStack, emulator: Emulator): Promise<void> {
  const names = Array.from({ length: count - 1 }, (_, index) => `web-${index + 1}`);
  const ids: string[] = [];
  for (const name of names) ids.push((await send(emulator, "POST", "/v2/pods", { ...pod, name })).id);
  const [original] = stack.resources();
  if (original === undefined) throw new Error("there is nothing to multiply");
  await stack.rewriteState((resources) => {
    for (const [index, name] of names.entries()) {
      const named = { name, __autoname: name };
      resources.push({
        ...original,
        urn: original.urn.replace(/web$/, name),
        id: ids[index],
        inputs: { ...original.inputs, ...named },
        outputs: { ...original.outputs, ...named },
      });
    }
  });
  emulator.advance(1_000);
}
