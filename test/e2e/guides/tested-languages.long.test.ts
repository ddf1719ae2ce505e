import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { BUILD_FLAGS } from "../../../toolchain/lib/go.mjs";
import { javaSdk } from "../../../toolchain/lib/test-tools/java.mjs";
import { sdkPython } from "../../../toolchain/lib/test-tools/tools.mjs";
import { temporaryFolder } from "../../support/temporary-folder";
import { emulated } from "../harness/emulated";
import { makeCommand } from "../harness/guide/tools";
import { podwrightProgram, repository } from "../harness/repository";
import { goOrSkip, toolOrSkip } from "../harness/tools";
import { compilingGo } from "../hosts/languages";

// testing.md lists these tests.

test("the Python example's tests pass with pytest and the emulator", async (context) => {
  const python = toolOrSkip(sdkPython, context);
  const { folder, run } = await prepared("python", [dirname(python)], { VIRTUAL_ENV: dirname(dirname(python)) });
  expect(run(python, "-m", "pytest", "-p", "no:cacheprovider")).toMatch(/ 3 passed /);
  expect(run(python, "-m", "mypy", "--strict", "--cache-dir", join(folder, "cache"), ".")).toContain("no issues found");
});

test(
  "the Go example's tests pass with the emulator",
  async (context) => {
    const { go, env } = goOrSkip(context);
    const { run } = await prepared("go", [], env);
    // The module finds the SDK in the clone.
    expect(run(go, "test", "-C", join(repository, "examples/go"), ...BUILD_FLAGS, "-v", "-count=1", ".")).toMatch(
      /^--- PASS: TestStack/m,
    );
  },
  compilingGo,
);

test("the Java example's tests pass with JUnit and the emulator", async (context) => {
  const sdk = toolOrSkip(javaSdk, context);
  const { folder, run } = await prepared("java", []);
  const path = [join(sdk, "*"), join(sdk, "junit/*")].join(delimiter);
  const sources = ["main/java/app/App.java", "test/java/app/StackTest.java"].map((file) => join(folder, "src", file));
  run("javac", "-proc:none", "-d", "classes", "-cp", path, ...sources);
  const main = "org.junit.platform.console.ConsoleLauncher";
  const ran = run("java", "-cp", `classes${delimiter}${path}`, main, "execute", "--scan-classpath", "classes");
  expect(ran).toMatch(/\b3 tests successful\b/);
});

/** A copy of the example, and a way to run a command there with the plugin installed and `podwright` on the PATH. */
async function prepared(language: string, path: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { stack } = await emulated({}, { host: "plugin" });
  const folder = temporaryFolder("tested");
  cpSync(join(repository, "examples", language), folder, { recursive: true });
  const bin = temporaryFolder("bin");
  makeCommand(bin, "podwright", `exec node '${podwrightProgram}' "$@"`);
  const PATH = [bin, ...path, stack.env.PATH ?? process.env.PATH].join(delimiter);
  const env = { ...process.env, ...more, ...stack.env, PATH };
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, env, encoding: "utf8" });
    expect(status, `${error ?? ""}${stdout}${stderr}`).toBe(0);
    return stdout;
  };
  return { folder, run };
}
