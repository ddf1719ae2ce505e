import { execFile, execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../../package.json";
import { sdkPython } from "../../../toolchain/lib/test-tools/tools.mjs";
import { emulated } from "../harness/emulated";
import { engine } from "../harness/guide/tools";
import { endedByThemselves } from "../harness/kills/kill";
import { killUp } from "../harness/kills/killed";
import { repository } from "../harness/repository";
import { runPodwright } from "../harness/stack/podwright";
import type { TestStack } from "../harness/stack/stack";
import { idsOf, mustChangeNothing, mustSucceed } from "../harness/stack/steps";
import { toolOrSkip } from "../harness/tools";
import { installNodeSdk } from "./node-sdk";

const folder = join(repository, "build");
const archive = join(folder, `pulumi-resource-podwright-v${version}.tar.gz`);
const tool = join(
  folder,
  readdirSync(folder).find((file) => /^pulumi-tool-.*-(linux|darwin)-(amd64|arm64)\.tar\.gz$/.test(file)) ?? "",
);
const tarball = join(folder, `podwright-${version}.tgz`);
const emulatorTarball = join(folder, `podwright-emulator-${version}.tgz`);
/** The archive for machines without Node, under the name that Pulumi expects. */
const executable = join(
  folder,
  readdirSync(folder).find((file) => /^pulumi-resource-.*-(linux|darwin)-(amd64|arm64)\.tar\.gz$/.test(file)) ?? "",
);

test("each archive contains the licences of its bundled packages", () => {
  for (const [file, bundles] of [
    [archive, []],
    [executable, ["Bun"]],
  ] as const) {
    const texts = execFileSync("tar", ["-xzOf", file, "./THIRD-PARTY.md"]).toString();
    for (const bundled of ["@grpc/grpc-js", "google-protobuf", "undici", "zod", ...bundles])
      expect(texts).toMatch(new RegExp(`^## ${bundled} \\d`, "m"));
    expect(texts).toContain("Apache License");
    expect(texts).toContain("Permission is hereby granted, free of charge");
  }
});

test("the published files match their checksums", () => {
  const checked = execFileSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: folder }).toString();
  for (const file of [archive, tarball, emulatorTarball, executable, tool])
    expect(checked).toContain(`${basename(file)}: OK\n`);
  expect(basename(executable)).toMatch(/^pulumi-resource-podwright-v[\d.]+-(linux|darwin)-(amd64|arm64)\.tar\.gz$/);
});

test("a Python program deploys with the packaged executable on a machine without Node", async (context) => {
  const python = toolOrSkip(sdkPython, context);
  const { emulator, stack } = await emulated({ provision: 60_000 }, { host: "plugin" });
  rmSync(join(stack.dir, "home/plugins"), { recursive: true });
  cpSync(join(repository, "examples/python"), stack.dir, { recursive: true });
  writeFileSync(join(stack.dir, "Pulumi.yaml"), '{ "name": "e2e", "runtime": "python" }');
  await stack.configure("protectVolumes", "false");
  cpSync(join(repository, "sdk/python"), join(stack.dir, "sdk"), { recursive: true });
  const run = (...args: string[]) => execFileSync(python, ["-m", ...args], { cwd: stack.dir, stdio: "pipe" });
  run("pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", "wheels", "./sdk");
  const wheel = join("wheels", readdirSync(join(stack.dir, "wheels"))[0] ?? "");
  run("twine", "check", "--strict", wheel);
  run("pip", "install", "--no-deps", "--target", "site", wheel);
  const bin = join(stack.dir, "bin");
  mkdirSync(bin);
  const engineFolder = dirname(engine());
  for (const name of ["pulumi", "pulumi-language-python", "pulumi-language-python-exec"])
    symlinkSync(join(engineFolder, name), join(bin, name));
  const PATH = [dirname(python), bin].join(delimiter);
  expect(spawnSync("node", ["--version"], { env: { PATH } }).error).toMatchObject({ code: "ENOENT" });
  Object.assign(stack.env, { PATH, PYTHONPATH: join(stack.dir, "site"), VIRTUAL_ENV: dirname(dirname(python)) });

  // The plugin ignores a project's files for other programs, although its runtime reads such files.
  writeFileSync(join(stack.dir, ".env"), "PODWRIGHT_ENDPOINT_TRANSPORT=none\n");
  writeFileSync(join(stack.dir, "bunfig.toml"), 'preload = ["./none.ts"]\n');
  await installArchive(stack, executable);
  await mustSucceed(stack.pulumi("plugin", "install", "tool", "podwright", version, "--file", tool));
  const podwright = (...args: string[]) => runPlugin(stack, "podwright", "--", ...args);

  await endedByThemselves(await killUp(stack, () => emulator.state().pods.length > 0));
  const unsure = await podwright("doctor");
  expect(unsure.text).toContain("`pulumi cancel --yes`, `pulumi plugin run podwright -- recover`, then `pulumi up`");
  await stack.cancel();
  expect(await podwright("recover")).toMatchObject({ exitCode: 0, text: expect.stringMatching(/^web +Pod +adopted/m) });
  emulator.advance(60_000);
  const up = await mustSucceed(stack.start("up").finished);
  expect(up.text).not.toContain("warning");
  expect(emulator.state().pods).toMatchObject([{ id: stack.resource("web").id, status: "RUNNING" }]);
  expect(await podwright("drift")).toMatchObject({ exitCode: 0, text: expect.stringContaining("in sync") });
  // The plugin's own file is the command line too.
  const mistyped = await runPlugin(stack, "--kind", "resource", "podwright", "--", "drift", "--output", "csv");
  expect(mistyped.text).toContain('"pulumi plugin run --kind resource podwright -- drift --help"');
  const { ok, text } = await stack.start("destroy").finished;
  expect(ok, text).toBe(true);
  expect(emulator.state()).toMatchObject({ pods: [], endpoints: [], templates: [], networkVolumes: [] });
});

test("the npm package adds no provider plugin to the PATH", () => {
  const files = execFileSync("tar", ["-tzf", tarball]).toString().split("\n");
  expect(files).toContain("package/dist/podwright/main.js");
  expect(files.filter((file) => /^package\/dist\/(plugin|provider\/hosts\/plugin)\//.test(file))).toEqual([]);
  const { bin } = JSON.parse(execFileSync("tar", ["-xzOf", tarball, "package/package.json"]).toString()) as {
    bin: object;
  };
  expect(Object.keys(bin)).toEqual(["podwright"]);
});

test("a program with the npm package from its tarball deploys and destroys a pod", async () => {
  const { emulator, stack } = await emulated({}, { host: "dynamic" });
  installFromTarball(stack);
  stack.declare([{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } }]);

  // A separate process, as users have it.
  const up = await stack.start("up").finished;

  expect(up.text).toContain("is RUNNING");
  const { id } = stack.resource("web");
  expect(id).toBe(emulator.state().pods[0]?.id);
  // The command line of the package brings its libraries.
  const main = join(stack.dir, "node_modules/podwright/dist/podwright/main.js");
  expect(await runPodwright(stack, ["ps"], {}, main)).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining(`${id}`),
  });
  await mustSucceed(stack.destroy());
  expect(emulator.state().pods).toEqual([]);
});

test("the emulator's npm package contains every file of the console page", () => {
  const files = execFileSync("tar", ["-tzf", emulatorTarball]).toString().split("\n");
  const folder = "console/browser";
  const assets = readdirSync(join(repository, "emulator", folder)).filter((name) => name !== "tsconfig.json");
  expect(assets).toEqual(expect.arrayContaining(["index.html", "style.css", "icon.svg", "main.mjs"]));
  expect(files).toEqual(expect.arrayContaining(assets.map((name) => `package/dist/${folder}/${name}`)));
});

/** Resources in components, and below other resources, from either package. */
const program = (from: string) => `
  const { ComponentResource } = require("@pulumi/pulumi");
  const { Pod, Template, NetworkVolume, ServerlessEndpoint } = require("${from}");
  class Site extends ComponentResource {
    constructor(name, options) {
      super("acme:web:Site", name, {}, options);
      const worker = new Template(name + "-worker", { image: "worker", serverless: true }, { parent: this });
      new ServerlessEndpoint(name + "-jobs", { templateId: worker.id, gpuIds: "AMPERE_16" }, { parent: worker });
      const data = new NetworkVolume(name + "-data", { size: 10, dataCenter: "EU-RO-1" }, { parent: this });
      new Pod(name + "-web", {
        image: "nginx:1", gpu: { id: "NVIDIA L4" }, env: { TEMPLATE: worker.id },
        mounts: { network: [{ volumeId: data.id, path: "/data" }] },
      }, { parent: this });
    }
  }
  const outer = new Site("outer");
  new Site("inner", { parent: outer });
`;

test("podwright migrate moves a stack of components to the packaged plugin with the same ids", async () => {
  const { emulator, stack } = await emulated({}, { host: "dynamic" });
  stack.writeProgram("index.js", program("podwright"));
  await mustSucceed(stack.up());
  const ids = idsOf(stack);
  expect(Object.keys(ids)).toHaveLength(8);
  await installArchive(stack);
  installNodeSdk(stack);
  stack.writeProgram("index.js", program("pulumi-podwright"));
  emulator.clearRequests();

  const migrated = await runPodwright(stack, ["migrate", "--stack", "test", "--yes"]);

  expect(migrated.out, migrated.err).toContain("8 resources moved to the plugin");
  expect(idsOf(stack)).toEqual(ids);
  expect(stack.stateText()).not.toContain("pulumi-nodejs");
  const preview = await mustChangeNothing(stack.preview({ refresh: true, expectNoChanges: true }));
  expect(preview.text).not.toContain("warning");
  const writes = emulator.requests().filter(({ operation }) => /^(create|update|delete|save)/.test(operation));
  expect(writes).toEqual([]);
  await mustSucceed(stack.destroy());
  expect(emulator.state()).toMatchObject({ pods: [], endpoints: [], templates: [], networkVolumes: [] });
});

/** Runs `pulumi plugin run`, which passes every further word to the plugin. */
function runPlugin({ dir, env }: TestStack, ...words: string[]): Promise<{ exitCode: unknown; text: string }> {
  return new Promise((resume) => {
    execFile(engine(), ["plugin", "run", ...words], { cwd: dir, env }, (error, out, err) =>
      resume({ exitCode: error === null ? 0 : error.code, text: `${out}${err}` }),
    );
  });
}

async function installArchive(stack: TestStack, file = archive): Promise<void> {
  await mustSucceed(stack.pulumi("plugin", "install", "resource", "podwright", version, "--file", file));
}

/** Installs the files of `npm pack` where the harness links the working copy. */
function installFromTarball(stack: TestStack): void {
  const modules = join(stack.dir, "node_modules");
  execFileSync("tar", ["-xzf", tarball, "-C", stack.dir]);
  unlinkSync(join(modules, "podwright"));
  renameSync(join(stack.dir, "package"), join(modules, "podwright"));
  // Links the dependencies of the working copy, at the same versions.
  mkdirSync(join(modules, "podwright/node_modules"));
  for (const dependency of ["undici", "zod", "structured-headers", "eventsource-parser"]) {
    symlinkSync(join(repository, "node_modules", dependency), join(modules, "podwright/node_modules", dependency));
  }
}
