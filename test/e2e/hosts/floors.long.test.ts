import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { oldestNodeSdk } from "../../../provider/hosts/node/versions";
import { oldestNodePulumi, oldestPython, oldestSdkPulumi } from "../../../toolchain/lib/test-tools/tools.mjs";
import { emulated } from "../harness/emulated";
import { repository, tsc } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";
import { mustFail, mustSucceed } from "../harness/stack/steps";
import { toolOrSkip } from "../harness/tools";
import { expectNoTrace } from "../harness/traces";
import { usePython } from "./languages";
import { installNodeSdk } from "./node-sdk";
import { deployTransformed, deployTransformedLate } from "./transformed";

// Other tests use the newest versions: the SDKs in this clone's packages and in the tests' Python.

test("these tests use the oldest @pulumi/pulumi that the npm package and the TypeScript SDK accept", () => {
  const read = (file: string) => JSON.parse(readFileSync(join(repository, file), "utf8"));
  expect(read("package.json").peerDependencies["@pulumi/pulumi"]).toBe(`^${oldestNodeSdk}`);
  const floors = read("toolchain/clients/package.json").dependencies;
  expect(floors["pulumi-floor"]).toBe(`npm:@pulumi/pulumi@${oldestNodeSdk}`);
  expect(read("sdk/nodejs/package.json").dependencies["@pulumi/pulumi"]).toBe(`^${floors["@pulumi/pulumi"]}`);
});

test("a Python program deploys with the oldest pulumi and Python that the SDK accepts", async (context) => {
  const { stack } = await withExample("python");
  usePython(stack, toolOrSkip(oldestPython, context));
  await comesAndGoes(stack);
});

test("a TypeScript program deploys with the oldest @pulumi/pulumi that the SDK accepts", async (context) => {
  const { stack } = await withExample("typescript");
  installPulumi(stack, toolOrSkip(oldestSdkPulumi, context));
  installNodeSdk(stack);
  for (const name of ["typescript", "ts-node"])
    symlinkSync(join(repository, "node_modules", name), join(stack.dir, "node_modules", name));
  execFileSync(process.execPath, [tsc, "-p", stack.dir]);
  await comesAndGoes(stack);
});

test("dynamic resources deploy with the oldest @pulumi/pulumi that the npm package accepts", async (context) => {
  const { stack } = await emulated({}, { host: "dynamic" });
  installPulumi(stack, toolOrSkip(oldestNodePulumi, context));
  installPackage(stack);
  stack.declare([{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } }]);
  await comesAndGoes(stack);
});

test("with the oldest @pulumi/pulumi, Podwright uses what a transformation and a transform of the stack set", async (context) => {
  const emulation = await emulated({}, { host: "dynamic" });
  const { emulator, stack } = emulation;
  installPulumi(stack, toolOrSkip(oldestNodePulumi, context));
  installPackage(stack);
  emulator.scriptPods({ outcome: "stuck" });
  const canary = "canary-transformed-1";

  const stuck = await mustFail(deployTransformed(stack, canary));
  expect(stuck.text).toContain("gave up after 3s waiting for the pod to run");
  expectNoTrace([canary], emulation, stuck);
});

test("with the oldest @pulumi/pulumi, an env that a transform adds after Podwright's own transform stays secret", async (context) => {
  const emulation = await emulated({}, { host: "dynamic" });
  const { stack } = emulation;
  installPulumi(stack, toolOrSkip(oldestNodePulumi, context));
  installPackage(stack);

  const up = await mustSucceed(deployTransformedLate(stack, { TOKEN: "canary-late" }));
  expectNoTrace(["canary-late"], emulation, up);
});

async function withExample(language: string) {
  const running = await emulated({}, { host: "plugin" });
  const { dir } = running.stack;
  cpSync(join(repository, "examples", language), dir, { recursive: true });
  const project = join(dir, "Pulumi.yaml");
  writeFileSync(project, readFileSync(project, "utf8").replace(/^name: .*$/m, "name: e2e"));
  // Otherwise Pulumi refuses to destroy the volume.
  await running.stack.configure("protectVolumes", "false");
  return running;
}

/** Runs each command in its own process, as users do. */
async function comesAndGoes(stack: TestStack): Promise<void> {
  const up = await stack.start("up").finished;
  expect(up.ok, up.text).toBe(true);
  expect(stack.resource("web").outputs.status).toBe("RUNNING");
  const again = await stack.start("up", "--expect-no-changes").finished;
  expect(again.ok, again.text).toBe(true);
  await mustSucceed(stack.start("destroy").finished);
}

/** Installs the package where npm would, with a copy of the package's dependencies. */
function installPulumi({ dir }: TestStack, manifest: string): void {
  const folder = join(dir, "node_modules/@pulumi");
  rmSync(folder, { force: true });
  mkdirSync(folder, { recursive: true });
  symlinkSync(dirname(manifest), join(folder, "pulumi"));
}

/** A copy of the build, which uses the program's own Pulumi SDK. */
function installPackage({ dir }: TestStack): void {
  const modules = join(dir, "node_modules");
  const { dependencies } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  rmSync(join(modules, "podwright"));
  mkdirSync(join(modules, "podwright/node_modules"), { recursive: true });
  cpSync(join(repository, "package.json"), join(modules, "podwright/package.json"));
  cpSync(join(repository, "dist"), join(modules, "podwright/dist"), { recursive: true });
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, "podwright/node_modules", name)), { recursive: true });
    symlinkSync(join(repository, "node_modules", name), join(modules, "podwright/node_modules", name));
  }
}
