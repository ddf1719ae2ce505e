import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import manifest from "../../../package.json";
import { oldestEngine } from "../../../provider/hosts/node/versions";
import { goModuleOf, homeOf } from "../../../provider/schema/package/home";
import { canary, empty, env, examined, findings, node, nowhere, type Situation, urn, yaml } from "../support/doctor";
import type { FakePulumi } from "../support/fake-pulumi";

const sdk = (version: string) => ({
  ...node,
  "package.json": JSON.stringify({ dependencies: { "pulumi-podwright": "*" } }),
  "node_modules/pulumi-podwright/package.json": JSON.stringify({ version }),
});
const withPulumi = (version: string) => ({
  "node_modules/@pulumi/pulumi/package.json": JSON.stringify({ version }),
});
const pending = { deployment: { resources: [], pending_operations: [{ type: "creating", resource: { urn } }] } };
const python = { "Pulumi.yaml": "name: shop\nruntime: {name: python, options: {virtualenv: env}}" };
const go = (version: string) => ({
  "Pulumi.yaml": "name: shop\nruntime: go",
  "go.mod": `require ${goModuleOf(homeOf(manifest as object))} ${version}\n`,
});
const distribution = "env/lib/python3.13/site-packages/pulumi_podwright-9.9.9.dist-info/METADATA";

describe("podwright doctor", () => {
  test("reports missing tools, a missing project and a missing key", async () => {
    expect(await findings({ path: "/nowhere", env: nowhere })).toMatchInlineSnapshot(`
      "node problem: There is no usable \`node\` on the PATH (spawn node ENOENT); this command runs on Node NODE. Put Node 22.19.0 or newer first on the PATH.
      pulumi problem: Podwright cannot use Pulumi: there is no \`pulumi\` on the PATH: install it (https://www.pulumi.com/docs/install), or add its folder to the PATH. Install Pulumi (https://www.pulumi.com/docs/install), or put its folder on the PATH.
      plugin unchecked: Pulumi could not list the installed plugins: there is no \`pulumi\` on the PATH: install it (https://www.pulumi.com/docs/install), or add its folder to the PATH. Repair Pulumi first.
      project unchecked: This folder has no Pulumi project, so the command checked no stack and no configuration. Run the command in a project's folder, or set --cwd to it.
      key problem: No API key is set. Set PODWRIGHT_API_KEY."
    `);
  });

  test("finds no problem in a healthy project", async () => {
    const arrange = (it: FakePulumi) => it.record({ startTime: "2026-06-01T12:00:00Z" });
    expect(await findings({ files: yaml, arrange })).toMatchInlineSnapshot(`
      "node ok: The \`node\` on the PATH is NODE; this command runs on Node NODE.
      pulumi ok: Pulumi is 3.259.0.
      plugin ok: The provider plugin is installed as VERSION.
      project ok: The project is shop, a program in yaml.
      backend ok: The stacks' states are in s3://states.
      stack ok: The stack is dev.
      pending-operations ok: No operation is pending.
      last-update ok: The last update succeeded.
      configuration ok: Every setting is valid."
    `);
  });

  test("reports mismatched versions and wrong settings", async () => {
    const files = { ...sdk("9.9.9"), ...withPulumi("3.10.0") };
    const dependencies = { "pulumi-podwright": "*", podwright: "*" };
    const wrong = {
      files: { ...files, "package.json": JSON.stringify({ dependencies }) },
      config: { "podwright:baseURL": "x", "podwright:apiKey": canary },
      env: {
        PODWRIGHT_BASE_URL: "ftp://x",
        PODWRIGHT_CHECK_CATALOG: "maybe",
        PODWRIGHT_ENDPOINT_TRANSPORT: "soap",
      },
      arrange: (it: FakePulumi) => it.install("3.100.1", "9.9.8"),
    };
    expect(await findings(wrong)).toMatchInlineSnapshot(`
      "node ok: The \`node\` on the PATH is NODE; this command runs on Node NODE.
      pulumi warning: Pulumi is 3.100.1. The oldest tested version is 3.220.0. Install a newer Pulumi.
      plugin problem: The provider plugin is installed as 9.9.8, but pulumi-podwright 9.9.9 needs version 9.9.9 of the plugin. \`pulumi plugin install resource podwright 9.9.9 --reinstall --file ARCHIVE\` installs it.
      sdk problem: podwright is not installed for this project. Run \`npm install CLONE/build/podwright-VERSION.tgz\` in its folder, with the path of your clone of Podwright for CLONE.
      sdk warning: pulumi-podwright is 9.9.9, and this command is VERSION. Use the same version of both, because both read the state, and two versions write different texts into the state.
      pulumi-sdk problem: @pulumi/pulumi is 3.10.0, and Podwright needs 3.216.0. Run \`npm install @pulumi/pulumi@^3.216.0\` in its folder.
      project ok: The project is shop, a program in nodejs.
      backend ok: The stacks' states are in s3://states.
      stack ok: The stack is dev.
      pending-operations ok: No operation is pending.
      last-update ok: The stack has no recorded update.
      setting problem: podwright:baseURL is no setting of Podwright; did you mean podwright:baseUrl? Remove podwright:baseURL.
      setting problem: PODWRIGHT_BASE_URL is "ftp://x", which is not an http or https URL. Write an address such as https://api.example.com.
      setting problem: PODWRIGHT_ENDPOINT_TRANSPORT is "soap", but must be graphql or rest. Set it to graphql or rest, or leave it out.
      setting problem: PODWRIGHT_CHECK_CATALOG must be true or false. Leave the setting out, or write true or false.
      key-in-clear warning: podwright:apiKey is stored unencrypted in the stack's configuration. Create a new key, and encrypt it with \`pulumi config set --secret podwright:apiKey <key> --cwd FOLDER\`."
    `);
  });

  test("reports the lock and the pending operation of a killed run", async () => {
    const files = { ...sdk(manifest.version), ...withPulumi("3.216.0") };
    expect(await findings({ files, state: pending, arrange: lockOf })).toMatchInlineSnapshot(`
      "node ok: The \`node\` on the PATH is NODE; this command runs on Node NODE.
      pulumi ok: Pulumi is 3.259.0.
      plugin ok: The provider plugin is installed as VERSION, as pulumi-podwright needs.
      sdk ok: pulumi-podwright is VERSION, the same version as this command.
      pulumi-sdk ok: @pulumi/pulumi is 3.216.0.
      project ok: The project is shop, a program in nodejs.
      backend ok: The stacks' states are in file://FOLDER.
      stack ok: The stack is dev.
      lock problem: The stack is locked by a run that is in progress or was killed. If no run is in progress: \`pulumi cancel --yes --cwd FOLDER\`.
      pending-operations problem: A run is in progress, or was killed during these operations: creating web. If no run is in progress: \`pulumi cancel --yes --cwd FOLDER\`, \`podwright recover --cwd FOLDER\`, then \`pulumi up --cwd FOLDER\`.
      last-update ok: The last update succeeded.
      configuration ok: Every setting is valid."
    `);
  });

  test("reports that Pulumi cannot read the stack", async () => {
    const arrange = (it: FakePulumi) => {
      it.fail("stack export", "error: no such bucket");
      it.fail("stack history", "error: no access");
      it.fail("config --json", "error: passphrase must be set");
    };
    expect(await findings({ files: yaml, env: nowhere, arrange })).toMatchInlineSnapshot(`
      "node ok: The \`node\` on the PATH is NODE; this command runs on Node NODE.
      pulumi ok: Pulumi is 3.259.0.
      plugin ok: The provider plugin is installed as VERSION.
      project ok: The project is shop, a program in yaml.
      backend ok: The stacks' states are in s3://states.
      stack ok: The stack is dev.
      state problem: Podwright cannot read the stack's state: \`pulumi stack export\` failed: no such bucket. Solve this problem first, because every command of Pulumi reads the state.
      configuration problem: Podwright cannot read the stack's configuration: \`pulumi config\` failed: passphrase must be set. Set PULUMI_CONFIG_PASSPHRASE, or give access to the stack's secrets provider.
      key problem: No API key is set. \`pulumi config set --secret podwright:apiKey <key> --cwd FOLDER\`, or set PODWRIGHT_API_KEY."
    `);
  });

  test("reports a missing login to Pulumi's backend", async () => {
    const arrange = (it: FakePulumi) => it.fail("whoami --json", "error: PULUMI_ACCESS_TOKEN must be set");
    const broken = { ...nowhere, PODWRIGHT_API_KEY: `${canary}\n${canary}` };
    expect(await findings({ files: yaml, env: broken, arrange })).toMatchInlineSnapshot(`
      "node ok: The \`node\` on the PATH is NODE; this command runs on Node NODE.
      pulumi ok: Pulumi is 3.259.0.
      plugin ok: The provider plugin is installed as VERSION.
      project ok: The project is shop, a program in yaml.
      backend problem: Pulumi cannot reach the backend that stores its states: \`pulumi whoami\` failed: PULUMI_ACCESS_TOKEN must be set. Run \`pulumi login\`, or check PULUMI_BACKEND_URL and its credentials.
      setting problem: PODWRIGHT_API_KEY contains a space, a line break or another character that is not allowed in keys. Copy it again from the RunPod console."
    `);
  });
});

const failed = (it: FakePulumi) => it.record({ result: "failed", startTime: "2026-06-01T12:00:00Z" });
const noHistory = (it: FakePulumi) => it.fail("stack history", "error: no access");
const noStack = (it: FakePulumi) => it.fail("stack --show-name", "error: no stack selected");
const twoPlaces = {
  PODWRIGHT_API_KEY: canary,
  PODWRIGHT_BASE_URL: "http://127.0.0.1:9",
  PODWRIGHT_SERVERLESS_URL: "http://nobody.invalid",
  PODWRIGHT_ALLOW_INSECURE_URL: "true",
};

const localPlugin = {
  "Pulumi.yaml": "name: shop\nruntime: yaml\nplugins: { providers: [{ name: podwright, path: ./bin }] }\n",
};

test.each<[check: string, situation: string, facts: Situation, expected: RegExp]>([
  [
    "plugin",
    "a missing plugin outside a project",
    { arrange: (it) => it.install("3.259.0") },
    / ok: .* Only stacks that use the plugin/,
  ],
  [
    "plugin",
    "a missing plugin for a YAML program",
    { files: yaml, arrange: (it) => it.install("3.259.0") },
    / problem: .*`pulumi plugin inst/,
  ],
  [
    "plugin",
    "a local plugin that the project file names",
    { files: { ...localPlugin, "bin/pulumi-resource-podwright": "" }, arrange: (it) => it.install("3.259.0") },
    / ok: The project takes the provider plugin from \.\/bin\.$/,
  ],
  [
    "plugin",
    "a local plugin that is missing",
    { files: localPlugin, arrange: (it) => it.install("3.259.0") },
    / problem: .* there is no pulumi-resource-podwright\. Correct `plugins\.providers` in /,
  ],
  [
    "plugin",
    "another version of the plugin for a YAML program",
    { files: yaml, arrange: (it) => it.install("3.259.0", "9.9.9") },
    / warning: .*installed as 9\.9\.9, and this command is/,
  ],
  [
    "sdk",
    "another version of the SDK in a Python project",
    { files: { ...python, [distribution]: "" } },
    / warning: pulumi_podwright is 9\.9\.9/,
  ],
  [
    "sdk",
    "a missing SDK in a Python project",
    { files: python },
    / unchecked: pulumi_podwright is not .* `pip install CLONE\/sdk\/python`/,
  ],
  ["sdk", "another version of the SDK in a Go project", { files: go("v9.9.9") }, / warning: \S+\/sdk\/go is 9\.9\.9/],
  ["sdk", "an SDK for Go that comes from a folder", { files: go("v0.0.0") }, / ok: .* from a folder\.$/],
  [
    "pulumi-sdk",
    "a missing SDK of Pulumi in a Node program",
    { files: node },
    / problem: @pulumi\/pulumi is not .* Run `npm install/,
  ],
  [
    "project",
    "a project file that is no YAML",
    { files: { "Pulumi.yaml": "name: [" } },
    / problem: .*cannot be read: .* Correct the file/,
  ],
  [
    "project",
    "a project file without a name",
    { files: { "Pulumi.yaml": "runtime: yaml" } },
    / problem: .*Pulumi\.yaml has no name\./,
  ],
  [
    "stack",
    "no selected stack",
    { files: yaml, arrange: noStack },
    / problem: .*no stack selected\. Run `pulumi stack select/,
  ],
  [
    "last-update",
    "a failed update",
    { files: yaml, arrange: failed },
    / warning: The last update, .*failed: .*`podwri/,
  ],
  [
    "last-update",
    "an unreadable history",
    { files: yaml, arrange: noHistory },
    / unchecked: .*: .*no access\. `podwright drift/,
  ],
  [
    "addresses",
    "two addresses on different hosts",
    { env: twoPlaces },
    / warning: PODWRIGHT_BASE_URL is .* serverlessUrl is nobody\.invalid/,
  ],
])("podwright doctor's check %s recognises %s", async (check, _situation, facts, expected) => {
  expect(await findings(facts, (one) => one === check)).toMatch(expected);
});

test("if an address does not answer, podwright doctor names the setting with the address", async () => {
  const { report } = await examined({});
  const { level, message, action } = report.findings.find(({ check }) => check === "pods") ?? {};
  expect(`${level}: ${message} ${action}`).toMatch(
    /^problem: listPods could not reach 127\.0\.0\.1:9: .* Check PODWRIGHT_BASE_URL/,
  );
});

test("podwright doctor shows where each setting comes from", async () => {
  const { report } = await examined({
    files: yaml,
    env: { ...env, PODWRIGHT_BASE_URL: "http://127.0.0.1:10" },
    config: { "podwright:baseUrl": "http://127.0.0.1:9" },
  });
  const settings = Object.fromEntries(report.settings.map(({ name, ...setting }) => [name, setting]));
  expect(settings.apiKey).toEqual({ source: "environment", origin: "PODWRIGHT_API_KEY", secret: true, overrides: [] });
  expect(settings.baseUrl).toEqual({
    source: "stack",
    origin: "podwright:baseUrl",
    value: "http://127.0.0.1:9",
    secret: false,
    overrides: ["PODWRIGHT_BASE_URL"],
  });
  expect(settings.endpointTransport).toMatchObject({ source: "default", value: "graphql" });
});

test("each warning or problem from podwright doctor ends with the next step", async () => {
  const { report } = await examined({ path: "/nowhere", files: yaml, env: nowhere });
  const wanting = report.findings.filter(({ level, action = "" }) => level !== "ok" && !action.endsWith("."));
  expect(report.findings.filter(({ level }) => level !== "ok").length).toBeGreaterThan(4);
  expect(wanting).toEqual([]);
});

test("podwright doctor hides the password in a backend's address", async () => {
  const { text } = await examined({
    files: yaml,
    arrange: (it) =>
      writeFileSync(
        join(it.dir, "whoami.json"),
        '{"url": "postgres://me:word-of-the-base@db/x?token=word-of-the-base"}',
      ),
  });
  expect(text).toContain("postgres://[secret]@db/x");
  expect(text).not.toContain("word-of-the-base");
});

test("podwright doctor and `npm run setup` accept the same oldest version of Pulumi", async () => {
  const { ENGINE_FLOOR } = (await import("../../../toolchain/lib/engine/parts.mjs" as string)) as {
    ENGINE_FLOOR: string;
  };
  expect(oldestEngine).toBe(ENGINE_FLOOR);
});

function lockOf(pulumi: FakePulumi): void {
  pulumi.recordInFiles("shop", empty);
  const folder = join(pulumi.dir, ".pulumi/locks/organization/shop/dev");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "1.json"), "{}");
}
