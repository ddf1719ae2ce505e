import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ensureEngine } from "../../toolchain/lib/engine/ensure.mjs";
import { builtFolder, findEngine } from "../../toolchain/lib/engine/find.mjs";
import { tourPrograms } from "../../toolchain/lib/engine/parts.mjs";
import { writeWhole } from "../../toolchain/lib/files.mjs";
import { prepareCloneAndEngine } from "../../toolchain/lib/prepare.mjs";
import { executable, FakeMachine, no, yes } from "./fake-machine.js";

describe("an installed Pulumi engine", () => {
  test("is used from the PATH without a download or a build", async () => {
    const machine = new FakeMachine();
    machine.installEngine();
    expect(await ensureEngine(machine.context)).toBe(machine.bin);
    expect(machine.commands).toEqual(["pulumi version"]);
    expect([...machine.engineHomes]).toEqual([path.join(machine.context.cacheFolder, "pulumi")]);
  });

  test("is used even if the PATH contains only a link to the engine", async () => {
    const machine = new FakeMachine();
    const real = path.join(machine.home, "opt", "pulumi");
    machine.installEngine(real);
    executable(path.join(machine.bin, "other"));
    symlinkSync(path.join(real, "pulumi"), path.join(machine.bin, "pulumi"));
    expect(await ensureEngine(machine.context)).toBe(real);
  });

  test("is used even if the language hosts are in another folder of the PATH", async () => {
    const machine = new FakeMachine();
    const hosts = path.join(machine.home, "hosts");
    machine.installEngine(hosts);
    rmSync(path.join(hosts, "pulumi"));
    executable(path.join(machine.bin, "pulumi"));
    machine.context.env = { PATH: [machine.bin, hosts].join(path.delimiter) };
    expect(await ensureEngine(machine.context)).toBe(machine.bin);
  });

  test.each([
    [
      "is too old",
      (machine: FakeMachine) => (machine.engineAnswer = yes("v3.100.0")),
      /contains Pulumi v3\.100\.0, but Podwright needs 3\.220\.0/,
    ],
    ["does not run", (machine: FakeMachine) => (machine.engineAnswer = no("exec format error")), /exec format error/],
    [
      "has no language host",
      (machine: FakeMachine) => rmSync(path.join(machine.bin, "pulumi-language-nodejs")),
      /lacks pulumi-language-nodejs/,
    ],
  ])("is not used if the engine %s", async (_, spoil, reason) => {
    const machine = new FakeMachine();
    machine.installEngine();
    spoil(machine);
    const found = await findEngine(machine.context);
    expect(found.folder).toBeUndefined();
    expect(found.problem).toMatch(reason);
  });

  test("causes an error if PODWRIGHT_ENGINE_DIR names the engine but a part of the engine is missing", async () => {
    const machine = new FakeMachine();
    const named = path.join(machine.home, "mine");
    machine.context.env = { PATH: machine.bin, PODWRIGHT_ENGINE_DIR: named };
    machine.installEngine();
    await expect(ensureEngine(machine.context)).rejects.toThrow(
      /PODWRIGHT_ENGINE_DIR names .*mine.* lacks pulumi-language-nodejs/,
    );
    machine.installEngine(named);
    expect(await ensureEngine(machine.context)).toBe(named);
  });
});

test("the official installer asks a proxy for its download if a variable names one", async () => {
  const machine = new FakeMachine();
  machine.context.env.HTTPS_PROXY = "http://127.0.0.1:9";
  const asked: unknown[] = [];
  machine.onInstaller = (folder, { HTTPS_PROXY, NODE_USE_ENV_PROXY }) => {
    asked.push({ HTTPS_PROXY, NODE_USE_ENV_PROXY });
    machine.installEngine(path.join(folder, "bin"));
    return yes();
  };
  const clone = machine.context.repositoryFolder;
  mkdirSync(path.join(clone, "node_modules/@pulumi/pulumi"), { recursive: true });
  const lock = { packages: { "node_modules/@pulumi/pulumi": { version: "3.259.0" } } };
  writeWhole(path.join(clone, "package-lock.json"), JSON.stringify(lock));

  await ensureEngine(machine.context);

  expect(asked).toEqual([{ HTTPS_PROXY: "http://127.0.0.1:9", NODE_USE_ENV_PROXY: "1" }]);
  expect(machine.built).toEqual([]);
});

describe("a Pulumi engine from Go modules", () => {
  test("is used again without a second build", async () => {
    const machine = new FakeMachine();
    machine.installGo();
    const folder = await ensureEngine(machine.context);
    expect(folder).toBe(builtFolder(machine.context));
    const commands = machine.commands.length;
    expect(await ensureEngine(machine.context)).toBe(folder);
    expect(machine.commands).toHaveLength(commands);
  });

  test("keeps the finished parts of an interrupted build", async () => {
    const machine = new FakeMachine();
    machine.installGo();
    machine.onBuild = (part) => (part === "pulumi" ? no("signal: interrupt") : yes());
    await expect(ensureEngine(machine.context)).rejects.toThrow(/building pulumi failed: signal: interrupt/);
    machine.onBuild = () => yes();
    machine.built.length = 0;
    await ensureEngine(machine.context);
    expect(machine.built).toEqual(["pulumi"]);
  });

  test("has no hosts for YAML and Go after the demo, and has them after the tests' set-up", async () => {
    const machine = new FakeMachine();
    machine.installGo();
    const folder = await ensureEngine(machine.context, tourPrograms);
    expect(machine.built).toEqual(["pulumi-language-nodejs", "pulumi-language-python", "pulumi"]);
    expect(await ensureEngine(machine.context, tourPrograms)).toBe(folder);
    expect((await findEngine(machine.context)).folder).toBeUndefined();
    machine.built.length = 0;
    machine.onBuild = (part) => (part === "golang" ? no("signal: interrupt") : yes());
    await expect(ensureEngine(machine.context)).rejects.toThrow(/building pulumi-language-go failed/);
    machine.onBuild = () => yes();
    expect(await ensureEngine(machine.context)).toBe(folder);
    expect(machine.built).toEqual(["pulumi-language-yaml", "pulumi-language-go", "pulumi-language-go"]);
    expect(await findEngine(machine.context)).toEqual({ folder });
  });

  test("is built again if the engine did not run after the first build", async () => {
    const machine = new FakeMachine();
    machine.installGo();
    machine.engineAnswer = no("killed");
    await expect(ensureEngine(machine.context)).rejects.toThrow(/the new engine does not run: killed/);
    machine.engineAnswer = yes("v3.259.0");
    machine.built.length = 0;
    await ensureEngine(machine.context);
    expect(machine.built).toContain("pulumi");
  });

  test("is built only once even if two processes need the engine at the same time", async () => {
    const machine = new FakeMachine();
    machine.installGo();
    let second: Promise<string> | undefined;
    machine.onBuild = async () => {
      second ??= ensureEngine(machine.context);
      await expect.poll(() => machine.said.join("\n")).toContain("Another process");
      return yes();
    };
    const one = await ensureEngine(machine.context);
    const other = await second;
    expect(one).toBe(other);
    expect(new Set(machine.built).size).toBe(machine.built.length);
    expect(machine.said).toContainEqual(
      expect.stringMatching(/^Another process \(\d+\) is preparing the Pulumi engine; waiting for it\. Lock: /),
    );
  });
});

describe("the set-up of a clone", () => {
  test("builds the Pulumi engine while npm installs the packages", async () => {
    const machine = new FakeMachine();
    machine.installGo();
    writeWhole(path.join(machine.context.repositoryFolder, "package-lock.json"), "{}");
    machine.onNpm = async () => {
      await expect.poll(() => machine.built).toContain("pulumi-language-nodejs");
      return no("no network");
    };
    await expect(prepareCloneAndEngine(machine.context, tourPrograms)).rejects.toThrow(
      "The npm packages could not be installed: no network",
    );
  });

  test("stops the build of the Pulumi engine if the packages cannot be installed", async () => {
    const machine = new FakeMachine();
    machine.installGo();
    await expect(prepareCloneAndEngine(machine.context, tourPrograms)).rejects.toThrow(/has no package-lock\.json/);
    expect(machine.built).toEqual([]);
  });
});

describe("the Pulumi engine that a clone builds leaves out the packages in toolchain/engine/without", () => {
  test("by importing the package of the same name there", async () => {
    const machine = new FakeMachine();
    machine.installGo();
    machine.engineSource += '\nvar list = []string{"gocloud.dev/secrets/awskms"}\nimport "gocloud.dev/blob/s3blob"';
    let built = "";
    machine.onBuild = (part, args) => {
      const overlay = args[args.indexOf("-overlay") + 1];
      if (part !== "pulumi" || overlay === undefined) return yes();
      const [[file, copy]] = Object.entries(JSON.parse(readFileSync(overlay, "utf8")).Replace) as [[string, string]];
      expect(path.basename(file)).toBe("main.go");
      built = readFileSync(copy, "utf8");
      return yes();
    };
    const folder = await ensureEngine(machine.context);
    expect(built).toContain('\t"podwright.invalid/toolchain/engine/without/gocloud.dev/secrets/awskms" // a comment');
    expect(built).toContain('{"gocloud.dev/secrets/awskms"}');
    expect(built).toContain('import "gocloud.dev/blob/s3blob"');
    expect(existsSync(`${folder}.sources`)).toBe(false);
  });

  test("and fails if another version of Pulumi does not import one of them", async () => {
    const machine = new FakeMachine();
    machine.installGo();
    machine.engineSource = machine.engineSource.replace("gocloud.dev/blob/gcsblob", "gocloud.dev/blob/gcs");
    await expect(ensureEngine(machine.context)).rejects.toThrow(
      /no file of github\.com\/pulumi\/pulumi\/pkg\/v3 imports gocloud\.dev\/blob\/gcsblob/,
    );
    expect(machine.built).toEqual([]);
  });
});

test("the error about a missing Pulumi engine lists every way that the toolchain tried to get an engine", async () => {
  const machine = new FakeMachine();
  const error = await ensureEngine(machine.context).catch((reason: Error) => reason.message);
  expect(String(error).split("\n")).toEqual([
    "There is no Pulumi engine on this machine, and none could be installed. Tried, in this order:",
    "  1. pulumi on PATH: not found",
    expect.stringMatching(
      /^ {2}2\. the official installer: https:.*install\.(sh|ps1) cannot be reached \(getaddrinfo ENOTFOUND\)$/,
    ),
    "  3. a build from Go modules: Go is not installed on this machine",
    "Do one of these, then run the command again:",
    "  - install Pulumi 3.220.0 or newer: https://www.pulumi.com/docs/install/",
    "  - install Go (https://go.dev/dl/) and let it reach a Go module proxy",
    "  - set PODWRIGHT_ENGINE_DIR to a folder that contains pulumi and its language hosts",
  ]);
});
