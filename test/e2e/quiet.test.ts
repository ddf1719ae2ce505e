import { copyFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { type Case, kinds, preparedCases } from "./harness/cases";
import { emulated } from "./harness/emulated";
import { changeOutside } from "./harness/outside";
import { type Declared, steps, type TestStack } from "./harness/stack";
import { StandIns } from "./harness/stand-ins";

test("a program that gives every input in turn finds no change: not in a second up, not after a refresh", async () => {
  const { emulator, stack } = await emulated({ saveEndpoint: "replace" });
  const standIns = await StandIns.on(emulator);
  emulator.addPlatformEnv({ PLATFORM_POD_ID: "given", PLATFORM_REGION: "somewhere" });
  const cases = (await Promise.all(kinds.map((kind) => preparedCases(kind, standIns)))).flat().filter(isGiven);
  stack.declare(cases.map((one): Declared => ({ kind: one.kind, name: `${one.kind}-${one.name}`, args: one.before })));

  await expectQuiet(emulator, stack);
});

/** One case a sample: the side of it where the input is given. */
function isGiven({ operation, sample }: Case): boolean {
  return operation === (sample.operations?.includes("remove") === false ? "change" : "remove");
}

// It is a program for the dynamic host.
const onDynamicHost = test.runIf(process.env.PODWRIGHT_E2E_HOST !== "plugin");

onDynamicHost("the quickstart finds no change: not in a second up, not after a refresh", async () => {
  const { emulator, stack } = await emulated();
  emulator.addPlatformEnv({ PLATFORM_POD_ID: "given" });
  copyFileSync(resolve(__dirname, "../../examples/quickstart/index.ts"), join(stack.dir, "index.ts"));
  writeFileSync(join(stack.dir, "package.json"), '{ "name": "e2e", "main": "index.ts" }\n');
  writeFileSync(join(stack.dir, "tsconfig.json"), '{ "compilerOptions": { "module": "commonjs", "types": [] } }\n');

  await expectQuiet(emulator, stack);
});

test("another logical name is no change, and another time-out is one that sends nothing", async () => {
  const { emulator, stack } = await emulated();
  const args = { image: "nginx", gpu: { id: "NVIDIA L4" } };
  const aliases = [{ name: "web" }];
  stack.declare([{ kind: "Pod", name: "web", args }]);
  expect((await stack.up()).ok).toBe(true);
  const { id } = stack.resource("web");

  stack.declare([{ kind: "Pod", name: "front", args, options: { aliases } }]);
  const renamed = await stack.preview();
  expect(renamed.ok, renamed.text).toBe(true);
  expect(steps(renamed), renamed.text).toEqual({});

  emulator.clearRequests();
  stack.declare([{ kind: "Pod", name: "front", args, options: { aliases, customTimeouts: { delete: "20m" } } }]);
  const retimed = await stack.up();
  expect(retimed.ok, retimed.text).toBe(true);
  expect(stack.resource("front").id).toBe(id);
  if (stack.host === "plugin") {
    // Here the engine keeps them, beside the resource.
    expect(stack.resource("front")).toMatchObject({ customTimeouts: { delete: 1200 } });
  } else {
    expect(steps(retimed), retimed.text).toEqual({ front: "update" });
    expect(stack.resource("front").outputs.__timeouts).toEqual({ delete: "20m" });
  }
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
});

async function expectQuiet(emulator: Emulator, stack: TestStack): Promise<void> {
  const first = await stack.up();
  expect(first.ok, first.text).toBe(true);
  expect(Object.keys(steps(first))).not.toEqual([]);
  const second = await stack.up();
  expect(steps(second), second.text).toEqual({});

  // The platform gives pods environment of its own, also later.
  for (const { id, env } of emulator.state().pods) {
    await changeOutside(emulator, "Pod", id, { env: { ...env, PLATFORM_ADDED_LATER: "1" } });
  }
  const refresh = await stack.refresh();
  expect(refresh.ok).toBe(true);
  expect(steps(refresh), refresh.text).toEqual({});
  const preview = await stack.preview();
  expect(steps(preview), preview.text).toEqual({});
}
