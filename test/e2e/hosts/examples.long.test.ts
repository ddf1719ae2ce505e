import { execFile, execFileSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, type TestContext, test } from "vitest";
import { BUILD_FLAGS } from "../../../toolchain/lib/go.mjs";
import { javaSdk } from "../../../toolchain/lib/test-tools/java.mjs";
import { blocksOf } from "../../docs/support/blocks";
import { temporaryFolder } from "../../support/temporary-folder";
import { type Emulated, emulated } from "../harness/emulated";
import { repository } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";
import { mustChangeNothing, mustDo, mustFail, mustSucceed, steps } from "../harness/stack/steps";
import { goOrSkip, toolOrSkip } from "../harness/tools";
import { buildGoProgram, buildJavaProgram, compilingGo, installPythonSdk, javac } from "./languages";
import { installNodeSdk } from "./node-sdk";
import { programsOfSchema } from "./programs";

interface Language {
  /** Prepares the example to run, or skips the test if the machine lacks a tool. */
  readonly install: (stack: TestStack, context: TestContext) => void | Promise<void>;
  readonly timeoutMs?: number;
}

const languages: Readonly<Record<string, Language>> = {
  yaml: { install: () => undefined },
  typescript: { install: installTypeScript },
  python: { install: installPythonSdk },
  go: { install: (stack, context) => buildGoProgram(stack, context, "."), timeoutMs: compilingGo },
  java: { install: buildJavaProgram },
};

test(
  "the SDK for Go and all Go programs of the schema pass go vet",
  async (context) => {
    const { go, env } = goOrSkip(context);
    await promisify(execFile)(go, ["vet", ...BUILD_FLAGS, "./..."], { cwd: join(repository, "sdk/go"), env });
    for (const file of programsOfSchema(".go"))
      await promisify(execFile)(go, ["vet", ...BUILD_FLAGS, file], { cwd: join(repository, "examples/go"), env });
  },
  compilingGo,
);

test("all published Java programs compile against the SDK without a warning", async (context) => {
  const sdk = toolOrSkip(javaSdk, context);
  const folder = temporaryFolder("javac");
  const readme = blocksOf(readFileSync(join(repository, "sdk/java/README.md"), "utf8"), "java");
  const texts = [
    ...programsOfSchema(".java").map((file) => readFileSync(file, "utf8")),
    ...readme.map(({ text }) => text),
  ];
  expect(readme).toHaveLength(1);
  // Each program is a class of its own package.
  const files = texts.map((text, index) => {
    const file = join(folder, `App${index}.java`);
    const named = text.replace("package app;", `package app${index};`);
    writeFileSync(file, named.replaceAll(/\bApp\b/g, `App${index}`));
    return file;
  });
  await javac(sdk, join(folder, "classes"), files);
});

describe.each(Object.entries(languages))("the example in %s", (language, { timeoutMs }) => {
  test(
    "deploys, updates, replaces and destroys a pod",
    async (context) => {
      const { emulator, stack } = await prepared(language, context);

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
    },
    timeoutMs,
  );
});

async function prepared(language: string, context: TestContext): Promise<Emulated> {
  const running = await emulated({}, { host: "plugin" });
  const { dir } = running.stack;
  cpSync(join(repository, "examples", language), dir, { recursive: true });
  // The harness expects the state under its own project name.
  const project = join(dir, "Pulumi.yaml");
  writeFileSync(project, readFileSync(project, "utf8").replace(/^name: .*$/m, "name: e2e"));
  await languages[language]?.install(running.stack, context);
  return running;
}

/** Installs the SDK and checks the program's types against it. */
function installTypeScript(stack: TestStack): void {
  const { dir } = stack;
  installNodeSdk(stack);
  for (const name of ["typescript", "ts-node"]) {
    symlinkSync(join(repository, "node_modules", name), join(dir, "node_modules", name));
  }
  execFileSync(join(repository, "node_modules/.bin/tsc"), ["-p", dir]);
}
