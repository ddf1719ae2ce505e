import { execFile, execFileSync, spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, type TestContext, test } from "vitest";
import { parse } from "yaml";
import { BUILD_FLAGS } from "../../../toolchain/lib/go.mjs";
import { sdkPython } from "../../../toolchain/lib/test-tools/tools.mjs";
import { blocksOf } from "../../docs/support/blocks";
import { temporaryFolder } from "../../support/temporary-folder";
import { type Emulated, emulated } from "../harness/emulated";
import { repository } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";
import { mustChangeNothing, mustDo, mustSucceed, steps } from "../harness/stack/steps";
import { goOrSkip, toolOrSkip } from "../harness/tools";
import { buildGoProgram, compilingGo, installPythonSdk } from "./languages";
import { installNodeSdk } from "./node-sdk";

/** The example programs of the schema. */
const examples = join(repository, "provider/schema/examples");

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
};

test(
  "the SDK for Go and all Go programs of the schema pass go vet",
  async (context) => {
    const { go, env } = goOrSkip(context);
    await promisify(execFile)(go, ["vet", ...BUILD_FLAGS, "./..."], { cwd: join(repository, "sdk/go"), env });
    const shown = readdirSync(examples).filter((file) => file.endsWith(".go"));
    expect(shown).not.toEqual([]);
    for (const file of shown)
      await promisify(execFile)(go, ["vet", ...BUILD_FLAGS, join(examples, file)], {
        cwd: join(repository, "examples/go"),
        env,
      });
  },
  compilingGo,
);

test("all published Python programs pass mypy's strict check against the SDK", async (context) => {
  const python = toolOrSkip(sdkPython, context);
  const folder = temporaryFolder("mypy");
  const inSchema = readdirSync(examples).filter((file) => file.endsWith(".py"));
  expect(inSchema).not.toEqual([]);
  const readme = blocksOf(readFileSync(join(repository, "sdk/python/README.md"), "utf8"), "python");
  expect(readme).not.toEqual([]);
  writeFileSync(join(folder, "readme.py"), readme.map(({ text }) => text).join("\n"));
  const functions = parse(readFileSync(join(examples, "functions.yaml"), "utf8")) as Record<string, { python: string }>;
  for (const [name, { python: text }] of Object.entries(functions)) writeFileSync(join(folder, `${name}.py`), text);
  const called = Object.keys(functions).map((name) => join(folder, `${name}.py`));
  // mypy rejects two modules of the same name, so this gets another name.
  cpSync(join(repository, "examples/model-server/python/__main__.py"), join(folder, "model_server.py"));
  const own = ["readme.py", "model_server.py"].map((name) => join(folder, name));
  const programs = [join(repository, "examples/python/__main__.py"), ...own, ...called];
  const files = [...programs, ...inSchema.map((file) => join(examples, file))];
  const args = ["-m", "mypy", "--strict", "--cache-dir", join(folder, "cache"), ...files];
  const { stdout } = spawnSync(python, args, { cwd: folder, encoding: "utf8" });
  expect(stdout).toBe(`Success: no issues found in ${files.length} source files\n`);
});

describe.each(Object.entries(languages))("the example in %s", (language, { timeoutMs }) => {
  test(
    "goes up, stays the same, changes in place and by replacement, shows drift, and leaves nothing behind",
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
  const { dir, env } = stack;
  installNodeSdk(stack);
  for (const name of ["typescript", "ts-node"]) {
    symlinkSync(join(repository, "node_modules", name), join(dir, "node_modules", name));
  }
  execFileSync(join(repository, "node_modules/.bin/tsc"), ["-p", dir]);
  // This check is enough: Pulumi would check the types again with every command.
  env.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
}
