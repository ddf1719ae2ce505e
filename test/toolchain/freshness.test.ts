import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { arePackagesFresh, build, hashInputs, installPackages, isBuildFresh } from "../../toolchain/lib/clone.mjs";
import { temporaryFolder } from "../support/temporary-folder";
import { FakeMachine, no, yes } from "./fake-machine.js";

let clone: string;
const put = (name: string, text: string) => {
  const file = path.join(clone, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const lock = (version: string) => JSON.stringify({ packages: { "": {}, "node_modules/a": { version } } });

beforeEach(() => {
  clone = temporaryFolder("clone");
  put("package-lock.json", lock("1.0.0"));
  put("tsconfig.json", "{}");
  put("provider/index.ts", "export {};\n");
  put("emulator/deep/down/server.ts", "export {};\n");
});

describe("the hash of all build inputs", () => {
  test.each([
    ["a source changed", () => put("provider/index.ts", "export const one = 1;\n")],
    ["a source in a subfolder changed", () => put("emulator/deep/down/server.ts", "export const one = 1;\n")],
    ["a source was added", () => put("cli/main.ts", "")],
    ["a source was removed", () => rmSync(path.join(clone, "provider/index.ts"))],
    ["a compiler setting changed", () => put("toolchain/tsconfig.build.json", "{}")],
    ["the options of the compiler changed", () => put("toolchain/lib/compiler.mjs", "")],
    ["the code that bundles changed", () => put("toolchain/lib/release/third-party.mjs", "")],
    ["a dependency changed", () => put("package-lock.json", lock("1.0.1"))],
    [
      "text moved from one file to the next",
      () => {
        put("provider/index.ts", "export {};");
        put("provider/index2.ts", "\n");
      },
    ],
  ])("changes when %s", (_, change) => {
    const before = hashInputs(clone);
    change();
    expect(hashInputs(clone)).not.toBe(before);
  });

  test.each([
    ["only a file's time changed", () => utimesSync(path.join(clone, "provider/index.ts"), 0, 0)],
    ["a page changed", () => put("provider/page.md", "# Page\n")],
    ["an example's packages changed", () => put("examples/demo/node_modules/x/index.js", "1")],
    ["a stack wrote a state file", () => put("examples/demo/.pulumi/state.json", "{}")],
    ["a test changed", () => put("test/unit/some.test.ts", "")],
  ])("stays the same when %s", (_, change) => {
    const before = hashInputs(clone);
    change();
    expect(hashInputs(clone)).toBe(before);
  });
});

/** A machine on which every command has the same result and may change the clone. */
function machine(result: ReturnType<typeof yes>, effect: (args: readonly string[]) => void = () => {}) {
  const { context } = new FakeMachine();
  const run: typeof context.run = async (_command, args) => {
    if (args[0] === "--version") return yes("v24.21.0");
    const out = args.indexOf("--outDir");
    if (out >= 0) mkdirSync(String(args[out + 1]), { recursive: true });
    effect(args);
    return result;
  };
  return { ...context, repositoryFolder: clone, run };
}

describe("the build", () => {
  test("counts as up to date until a source changes", async () => {
    expect(isBuildFresh(clone)).toBe(false);
    await expect(build(machine(no("error TS2322")))).rejects.toThrow(/could not be built: error TS2322/);
    expect(isBuildFresh(clone)).toBe(false);
    await build(machine(yes()));
    expect(isBuildFresh(clone)).toBe(true);
    put("cli/main.ts", "export {};\n");
    expect(isBuildFresh(clone)).toBe(false);
  });

  test("removes the output of a deleted source file", async () => {
    put("dist/cli/gone.js", "");
    await build(machine(yes(), () => put("dist.unfinished/cli/main.js", "")));
    expect(readdirSync(path.join(clone, "dist/cli"))).toEqual(["main.js"]);
    expect(existsSync(path.join(clone, "dist.unfinished"))).toBe(false);
  });

  test("does not count as up to date if a source changed during the compilation", async () => {
    await build(machine(yes(), () => put("provider/index.ts", "// edited\n")));
    expect(isBuildFresh(clone)).toBe(false);
  });
});

describe("the npm packages", () => {
  test("count as up to date after npm ci until the lock file changes", async () => {
    expect(arePackagesFresh(clone)).toBe(false);
    await installPackages(machine(yes()));
    expect(arePackagesFresh(clone)).toBe(true);
    put("package-lock.json", lock("1.0.1"));
    expect(arePackagesFresh(clone)).toBe(false);
  });

  test("do not count as up to date after a failed installation", async () => {
    await expect(installPackages(machine(no("npm error code EUSAGE")))).rejects.toThrow(
      /could not be installed: npm error code EUSAGE/,
    );
    expect(arePackagesFresh(clone)).toBe(false);
  });

  test("are installed without the packages' own scripts", async () => {
    const commands: (readonly string[])[] = [];
    await installPackages(machine(yes(), (args) => commands.push(args)));
    expect(commands).toEqual([expect.arrayContaining(["ci", "--ignore-scripts"])]);
  });

  test("are installed only if the Node on the PATH is new enough", async () => {
    const base = machine(yes());
    const withNode =
      (answer: ReturnType<typeof yes>): typeof base.run =>
      async (command) =>
        command === "npm" ? yes() : answer;
    await expect(installPackages({ ...base, run: withNode(yes("v20.20.2")) })).rejects.toThrow(
      /need Node\.js 22\.19\.0 or newer.*the PATH is v20\.20\.2: install/,
    );
    await expect(installPackages({ ...base, run: withNode(no('"node" did not start: ENOENT')) })).rejects.toThrow(
      /does not run \("node" did not start: ENOENT\): install/,
    );
  });
});
