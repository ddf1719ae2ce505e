import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { mustFail, mustSucceed, steps } from "../harness/stack/steps";
import { expectNoTrace } from "../harness/traces";
import { deployTransformed, deployTransformedLate } from "./transformed";

const dynamic = { host: "dynamic" } as const;

test("Podwright uses what a transformation and a transform of the stack set, and keeps their secrets", async () => {
  const emulation = await emulated({}, dynamic);
  const { emulator, stack } = emulation;
  const canaries = ["canary-transformed-1", "canary-transformed-2"] as const;
  const deploy = (secret: string) => deployTransformed(stack, secret);
  emulator.scriptPods({ outcome: "stuck" });

  const stuck = await mustFail(deploy(canaries[0]));
  expect(stuck.text).toContain("gave up after 3s waiting for the pod to run");
  expectNoTrace(canaries, emulation, stuck);

  emulator.scriptPods({});
  const replaced = await mustSucceed(deploy(canaries[1]));
  expect(steps(replaced)).toEqual({ web: "replace" });
  expect(replaced.text).toMatch(
    /web: is replaced although changing args, env, desiredStatus does not need a replacement: replaceOnChanges/,
  );
  expectNoTrace(canaries, emulation, replaced);
});

test("an env that a transform of the stack adds after Podwright's own transform stays secret", async () => {
  const emulation = await emulated({}, dynamic);
  const { emulator, stack } = emulation;
  const deploy = async (env: Readonly<Record<string, string>>) => {
    const up = await mustSucceed(deployTransformedLate(stack, env));
    expectNoTrace(Object.values(env), emulation, up);
    return steps(up);
  };

  expect(await deploy({ TOKEN: "canary-late-1" })).toMatchObject({ web: "create" });
  expect(emulator.state().pods.map(({ env }) => env)).toContainEqual(
    expect.objectContaining({ TOKEN: "canary-late-1" }),
  );
  expect(await deploy({ TOKEN: "canary-late-1" })).toEqual({});
  expect(await deploy({ TOKEN: "canary-late-2", MORE_LATE: "canary-late-3" })).toMatchObject({ web: "update" });
  expectNoTrace(["canary-late"], emulation, await mustSucceed(stack.refresh()));
  // SECURITY.md tells users that the name of such a variable is not secret.
  expect(stack.stateText()).toContain("MORE_LATE");
});
