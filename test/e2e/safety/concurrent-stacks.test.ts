import { expect, onTestFinished, test } from "vitest";
import { quickEmulator } from "../harness/quick-emulator";
import { type Declared, TestStack } from "../harness/stack/stack";
import { mustSucceed, steps } from "../harness/stack/steps";

const gpu = { id: "NVIDIA L4" };

/** The same program for each stack, with explicit names in common. */
const program: readonly Declared[] = [
  { kind: "Pod", name: "web", args: { image: "nginx:1", gpu } },
  { kind: "Pod", name: "twin", args: { name: "twin", image: "nginx:1", gpu } },
  { kind: "NetworkVolume", name: "data", args: { name: "data", size: 10, dataCenter: "EU-RO-1" } },
  { kind: "Template", name: "worker", args: { image: "worker", serverless: true } },
  {
    kind: "ServerlessEndpoint",
    name: "jobs",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the harness's way to name another resource's output
    args: { templateId: "${worker.id}", gpuIds: "AMPERE_16" },
  },
];

test("three stacks of one program can deploy at the same time on one account", async () => {
  const emulator = await quickEmulator();
  onTestFinished(() => emulator.close());
  const stacks = await Promise.all(
    [1, 2, 3].map(async () => {
      // RunPod's account does not distinguish them: they are stacks of the same name in other backends.
      const env = { PODWRIGHT_ALLOW_UNRECORDED: "true" };
      const stack = new TestStack({ url: emulator.url, host: "plugin", env });
      onTestFinished(() => stack.dispose());
      stack.declare(program);
      return await stack.init();
    }),
  );
  const [one, two, three] = stacks as [TestStack, TestStack, TestStack];
  for (const operation of ["createPod", "createNetworkVolume", "createTemplate", "saveEndpoint"])
    emulator.addFault({ operation, skip: 1, times: 1, effect: { dropResponse: true } });

  const ups = await Promise.all(stacks.map((stack) => stack.up()));

  for (const up of ups) expect(up.ok, up.text).toBe(true);
  const held = stacks.flatMap((stack) => stack.resources().map(({ id }) => id));
  expect(held).toHaveLength(stacks.length * program.length);
  expect([...held].sort()).toEqual(existing().sort());

  const gone = await Promise.all([one.destroy(), two.destroy()]);
  for (const destroy of gone) expect(destroy.ok, destroy.text).toBe(true);
  expect(existing().sort()).toEqual(
    three
      .resources()
      .map(({ id }) => id ?? "")
      .sort(),
  );
  const untouched = await mustSucceed(three.preview({ refresh: true, expectNoChanges: true }));
  expect(steps(untouched)).toEqual({});
  await mustSucceed(three.destroy());
  expect(existing()).toEqual([]);

  function existing(): string[] {
    const { pods, endpoints, templates, networkVolumes } = emulator.state();
    return [...pods, ...endpoints, ...templates, ...networkVolumes].map(({ id }) => id);
  }
});
