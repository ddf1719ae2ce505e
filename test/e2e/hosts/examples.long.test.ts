import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type TestContext, test } from "vitest";
import { BUILD_FLAGS } from "../../../toolchain/lib/go.mjs";
import { type Emulated, emulated } from "../harness/emulated";
import { repository } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";
import { mustChangeNothing, mustDo, mustFail, mustSucceed, steps } from "../harness/stack/steps";
import { goOrSkip } from "../harness/tools";
import { buildGoProgram, buildJavaProgram, compilingGo, installPythonSdk } from "./languages";
import { outputsOf } from "./model-servers";
import { installNodeSdk } from "./node-sdk";

/** Prepares the example to run, or skips the test if the machine lacks a tool. */
const languages: Readonly<Record<string, (stack: TestStack, context: TestContext) => void | Promise<void>>> = {
  typescript: installTypeScript,
  python: installPythonSdk,
  go: (stack, context) => buildGoProgram(stack, context, "."),
  java: buildJavaProgram,
};

// `every-program.long` compiles and vets the programs of the schema.
test(
  "the SDK for Go and the examples in Go pass go vet",
  async (context) => {
    const { go, env } = goOrSkip(context);
    const all = ["./...", "podwright.invalid/sdk/go/..."];
    await promisify(execFile)(go, ["vet", ...BUILD_FLAGS, ...all], { cwd: join(repository, "examples/go"), env });
  },
  compilingGo,
);

test("the example in YAML deploys, updates, replaces and destroys a pod", async (context) => {
  const { emulator, stack } = await prepared("yaml", context);

  const preview = await mustSucceed(stack.preview());
  expect(steps(preview)).toEqual({ data: "create", web: "create", worker: "create", jobs: "create" });
  expect(emulator.requests()).toEqual([]);

  await mustSucceed(stack.up());
  const { id } = stack.resource("web");
  expect(emulator.state().pods).toMatchObject([{ id, status: "RUNNING" }]);
  await mustChangeNothing(stack.preview());

  await stack.configure("mountPath", "/data");
  await mustDo(stack.up(), { web: "update" });
  expect(stack.resource("web").id).toBe(id);

  emulator.changePod(id ?? "", { status: "EXITED" });
  expect(steps(await stack.refresh())).toMatchObject({ web: "update" });
  expect(stack.resource("web").outputs.status).toBe("EXITED");

  await stack.configure("gpu", "NVIDIA L40S");
  expect(steps(await stack.up())).toMatchObject({ web: "replace" });
  expect(stack.resource("web").id).not.toBe(id);

  const kept = await mustFail(stack.destroy());
  expect(kept.text).toContain("protect");
  expect(emulator.state()).toMatchObject({ pods: [], networkVolumes: [{ size: 20 }] });

  await stack.configure("protectVolumes", "false");
  await mustSucceed(stack.up());
  await mustSucceed(stack.destroy());
  const { pods, endpoints, templates, networkVolumes } = emulator.state();
  expect({ pods, endpoints, templates, networkVolumes }).toEqual({
    pods: [],
    endpoints: [],
    templates: [],
    networkVolumes: [],
  });
});

// What the engine and the plugin do with a program is proven in YAML. A language must pass on inputs, options and outputs.
test.for(Object.entries(languages))(
  "the example in %s uses its settings and exports its outputs",
  { timeout: compilingGo },
  async ([language], context) => {
    const { emulator, stack } = await prepared(language, context);

    await mustSucceed(stack.up());
    const { id } = stack.resource("web");
    expect(stack.resource("data")).toMatchObject({ protect: true });
    expect(stack.resource("web").inputs).toMatchObject({ mounts: { network: [{ path: "/workspace" }] } });
    expect(emulator.state().pods).toMatchObject([{ id, status: "RUNNING" }]);
    expect(outputsOf(stack)).toMatchObject({
      podId: id,
      costPerHour: expect.any(Number),
      jobsUrl: expect.stringMatching(`/v2/${stack.resource("jobs").id}$`),
    });

    await stack.configure("mountPath", "/data");
    await stack.configure("gpu", "NVIDIA L40S");
    await stack.configure("protectVolumes", "false");
    expect(steps(await mustSucceed(stack.up()))).toEqual({ web: "replace" });
    expect(stack.resource("web").inputs).toMatchObject({
      gpu: { id: "NVIDIA L40S" },
      mounts: { network: [{ path: "/data" }] },
    });

    await mustSucceed(stack.destroy());
    expect(emulator.state()).toMatchObject({ pods: [], endpoints: [], templates: [], networkVolumes: [] });
  },
);

async function prepared(language: string, context: TestContext): Promise<Emulated> {
  const running = await emulated({}, { host: "plugin" });
  const { dir } = running.stack;
  cpSync(join(repository, "examples", language), dir, { recursive: true });
  // The harness expects the state under its own project name.
  const project = join(dir, "Pulumi.yaml");
  writeFileSync(project, readFileSync(project, "utf8").replace(/^name: .*$/m, "name: e2e"));
  await languages[language]?.(running.stack, context);
  return running;
}

/** `every-program.long` checks the types. */
function installTypeScript(stack: TestStack): void {
  installNodeSdk(stack);
  for (const name of ["typescript", "ts-node"]) {
    symlinkSync(join(repository, "node_modules", name), join(stack.dir, "node_modules", name));
  }
}
