import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type DriftReport, driftReport } from "../../../cli/drift/report";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newPod, send } from "../../support/account";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ provision: 1, start: 1, strict: true });
});

afterEach(() => emulator.reset());
afterAll(() => emulator.close());

const type = "podwright:index:Pod";
const creating = (name: string, inputs: object) => ({
  type: "creating",
  resource: { urn: `urn:pulumi:dev::app::${type}::${name}`, type, inputs },
});
const stackOf = (...pending: object[]) =>
  new FakePulumi({ version: 3, deployment: { resources: [], pending_operations: pending } });

test("what a running or killed run has created is not offered for import", async () => {
  await newPod(emulator, { name: "web-1234567" });
  await newPod(emulator, { name: "fixed", env: { PODWRIGHT_CREATE_NONCE: "api-1234567" } });
  const stray = await newPod(emulator, { name: "fixed" });
  const bucket = "aws:s3/bucket:Bucket";
  const pulumi = stackOf(
    creating("web", { name: "web-1234567", __autoname: "web-1234567" }),
    creating("api", { name: "fixed", __autoname: "api-1234567" }),
    creating("unmarked", { name: "fixed" }),
    { type: "creating", resource: { urn: `urn:pulumi:dev::app::${bucket}::logs`, type: bucket } },
  );

  const { report } = await unmanagedOf(pulumi);

  expect(report.unmanaged?.map(({ id }) => id)).toEqual([stray]);
  expect(report.stacks[0]?.unfinished).toMatchObject([
    expect.stringContaining("creating web, creating api, creating unmarked"),
  ]);
});

test("an unmanaged pod is reported with the project and stack that created it, where its environment says so", async () => {
  await newPod(emulator, { name: "a", env: { PODWRIGHT_CREATED_BY: "acme/shop%2Feu/prod/web/0123" } });
  await newPod(emulator, { name: "b", env: { PODWRIGHT_CREATED_BY: "-/shop/dev/web/4567" } });
  await newPod(emulator, { name: "c", env: { PODWRIGHT_CREATED_BY: "somebody else's %" } });

  const { report } = await unmanagedOf(stackOf());

  expect(report.unmanaged?.map(({ name, createdBy }) => [name, createdBy])).toEqual([
    ["a", "acme/shop/eu/prod"],
    ["b", "shop/dev"],
    ["c", null],
  ]);
});

test("volumes, templates, registry credentials and secrets are listed too, with what they cost a month, and the stacks that were not named", async () => {
  const volume = await post("/v2/network-volumes", { name: "forgotten", size: 500, dataCenter: "EU-RO-1" });
  const template = await post("/v2/templates", { name: "worker", image: "worker:1", serverless: true });
  const credential = await post("/v2/registries", { name: "hub", username: "user", password: "word" });
  const secret = await post("/v2/account/secrets", { name: "token", value: "canary" });
  const pulumi = stackOf();
  pulumi.stacks("dev", "organization/app/prod");

  const { exitCode, report } = await unmanagedOf(pulumi, {}, ["--stack", "dev", "--volume-price", "0.07"]);

  const told = report.unmanaged?.map(({ kind, id, status, costPerMonth }) => [kind, id, status, costPerMonth]);
  expect(told).toEqual([
    ["NetworkVolume", volume, "500 GB STANDARD", 35],
    ["RegistryCredential", credential, "", 0],
    ["Secret", secret, "", 0],
    ["Template", template, "", 0],
  ]);
  expect(report.unmanaged?.[0]?.import).toBe(
    `pulumi import podwright:index:NetworkVolume forgotten ${volume} --stack dev`,
  );
  expect(report.stacksNotCompared).toEqual(["organization/app/prod"]);
  expect(exitCode).toBe(2);
  const { report: unpriced } = await unmanagedOf(pulumi);
  // The selected one, which nothing in it names.
  expect(unpriced.stacksNotCompared).toEqual(["organization/app/prod"]);
  expect(unpriced.unmanaged?.find(({ id }) => id === volume)).toMatchObject({ costPerHour: null, costPerMonth: null });
});

test("a cluster is listed with what its pods cost together, and no pod of it", async () => {
  const compute = { gpuTypeId: "NVIDIA H100 80GB HBM3", gpuCountPerPod: 8, podCount: 2 };
  const id = await post("/v2/clusters", { name: "training", type: "TRAINING", compute, image: "trainer" });
  const cost = emulator.state().pods.reduce((sum, pod) => sum + pod.cost, 0);

  const { report } = await unmanagedOf(stackOf());

  expect(report).toMatchObject({
    result: "drift",
    unmanaged: [{ kind: "Cluster", id, costPerHour: expect.closeTo(cost) }],
  });
  expect(report.unmanaged?.[0]?.import).toContain(`pulumi import podwright:index:Cluster training ${id}`);
});

test.each([
  ["without a key", { PODWRIGHT_API_KEY: undefined }],
  ["with a key that is refused", { PODWRIGHT_API_KEY: "revoked" }],
])("%s the comparison is told all the same, and why the rest is missing", async (_, env) => {
  const { exitCode, err, report } = await unmanagedOf(stackOf(), env);

  expect(exitCode).toBe(1);
  expect(report).toMatchObject({ result: "error", stacks: [{ checked: 0 }] });
  expect(report).not.toHaveProperty("unmanaged");
  expect(report.unmanagedError).toMatch(/^what no stack holds could not be listed: .*key/i);
  expect(err).toBe(`error: ${report.unmanagedError}\n`);
});

async function unmanagedOf(
  pulumi: FakePulumi,
  env: Readonly<Record<string, string | undefined>> = {},
  flags: readonly string[] = [],
) {
  const { exitCode, out, err } = await commandLine(["drift", "--unmanaged", "--output", "json", ...flags], {
    env: { ...environmentOf(emulator), PATH: pulumi.path, ...env },
  });
  const report: DriftReport = driftReport.parse(JSON.parse(out));
  return { exitCode, err, report };
}

async function post(url: string, payload: object): Promise<string> {
  return (await send(emulator, "POST", url, payload)).id;
}
