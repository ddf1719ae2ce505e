import { expect, test } from "vitest";
import { type DriftReport, driftReport } from "../../../cli/drift/report";
import { sealedName } from "../../../provider/session/owner";
import { createdPod, environmentOf, newPod, send } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

const emulator = useAccount();

const type = "podwright:index:Pod";
const creating = (name: string, inputs: object) => ({
  type: "creating",
  resource: { urn: `urn:pulumi:dev::app::${type}::${name}`, type, inputs },
});
const stackOf = (...pending: object[]) =>
  new FakePulumi({ version: 3, deployment: { resources: [], pending_operations: pending } });

test("podwright drift does not list the pods of a running or killed run as unmanaged", async () => {
  await createdPod(emulator, "web-1234567");
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
  const [web, api] = emulator.state().pods;
  expect(report.interrupted).toMatchObject([
    { resource: "api", id: api?.id, costPerHour: api?.cost, stack: "the selected stack", recover: "podwright recover" },
    { resource: "web", id: web?.id, costPerHour: web?.cost },
  ]);
  expect(report.stacks[0]?.unfinished).toMatchObject([
    expect.stringContaining("creating web, creating api, creating unmarked"),
  ]);
});

test("podwright drift shows the recover command for the pending creations of each compared stack", async () => {
  const created = [await createdPod(emulator, "web-1234567"), await createdPod(emulator, "api-1234567")];
  const pulumi = stackOf();
  const pending = (name: string) => [creating(name, { name: `${name}-1234567`, __autoname: `${name}-1234567` })];
  for (const [stack, name] of [
    ["one", "web"],
    ["two", "api"],
  ] as const)
    pulumi.another(stack, { version: 3, deployment: { resources: [], pending_operations: pending(name) } });

  const { report } = await unmanagedOf(pulumi, {}, ["--stack", "one", "--stack", "two"]);

  expect(report.unmanaged).toEqual([]);
  expect(report.interrupted?.map(({ id, recover }) => [id, recover])).toEqual([
    [created[1], "podwright recover --stack two"],
    [created[0], "podwright recover --stack one"],
  ]);
});

const held = (name: string, id: string) => ({ urn: `urn:pulumi:dev::app::${type}::${name}`, type, id });

test("podwright drift offers no import command for resources of other stacks", async () => {
  const [other, own] = ["-/app/prod/web/01", "-/app/dev/web/02"].map((by) => ({ env: { PODWRIGHT_CREATED_BY: by } }));
  const foreign = await newPod(emulator, { name: "a", ...other });
  const lost = await newPod(emulator, { name: "b", ...own });
  const moved = await newPod(emulator, { name: "c" });
  const manual = await newPod(emulator, { name: "d" });
  const sealed = sealedName({ project: "app", stack: "prod", name: "data" }, "data-1234567");
  const volume = await post("/v2/network-volumes", { name: sealed, size: 10, dataCenter: "EU-RO-1" });
  const pulumi = new FakePulumi({ version: 3, deployment: { resources: [held("api", "gone-since")] } });
  pulumi.stacks("organization/app/dev", "organization/app/prod");
  pulumi.another("prod", { version: 3, deployment: { resources: [held("moved", moved)] } });

  const { report } = await unmanagedOf(pulumi);

  const told = Object.fromEntries((report.unmanaged ?? []).map(({ id, ...one }) => [id, one]));
  expect(told[foreign]).toMatchObject({ createdBy: "app/prod" });
  expect(told[foreign]).not.toHaveProperty("import");
  expect(told[volume]).toMatchObject({ createdBy: "app/prod" });
  expect(told[volume]).not.toHaveProperty("import");
  expect(told[moved]).toMatchObject({ heldBy: "app/prod" });
  expect(told[moved]).not.toHaveProperty("import");
  // The mark does not prove that a run of this stack created the pod.
  expect(told[lost]).toMatchObject({ createdBy: "app/dev", recover: "podwright recover" });
  expect(told[lost]).not.toHaveProperty("import");
  expect(told[manual]?.import).toBe(`pulumi import podwright:index:Pod d ${manual}`);
});

test("podwright drift offers no import command while a stack of the project is unreadable", async () => {
  const manual = await newPod(emulator, { name: "d" });
  const pulumi = stackOf();
  pulumi.stacks("dev", "prod");
  pulumi.another("prod", "error: failed to load checkpoint: EOF");

  const { exitCode, err, report } = await unmanagedOf(pulumi);
  pulumi.fail("stack ls", "error: EOF");
  const unlisted = await unmanagedOf(pulumi);

  expect({ exitCode, err }).toEqual({ exitCode: 2, err: "" });
  expect(report.unmanaged).toMatchObject([{ id: manual }]);
  expect(report.unmanaged?.[0]).not.toHaveProperty("import");
  expect(report.stacksNotRead).toEqual([expect.stringMatching(/^prod: .*EOF/)]);
  expect(unlisted).toMatchObject({ exitCode: 2, report: { unmanaged: [{ id: manual }] } });
  expect(unlisted.report.stacksNotRead).toEqual([expect.stringMatching(/^the stacks of the backend: .*EOF/)]);
});

test("podwright drift reports a resource that two stacks manage", async () => {
  const id = await newPod(emulator, { name: "web" });
  const pulumi = stackOf();
  pulumi.stacks("organization/app/one", "organization/app/two");
  for (const name of ["one", "two"]) {
    const resource = { urn: `urn:pulumi:${name}::app::${type}::${name}`, type, id };
    pulumi.another(name, { version: 3, deployment: { resources: [resource] } });
  }

  const both = await unmanagedOf(pulumi, {}, ["--stack", "one", "--stack", "two"], false);
  const alone = await unmanagedOf(pulumi, {}, ["--stack", "one"]);

  expect(both).toMatchObject({
    exitCode: 2,
    report: { heldTwice: [{ kind: "Pod", id, holders: ["one of one", "two of two"] }] },
  });
  const forget = [`pulumi state delete --yes urn:pulumi:one::app::${type}::one --stack one`];
  expect(alone.report.heldTwice).toEqual([{ kind: "Pod", id, holders: ["app/two", "one of one"], forget }]);
});

test("podwright drift names the project and the stack that created an unmanaged pod", async () => {
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

test("podwright drift lists the monthly costs of unmanaged volumes, templates, registry credentials and secrets", async () => {
  const volume = await post("/v2/network-volumes", { name: "forgotten", size: 500, dataCenter: "EU-RO-1" });
  const template = await post("/v2/templates", { name: "worker", image: "worker:1", serverless: true });
  const credential = await post("/v2/registries", { name: "hub", username: "user", password: "word" });
  const secret = await post("/v2/account/secrets", { name: "token", value: "canary" });
  const pulumi = stackOf();
  pulumi.stacks("dev", "prod");

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
  expect(report.stacksNotCompared).toEqual(["prod"]);
  expect(exitCode).toBe(2);
  const { report: unpriced } = await unmanagedOf(pulumi);
  // The selected stack, whose resources do not show its name.
  expect(unpriced.stacksNotCompared).toEqual(["prod"]);
  expect(unpriced.unmanaged?.find(({ id }) => id === volume)).toMatchObject({ costPerHour: null, costPerMonth: null });
});

test("podwright drift lists an unmanaged cluster with the cost of all pods of the cluster", async () => {
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
  ["with a key that RunPod refuses", { PODWRIGHT_API_KEY: "revoked" }],
])("podwright drift --unmanaged %s still compares the stacks", async (_, env) => {
  const { exitCode, err, report } = await unmanagedOf(stackOf(), env);

  expect(exitCode).toBe(1);
  expect(report).toMatchObject({ result: "error", stacks: [{ checked: 0 }] });
  expect(report).not.toHaveProperty("unmanaged");
  expect(report.unmanagedError).toMatch(/^Podwright could not list the resources that no stack manages: .*key/i);
  expect(err).toBe(`error: ${report.unmanagedError}\n`);
});

async function unmanagedOf(
  pulumi: FakePulumi,
  env: Readonly<Record<string, string | undefined>> = {},
  flags: readonly string[] = [],
  lists = true,
) {
  const args = ["drift", ...(lists ? ["--unmanaged"] : []), "--output", "json", ...flags];
  const { exitCode, out, err } = await commandLine(args, {
    env: { ...environmentOf(emulator), PATH: pulumi.path, ...env },
  });
  const report: DriftReport = driftReport.parse(JSON.parse(out));
  return { exitCode, err, report };
}

async function post(url: string, payload: object): Promise<string> {
  return (await send(emulator, "POST", url, payload)).id;
}
