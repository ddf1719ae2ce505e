import { expect, test } from "vitest";
import type { JobHandler } from "../../../emulator";
import { emulated } from "../harness/emulated";
import type { Declared } from "../harness/stack/stack";
import { mustChangeNothing, mustFail, mustSucceed, steps } from "../harness/stack/steps";

const output = (name: string, key: string) => `\${${name}.${key}}`;

/** A promotion: an endpoint, its smoke test, and a pod that gets the test's output. */
const program = (version = "v1"): Declared[] => [
  { kind: "Template", name: "worker", args: { image: "worker", serverless: true } },
  {
    kind: "ServerlessEndpoint",
    name: "answers",
    args: { templateId: output("worker", "id"), gpuIds: "AMPERE_16", workersMin: 1 },
  },
  {
    kind: "Job",
    name: "smoke",
    args: { endpointId: output("answers", "id"), input: { prompt: "hello" }, triggers: [version] },
  },
  { kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" }, args: output("smoke", "output") } },
];

test("a failed smoke test stops the update of the pod that depends on the test", async () => {
  const { emulator, stack } = await emulated();
  const answer = (handler: JobHandler) => emulator.handle("answers-*", handler);
  const promoted = () => emulator.state().pods.map(({ args }) => args);
  const runs = () => emulator.counts().run;

  answer(({ prompt }) => ({ output: `${prompt}, one` }));
  stack.declare(program());
  await mustSucceed(stack.preview());
  expect(runs()).toBeUndefined();
  await mustSucceed(stack.up());
  expect(promoted()).toEqual(["hello, one"]);
  const { id } = stack.resource("smoke");

  // RunPod has forgotten the job by now, which is neither drift nor a reason to run it again.
  emulator.advance(31 * 60_000);
  await mustChangeNothing(stack.up({ refresh: true }));
  expect(runs()).toBe(1);

  answer(() => {
    throw new Error("the model has no weights");
  });
  stack.declare(program("v2"));
  const failed = await mustFail(stack.up());
  expect(failed.text).toMatch(/Job [\w-]+ failed: the model has no weights\. .*The next "pulumi up" runs it again/s);
  expect(stack.resource("smoke")).toMatchObject({ id, outputs: { output: "hello, one" } });
  expect(promoted()).toEqual(["hello, one"]);

  answer(({ prompt }) => ({ output: `${prompt}, two` }));
  const mended = await mustSucceed(stack.up());
  expect(steps(mended)).toMatchObject({ smoke: "replace", web: "update" });
  expect(promoted()).toEqual(["hello, two"]);
  expect(runs()).toBe(3);

  await mustSucceed(stack.destroy());
  expect(emulator.counts().cancel).toBeUndefined();
});
