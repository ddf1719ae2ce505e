import { mkdirSync, readdirSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { build, hashInputs, isBuildFresh } from "../../../toolchain/lib/build-output.mjs";
import { areDependenciesFresh, installDependencies, isInstalled } from "../../../toolchain/lib/dependencies.mjs";
import { temporaryFolder } from "../../support/temporary-folder";
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

describe("the hash of the build's inputs", () => {
  test.each([
    ["a source changed", () => put("provider/index.ts", "export const one = 1;\n")],
    ["a source deep down changed", () => put("emulator/deep/down/server.ts", "export const one = 1;\n")],
    ["a source was added", () => put("cli/main.ts", "")],
    ["a source was removed", () => rmSync(path.join(clone, "provider/index.ts"))],
    ["a compiler setting changed", () => put("tsconfig.build.json", "{}")],
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
    ["only a time changed", () => utimesSync(path.join(clone, "provider/index.ts"), 0, 0)],
    ["a page changed", () => put("provider/page.md", "# Page\n")],
    ["an example's packages changed", () => put("examples/demo/node_modules/x/index.js", "1")],
    ["a stack left its state", () => put("examples/demo/.pulumi/state.json", "{}")],
    ["a test changed", () => put("test/unit/some.test.ts", "")],
  ])("stays when %s", (_, change) => {
    const before = hashInputs(clone);
    change();
    expect(hashInputs(clone)).toBe(before);
  });
});

/** A machine whose every command gives one answer and may do something to the clone. */
function machine(answer: ReturnType<typeof yes>, effect = () => {}) {
  const { context } = new FakeMachine();
  const run: typeof context.run = async (_command, args) => {
    if (args[0] === "--version") return yes("v24.21.0");
    effect();
    return answer;
  };
  return { ...context, repositoryFolder: clone, run };
}

describe("the build", () => {
  test("counts as fresh only after one that succeeded, and until a source changes", async () => {
    expect(isBuildFresh(clone)).toBe(false);
    await expect(build(machine(no("error TS2322")))).rejects.toThrow(/could not be built: error TS2322/);
    expect(isBuildFresh(clone)).toBe(false);
    await build(machine(yes()));
    expect(isBuildFresh(clone)).toBe(true);
    put("cli/main.ts", "export {};\n");
    expect(isBuildFresh(clone)).toBe(false);
  });

  test("that failed does not leave the mark of the one before it", async () => {
    await build(machine(yes()));
    await expect(build(machine(no("killed")))).rejects.toThrow();
    expect(isBuildFresh(clone)).toBe(false);
  });

  test("leaves nothing of a source that is gone, which would be published", async () => {
    for (const name of ["dist/cli/main.js", "dist/cli/gone.js", "dist/cli/gone.d.ts"]) put(name, "");
    await build(machine(yes("TSFILE: /somewhere/else/dist/cli/main.js\n")));
    expect(readdirSync(path.join(clone, "dist/cli"))).toHaveLength(3);
    await build(machine(yes(`TSFILE: ${path.join(realpathSync(clone), "dist/cli/main.js")}\n`)));
    expect(readdirSync(path.join(clone, "dist/cli"))).toEqual(["main.js"]);
    expect(isBuildFresh(clone)).toBe(true);
  });

  test("does not count as fresh when a source changed meanwhile", async () => {
    await build(machine(yes(), () => put("provider/index.ts", "// edited while the compiler ran\n")));
    expect(isBuildFresh(clone)).toBe(false);
  });
});

describe("the npm packages", () => {
  const installed = () => {
    put("node_modules/node/bin/node", "");
    put("node_modules/.bin/node", "");
  };

  test("count as fresh after npm ci and until the lock file changes", async () => {
    expect(areDependenciesFresh(clone)).toBe(false);
    await installDependencies(machine(yes(), installed));
    expect(areDependenciesFresh(clone)).toBe(true);
    put("package-lock.json", lock("1.0.1"));
    expect(areDependenciesFresh(clone)).toBe(false);
  });

  test("count as fresh after an install by hand", () => {
    put("node_modules/.package-lock.json", lock("1.0.0"));
    expect(areDependenciesFresh(clone)).toBe(true);
    put("node_modules/.package-lock.json", lock("0.9.0"));
    expect(areDependenciesFresh(clone)).toBe(false);
  });

  test("may lack what is optional, and nothing else", () => {
    const wanted = {
      packages: { "node_modules/a": { version: "1.0.0" }, "node_modules/b": { version: "1.0.0", optional: true } },
    };
    expect(isInstalled(wanted, { packages: { "node_modules/a": { version: "1.0.0" } } })).toBe(true);
    expect(isInstalled(wanted, { packages: { "node_modules/b": { version: "1.0.0" } } })).toBe(false);
  });

  test("that cannot be installed end in npm's own words", async () => {
    await expect(installDependencies(machine(no("npm error code EUSAGE")))).rejects.toThrow(
      /could not be installed: npm error code EUSAGE/,
    );
    expect(areDependenciesFresh(clone)).toBe(false);
  });

  test("include the Node that runs the programs, fetched from here when npm left it out", async () => {
    const commands: string[] = [];
    const base = machine(yes());
    const run: typeof base.run = async (command, args) => {
      commands.push([path.basename(command), ...args].join(" "));
      if (args[0] === "installArchSpecificPackage.js") put("node_modules/node/bin/node", "");
      if (args[0] === "ci") mkdirSync(path.join(clone, "node_modules", ".bin"), { recursive: true });
      return yes("24.21.0");
    };
    await installDependencies({ ...base, run });
    expect(commands.map((command) => command.split(" ")[1])).toEqual([
      "--version",
      "ci",
      "installArchSpecificPackage.js",
      "--version",
    ]);
  });

  test("end in a sentence when that Node does not run", async () => {
    const base = machine(yes());
    const run: typeof base.run = async (command) =>
      path.basename(command) === "npm" ? yes("11.0.0") : no('"node" did not start: ENOENT');
    await expect(installDependencies({ ...base, run })).rejects.toThrow(
      /node_modules\/\.bin\/node does not work.*ENOENT.*npm rebuild node/,
    );
  });
});
