import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type DoctorReport, doctorReport } from "../../../cli/doctor/report";
import { oldestEngine } from "../../../cli/doctor/versions";
import manifest from "../../../package.json";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

const canary = "canary-key-of-the-doctor";

/** Where nothing answers: what is not about the platform needs none. */
const nowhere = { PODWRIGHT_BASE_URL: "http://127.0.0.1:9", PODWRIGHT_SERVERLESS_URL: "http://127.0.0.1:9" };
const env = { ...nowhere, PODWRIGHT_API_KEY: canary };
const empty = { deployment: { resources: [] } };
const yaml = { "Pulumi.yaml": "name: shop\nruntime: yaml\n" };
const node = { "Pulumi.yaml": "name: shop\nruntime: nodejs\n" };
const urn = "urn:pulumi:dev::shop::podwright:index:Pod::web";

interface Situation {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, string>>;
  readonly state?: unknown;
  readonly arrange?: (pulumi: FakePulumi) => void;
  /** Nothing is on the PATH but this. */
  readonly path?: string;
}

async function examined(situation: Situation): Promise<{ exitCode: number; report: DoctorReport; text: string }> {
  const folder = temporaryFolder("doctor");
  for (const [name, content] of Object.entries(situation.files ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const pulumi = new FakePulumi(situation.state ?? empty, situation.config);
  pulumi.install("3.259.0", manifest.version);
  situation.arrange?.(pulumi);
  const path = situation.path ?? pulumi.path;
  const { exitCode, out, err } = await commandLine(["doctor", "--cwd", folder, "--output", "json"], {
    env: { HOME: folder, ...(situation.env ?? env), PATH: path },
  });
  expect(err).toBe("");
  expect(out).not.toContain(canary);
  const report = doctorReport.parse(JSON.parse(out));
  return { exitCode, report, text: out };
}

/** The finding of a check, as a level, its message and its action. */
async function found(check: string, situation: Situation): Promise<string> {
  const { report } = await examined(situation);
  const findings = report.findings.filter((one) => one.check === check);
  return findings.map(({ level, message, action = "" }) => `${level}: ${message} ${action}`.trim()).join("\n");
}

const sdk = (version: string) => ({
  ...node,
  "package.json": JSON.stringify({ dependencies: { "pulumi-podwright": "*" } }),
  "node_modules/pulumi-podwright/package.json": JSON.stringify({ version }),
});
const withPulumi = (version: string) => ({
  "node_modules/@pulumi/pulumi/package.json": JSON.stringify({ version }),
});
const pending = {
  ...empty,
  deployment: { resources: [], pending_operations: [{ type: "creating", resource: { urn } }] },
};

test.each<[check: string, situation: string, facts: Situation, expected: RegExp]>([
  [
    "node",
    "no node on the PATH",
    { path: "/nowhere" },
    /^problem: There is no usable `node` .* Put Node 22\.19\.0 or newer/,
  ],
  ["node", "a good one", {}, /^ok: The `node` on the PATH is \d+/],
  ["pulumi", "no pulumi on the PATH", { path: "/nowhere" }, /^problem: .*no `pulumi` on the PATH.* Install Pulumi/],
  [
    "pulumi",
    "an old one",
    { arrange: (it) => it.install("3.100.1") },
    /^warning: Pulumi is 3\.100\.1, .* Install a newer/,
  ],
  ["pulumi", "a good one", {}, /^ok: Pulumi is 3\.259\.0\.$/],
  [
    "plugin",
    "none, in no project",
    { arrange: (it) => it.install("3.259.0") },
    /^ok: .* Only stacks of the plugin need it\.$/,
  ],
  [
    "plugin",
    "none, for YAML",
    { files: yaml, arrange: (it) => it.install("3.259.0") },
    /^problem: .*not installed\. `pulumi plugin install/,
  ],
  [
    "plugin",
    "another version, for YAML",
    { files: yaml, arrange: (it) => it.install("3.259.0", "9.9.9") },
    /^warning: .*installed as 9\.9\.9, and this command is/,
  ],
  ["plugin", "this version, for YAML", { files: yaml }, /^ok: The provider plugin is installed as/],
  [
    "plugin",
    "another one than the SDK needs",
    { files: sdk("9.9.9") },
    /^problem: .* pulumi-podwright 9\.9\.9 needs 9\.9\.9\. `pulumi plugin install resource podwright 9\.9\.9/,
  ],
  ["plugin", "the one that the SDK needs", { files: sdk(manifest.version) }, /^ok: .*as pulumi-podwright needs\.$/],
  [
    "sdk",
    "an SDK of another version",
    { files: sdk("9.9.9") },
    /^warning: pulumi-podwright is 9\.9\.9, and this command is .* Use one version/,
  ],
  [
    "sdk",
    "an SDK that is declared only",
    { files: { ...node, "package.json": '{"dependencies":{"podwright":"*"}}' } },
    /^problem: podwright is not installed .* Run `npm install`/,
  ],
  [
    "sdk",
    "an SDK of Python",
    {
      files: {
        "Pulumi.yaml": "name: shop\nruntime: {name: python, options: {virtualenv: env}}",
        "env/lib/python3.13/site-packages/pulumi_podwright-9.9.9.dist-info/METADATA": "",
      },
    },
    /^warning: pulumi_podwright is 9\.9\.9/,
  ],
  [
    "sdk",
    "none in a Python project",
    { files: { "Pulumi.yaml": "name: shop\nruntime: python" } },
    /^unchecked: pulumi_podwright is not installed .* `pulumi install`/,
  ],
  [
    "sdk",
    "a Go module",
    {
      files: {
        "Pulumi.yaml": "name: shop\nruntime: go",
        "go.mod": "require github.com/podwright/podwright/sdk/go v9.9.9\n",
      },
    },
    /^warning: github\.com.* is 9\.9\.9/,
  ],
  [
    "sdk",
    "a Go module in a folder",
    {
      files: {
        "Pulumi.yaml": "name: shop\nruntime: go",
        "go.mod": "require github.com/podwright/podwright/sdk/go v0.0.0\n",
      },
    },
    /^ok: .* is taken from a folder\.$/,
  ],
  [
    "pulumi-sdk",
    "none for a Node program",
    { files: node },
    /^problem: @pulumi\/pulumi is not installed .* Run `npm install/,
  ],
  [
    "pulumi-sdk",
    "an old one",
    { files: { ...node, ...withPulumi("3.10.0") } },
    /^problem: @pulumi\/pulumi is 3\.10\.0, and Podwright needs/,
  ],
  [
    "pulumi-sdk",
    "a good one",
    { files: { ...node, ...withPulumi("3.216.0") } },
    /^ok: @pulumi\/pulumi is 3\.216\.0\.$/,
  ],
  ["project", "no project", {}, /^unchecked: There is no Pulumi project here, .* name that as --cwd\.$/],
  [
    "project",
    "a project file that is no YAML",
    { files: { "Pulumi.yaml": "name: [" } },
    /^problem: .*Pulumi\.yaml cannot be read: .* Mend the file/,
  ],
  [
    "project",
    "a project file without a name",
    { files: { "Pulumi.yaml": "runtime: yaml" } },
    /^problem: .*Pulumi\.yaml has no name\./,
  ],
  ["project", "a project", { files: yaml }, /^ok: The project is shop, a program in yaml\.$/],
  [
    "backend",
    "no login",
    { files: yaml, arrange: (it) => it.fail("whoami --json", "error: PULUMI_ACCESS_TOKEN must be set") },
    /^problem: .*PULUMI_ACCESS_TOKEN must be set\. Run `pulumi login`/,
  ],
  [
    "stack",
    "no stack",
    { files: yaml, arrange: (it) => it.fail("stack --show-name", "error: no stack selected") },
    /^problem: .*no stack selected\. Run `pulumi stack select/,
  ],
  ["stack", "a stack", { files: yaml }, /^ok: The stack is dev\.$/],
  [
    "pending-operations",
    "an operation that is pending",
    { files: yaml, state: pending },
    /^problem: .* while creating web\. If none is under way: `podwright recover --cwd .*`, then `pulumi up/,
  ],
  ["pending-operations", "nothing pending", { files: yaml }, /^ok: No operation is pending\.$/],
  [
    "last-update",
    "a failed update",
    { files: yaml, arrange: (it) => it.record({ result: "failed", startTime: "2026-06-01T12:00:00Z" }) },
    /^warning: The last update, which began at 2026-06-01T12:00:00Z, failed: .*`podwright drift/,
  ],
  [
    "last-update",
    "an update that succeeded",
    { files: yaml, arrange: (it) => it.record({ startTime: "2026-06-01T12:00:00Z" }) },
    /^ok: The last update succeeded\.$/,
  ],
  [
    "last-update",
    "a history that cannot be read",
    { files: yaml, arrange: (it) => it.fail("stack history", "error: no access") },
    /^unchecked: Whether the last update ended well is not known: .*no access\. `podwright drift/,
  ],
  [
    "lock",
    "a lock of a killed run",
    { files: yaml, arrange: lockOf },
    /^problem: A run holds the stack's lock, .* If none is under way: `pulumi cancel --yes/,
  ],
  [
    "state",
    "a state that cannot be read",
    { files: yaml, arrange: (it) => it.fail("stack export", "error: no such bucket") },
    /^problem: .*no such bucket\. Mend that first/,
  ],
  [
    "configuration",
    "a configuration without its passphrase",
    { files: yaml, arrange: (it) => it.fail("config --json", "error: passphrase must be set") },
    /^problem: .*passphrase must be set\. Set PULUMI_CONFIG_PASSPHRASE/,
  ],
  ["configuration", "settings that are good", {}, /^ok: Every setting is valid\.$/],
  [
    "setting",
    "a misspelt setting",
    { files: yaml, config: { "podwright:baseURL": "x" } },
    /^problem: podwright:baseURL is no setting of Podwright; .* Remove this one\.$/,
  ],
  [
    "setting",
    "an address that is none",
    { env: { ...env, PODWRIGHT_BASE_URL: "ftp://x" } },
    /^problem: PODWRIGHT_BASE_URL is .* Write it like/,
  ],
  [
    "setting",
    "a switch that is neither",
    { env: { ...env, PODWRIGHT_CHECK_CATALOG: "maybe" } },
    /^problem: PODWRIGHT_CHECK_CATALOG must be true or false\. Leave it out/,
  ],
  [
    "setting",
    "a transport that is neither",
    { env: { ...env, PODWRIGHT_ENDPOINT_TRANSPORT: "soap" } },
    /^problem: PODWRIGHT_ENDPOINT_TRANSPORT is "soap"/,
  ],
  [
    "setting",
    "a key with a line break",
    { env: { ...env, PODWRIGHT_API_KEY: `${canary}\n${canary}` } },
    /^problem: PODWRIGHT_API_KEY holds a space/,
  ],
  ["key", "no key", { env: nowhere }, /^problem: No API key is set\. Set PODWRIGHT_API_KEY\.$/],
  [
    "key",
    "no key in a stack",
    { files: yaml, env: nowhere },
    /^problem: No API key is set\. `pulumi config set --secret podwright:apiKey <key>.*`, or set PODWRIGHT_API_KEY\.$/,
  ],
  [
    "key-in-clear",
    "a key in clear",
    { files: yaml, config: { "podwright:apiKey": canary } },
    /^warning: podwright:apiKey is stored unencrypted .* encrypts it/,
  ],
  [
    "addresses",
    "one address of two",
    {
      env: {
        PODWRIGHT_API_KEY: canary,
        PODWRIGHT_BASE_URL: "http://127.0.0.1:9",
        PODWRIGHT_SERVERLESS_URL: "http://nobody.invalid",
        PODWRIGHT_ALLOW_INSECURE_URL: "true",
      },
    },
    /^warning: PODWRIGHT_BASE_URL is an address of this machine, and serverlessUrl is nobody\.invalid/,
  ],
  [
    "pods",
    "an address where nothing answers",
    {},
    /^problem: listPods could not reach 127\.0\.0\.1:9: .* Check PODWRIGHT_BASE_URL/,
  ],
])("%s: %s", async (check, _situation, facts, expected) => {
  expect(await found(check, facts)).toMatch(expected);
});

test("each setting is shown with its source, a secret without its value", async () => {
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

test("everything that is not well ends with what to do", async () => {
  const { report } = await examined({ path: "/nowhere", files: yaml, env: nowhere });
  const wanting = report.findings.filter(({ level, action = "" }) => level !== "ok" && !action.endsWith("."));
  expect(report.findings.filter(({ level }) => level !== "ok").length).toBeGreaterThan(4);
  expect(wanting).toEqual([]);
});

test("no password of a backend's address is shown", async () => {
  const { text } = await examined({
    files: yaml,
    arrange: (it) =>
      writeFileSync(
        join(it.dir, "whoami.json"),
        '{"url": "postgres://me:word-of-the-base@db/x?token=word-of-the-base"}',
      ),
  });
  expect(text).toContain("postgres://…@db/x");
  expect(text).not.toContain("word-of-the-base");
});

test("the oldest engine is the one that a clone needs", async () => {
  const { ENGINE_FLOOR } = (await import("../../../toolchain/lib/engine.mjs" as string)) as { ENGINE_FLOOR: string };
  expect(oldestEngine).toBe(ENGINE_FLOOR);
});

function lockOf(pulumi: FakePulumi): void {
  pulumi.recordInFiles("shop", empty);
  const folder = join(pulumi.dir, ".pulumi/locks/organization/shop/dev");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "1.json"), "{}");
}
