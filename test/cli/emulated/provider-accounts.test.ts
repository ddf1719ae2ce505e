import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { costReport } from "../../../cli/cost/report";
import { driftReport } from "../../../cli/drift/report";
import { guardReport } from "../../../cli/guard/report";
import { psReport } from "../../../cli/ps/report";
import type { StateResource } from "../../../cli/stack/state";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newPod, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

let here: Emulator;
let there: Emulator;

beforeEach(async () => {
  here = await startEmulator({ provision: 0, start: 0, strict: true });
  there = await startEmulator({ provision: 0, start: 0, strict: true, apiKey: "canary-of-provider" });
  // Both emulators count their ids alike.
  for (let id = 0; id < 3; id++) await send(there, "DELETE", `/v2/pods/${await newPod(there)}`);
});
afterEach(async () => {
  await here.close();
  await there.close();
});

const type = "podwright:index:Pod";
const provider = "urn:pulumi:prod::shop::pulumi:providers:podwright::there";

/** A stack `prod` with one pod on its default provider, and one on an explicit provider whose key is in `inputs`. */
async function twoProviders(inputs: object, clear = inputs) {
  const web = await newPod(here, { name: "web" });
  const api = await newPod(there, { name: "api" });
  const stateWith = (own: object) => ({
    version: 3,
    deployment: {
      resources: [
        { urn: provider, id: "1f3a", type: "pulumi:providers:podwright", inputs: own },
        { urn: `urn:pulumi:prod::shop::${type}::web`, type, id: web, custom: true },
        { urn: `urn:pulumi:prod::shop::${type}::api`, type, id: api, custom: true, provider: `${provider}::1f3a` },
      ],
    },
  });
  const cwd = temporaryFolder("project");
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: shop\nruntime: yaml\n");
  const pulumi = new FakePulumi(stateWith(inputs));
  pulumi.stacks("prod");
  pulumi.decrypt(stateWith(clear));
  const run = async (args: readonly string[], env = {}) =>
    await commandLine([...args, "--cwd", cwd, "--output", "json"], {
      env: { ...environmentOf(here), PATH: pulumi.path, ...env },
    });
  return { cwd, pulumi, run };
}

const sealed = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const addresses = () => ({ baseUrl: there.url, serverlessUrl: there.url });

async function encrypted() {
  const apiKey = { ...sealed, plaintext: JSON.stringify("canary-of-provider") };
  return await twoProviders(
    { ...addresses(), apiKey: { ...sealed, ciphertext: "v1:abc" } },
    { ...addresses(), apiKey },
  );
}

test("podwright ps and guard see the account of an explicit provider, and name each account", async () => {
  const { run } = await encrypted();
  for (const flags of [[], ["--stack", "prod"], ["--all"]]) {
    const { out, err } = await run(["ps", ...flags]);
    const { items, accounts, accountsNotRead } = psReport.parse(JSON.parse(out));
    expect(items.map(({ name, owner }) => [name, owner?.stack]).toSorted()).toEqual([
      ["api", "prod"],
      ["web", "prod"],
    ]);
    expect(accounts.at(-1)).toMatch(/^provider there of prod in /);
    expect([accounts.length, accountsNotRead]).toEqual([2, []]);
    expect(out + err).not.toContain("canary-of-provider");
  }
  const guarded = await run(["guard", "--dearer-than", "0.01", "--all"]);
  const report = guardReport.parse(JSON.parse(guarded.out));
  expect(report.findings.map(({ name }) => name).toSorted()).toEqual(["api", "web"]);
  expect(report.accounts.length).toBe(2);
});

test("a provider with envVarMappings uses the account of the mapped variable, and without the variable it is unknown", async () => {
  const { run } = await twoProviders({
    ...addresses(),
    apiKey: null,
    __internal: { envVarMappings: { OTHER_KEY: "PODWRIGHT_API_KEY", OTHER_URL: "PODWRIGHT_BASE_URL" } },
  });
  const url = { OTHER_URL: there.url, PODWRIGHT_SERVERLESS_URL: there.url };
  const mapped = await run(["ps", "--all"], { OTHER_KEY: "canary-of-provider", ...url });
  expect(psReport.parse(JSON.parse(mapped.out)).items.map(({ name }) => name)).toContain("api");

  const lacking = await run(["ps", "--all"], url);
  const { items, accountsNotRead } = psReport.parse(JSON.parse(lacking.out));
  expect(items.map(({ name }) => name)).toEqual(["web"]);
  expect(accountsNotRead).toEqual([
    expect.stringMatching(/^provider there of prod.*takes PODWRIGHT_API_KEY from OTHER_KEY.*: set OTHER_KEY$/),
  ]);
  expect(lacking).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("could not read the account of provider"),
  });

  // Pulumi would read the account of the environment, where the resources of this provider look deleted.
  const drift = await run(["drift", "--stack", "prod"], url);
  expect(driftReport.parse(JSON.parse(drift.out)).stacks).toEqual([
    expect.objectContaining({ checked: 0, error: expect.stringMatching(/takes PODWRIGHT_API_KEY from OTHER_KEY/) }),
  ]);
  expect(drift.exitCode).toBe(1);
});

test("podwright ps and guard end with an error if a named stack has an account that RunPod refuses", async () => {
  const apiKey = "revoked-canary";
  const { run } = await twoProviders({ ...addresses(), apiKey });
  const ps = await run(["ps", "--stack", "prod"]);
  expect(psReport.parse(JSON.parse(ps.out)).items.map(({ name }) => name)).toEqual(["web"]);
  const guard = await run(["guard", "--dearer-than", "50", "--stack", "prod"]);
  for (const { exitCode, out, err } of [ps, guard]) {
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^error: Podwright could not read the account of provider there of prod/m);
    expect(out + err).not.toContain(apiKey);
  }
});

test("podwright drift --unmanaged imports what it finds on the account of an explicit provider through the provider", async () => {
  const { run } = await encrypted();
  const stray = await newPod(there, { name: "stray" });
  const { out } = await run(["drift", "--stack", "prod", "--unmanaged"]);
  const { unmanaged } = driftReport.parse(JSON.parse(out));
  expect(unmanaged).toMatchObject([
    {
      name: "stray",
      import: expect.stringMatching(
        new RegExp(`^pulumi import ${type} stray ${stray} --provider there=${provider} --cwd .* --stack prod$`),
      ),
    },
  ]);
});

test("podwright drift --unmanaged prints no import if it could not see an account", async () => {
  const { run } = await twoProviders({ ...addresses(), apiKey: "revoked-canary" });
  await newPod(here, { name: "stray" });
  const { out, exitCode } = await run(["drift", "--stack", "prod", "--unmanaged"]);
  const { unmanaged, unmanagedError } = driftReport.parse(JSON.parse(out));
  expect(unmanaged).toMatchObject([{ name: "stray" }]);
  expect(unmanaged?.[0]).not.toHaveProperty("import");
  expect(unmanagedError).toMatch(/could not list the resources that no stack manages/);
  expect(exitCode).toBe(1);
});

test("podwright cost reads the present cost of each resource on the account of its provider", async () => {
  const { run, pulumi } = await encrypted();
  const [web, api] = pulumi
    .state<{ deployment: { resources: readonly StateResource[] } }>()
    .deployment.resources.slice(1);
  const inputs = { desiredStatus: "RUNNING", gpu: { id: "NVIDIA A40", count: 1 } };
  pulumi.plan(
    ...[web, api].map((one) => ({
      op: "same",
      urn: one?.urn ?? "",
      type,
      old: { ...one, inputs },
      new: { ...one, inputs },
    })),
  );
  const { stacks } = costReport.parse(JSON.parse((await run(["cost", "--stack", "prod"])).out));
  expect(stacks[0]?.resources.map(({ name, perHour }) => [name, perHour.now > 0])).toEqual([
    ["api", true],
    ["web", true],
  ]);
});

test("podwright cost of several stacks reads the account and its prices once", async () => {
  const urn = `urn:pulumi:prod::shop::${type}::web`;
  const { pulumi, run } = await twoProviders({ ...addresses(), apiKey: "canary-of-provider" });
  const inputs = { image: "nginx", gpu: { id: "NVIDIA L4", count: 1 }, desiredStatus: "RUNNING" };
  const held = { id: await newPod(here, { name: "web" }), inputs, outputs: inputs };
  pulumi.plan({ op: "same", urn, type, old: held, new: held });
  here.clearRequests();

  const { out, exitCode } = await run(["cost", "--stack", "dev", "--stack", "prod", "--stack", "test"]);

  expect(exitCode).toBe(0);
  expect(costReport.parse(JSON.parse(out)).stacks.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
  expect(here.counts()).toEqual({ listGpuTypes: 1, listCpuTypes: 1, listPods: 1 });
});
