import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { type Emulated, emulated } from "./harness/emulated";
import { installNodeSdk } from "./harness/node-sdk";
import { steps, type TestStack } from "./harness/stack";

const repository = resolve(__dirname, "../..");

/** Where nothing of it was compiled before, Pulumi's own Go SDK takes minutes. */
const compilingGo = 900_000;

interface Language {
  /** What a machine must have for it beyond what the tests bring along. */
  readonly needs?: () => boolean;
  /** Makes the example ready to run. */
  readonly install: (stack: TestStack) => void | Promise<void>;
  readonly timeoutMs?: number;
}

const languages: Readonly<Record<string, Language>> = {
  yaml: { install: () => undefined },
  typescript: { install: installTypeScript },
  python: { needs: hasPython, install: installPythonSdk },
  go: { needs: hasGo, install: buildGoProgram, timeoutMs: compilingGo },
};

test.skipIf(!has("go", "version"))(
  "the SDK for Go builds as it is",
  async () => {
    await promisify(execFile)("go", ["build", "./..."], { cwd: join(repository, "sdk/go") });
  },
  compilingGo,
);

describe.each(Object.entries(languages))("the example in %s", (language, { needs, timeoutMs }) => {
  test.skipIf(needs?.() === false)(
    "goes up, stays the same, changes in place and by replacement, shows drift, and leaves nothing behind",
    async () => {
      const { emulator, stack } = await prepared(language);

      const preview = await stack.preview();
      expect(preview.ok, preview.text).toBe(true);
      expect(steps(preview)).toEqual({ data: "create", web: "create", worker: "create", jobs: "create" });
      expect(emulator.requests()).toEqual([]);

      const up = await stack.up();
      expect(up.ok, up.text).toBe(true);
      const { id } = stack.resource("web");
      expect(emulator.state().pods).toMatchObject([{ id, status: "RUNNING" }]);
      expect(steps(await stack.preview())).toEqual({});

      await stack.run(["config", "set", "mountPath", "/data", "--stack", "test"]);
      expect(steps(await stack.up())).toEqual({ web: "update" });
      expect(stack.resource("web").id).toBe(id);

      emulator.changePod(id ?? "", { status: "EXITED" });
      expect(steps(await stack.refresh())).toMatchObject({ web: "update" });
      expect(stack.resource("web").outputs.status).toBe("EXITED");

      await stack.run(["config", "set", "gpu", "NVIDIA L40S", "--stack", "test"]);
      expect(steps(await stack.up())).toMatchObject({ web: "replace" });
      expect(stack.resource("web").id).not.toBe(id);

      const gone = await stack.destroy();
      expect(gone.ok, gone.text).toBe(true);
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

async function prepared(language: string): Promise<Emulated> {
  const running = await emulated({}, { host: "plugin" });
  const { dir } = running.stack;
  cpSync(join(repository, "examples", language), dir, { recursive: true });
  // The harness finds the state under its own project name.
  const project = join(dir, "Pulumi.yaml");
  writeFileSync(project, readFileSync(project, "utf8").replace(/^name: .*$/m, "name: e2e"));
  await languages[language]?.install(running.stack);
  return running;
}

/** The SDK, and the program's types checked against it. */
function installTypeScript(stack: TestStack): void {
  const { dir, env } = stack;
  installNodeSdk(stack);
  for (const name of ["typescript", "ts-node"]) {
    symlinkSync(join(repository, "node_modules", name), join(dir, "node_modules", name));
  }
  execFileSync(join(repository, "node_modules/.bin/tsc"), ["-p", dir]);
  // Once is enough: Pulumi would check the types again with every command.
  env.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
}

/** A Python that can make virtual environments; some systems leave that part out. */
function hasPython(): boolean {
  return has("python3", "-c", "import venv, ensurepip");
}

function has(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args).status === 0;
}

/** Go, and an engine that runs programs in it. */
function hasGo(): boolean {
  // Without an engine's address it only says that it wants one.
  return has("go", "version") && spawnSync("pulumi-language-go", { timeout: 10_000 }).error === undefined;
}

/** Built once, where the example finds the SDK; Pulumi would build it with every command. */
async function buildGoProgram({ dir }: TestStack): Promise<void> {
  const program = join(dir, "program");
  await promisify(execFile)("go", ["build", "-o", program, "."], { cwd: join(repository, "examples/go") });
  const project = join(dir, "Pulumi.yaml");
  const runtime = JSON.stringify({ name: "go", options: { binary: program } });
  writeFileSync(project, readFileSync(project, "utf8").replace(/^runtime: go$/m, `runtime: ${runtime}`));
}

/** A virtual environment with the SDK, kept in the user's cache for as long as the SDK stays the same. */
function installPythonSdk(stack: TestStack): void {
  const sdk = join(repository, "sdk/python");
  const venv = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "podwright/python", hashOf(sdk));
  const done = join(venv, ".complete");
  if (!existsSync(done)) {
    execFileSync("python3", ["-m", "venv", "--clear", venv]);
    // A copy, because building leaves its traces where the sources are.
    cpSync(sdk, join(stack.dir, "sdk"), { recursive: true });
    const pip = join(venv, "bin/pip");
    execFileSync(pip, ["install", "--quiet", "--disable-pip-version-check", join(stack.dir, "sdk"), "setuptools"]);
    writeFileSync(done, "");
  }
  stack.env.VIRTUAL_ENV = venv;
  stack.env.PATH = `${join(venv, "bin")}${delimiter}${stack.env.PATH}`;
}

function hashOf(folder: string): string {
  const hash = createHash("sha256");
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) hash.update(file.name).update(readFileSync(join(file.parentPath, file.name)));
  }
  return hash.digest("hex").slice(0, 16);
}
