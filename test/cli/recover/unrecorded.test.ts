import { expect, test } from "vitest";
import { recoverReport } from "../../../cli/recover/report";
import type { StateResource } from "../../../cli/stack/state";
import { creationNotes } from "../../../provider/hosts/journal/creations";
import { sealedName } from "../../../provider/session/owner";
import { newPod, send } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { temporaryFolder } from "../../support/temporary-folder";
import { FakePulumi } from "../support/fake-pulumi";
import { recover } from "../support/recover-command";

const emulator = useAccount();

const type = "podwright:index:Pod";
const entry = (name: string, more: object): StateResource => ({
  urn: `urn:pulumi:dev::app::${type}::${name}`,
  type,
  ...more,
});
const stateOf = (resources: readonly StateResource[], ...pending: StateResource[]) => ({
  version: 3,
  deployment: { resources, pending_operations: pending.map((resource) => ({ type: "creating", resource })) },
});
const createdBy = (text: string) => ({ env: { PODWRIGHT_CREATED_BY: text } });
const podBy = (text: string, env: object = {}) =>
  newPod(emulator, { name: "some", env: { ...createdBy(text).env, ...env } });
const timesOf = (start: number, end: number) => ({
  startTime: new Date(Date.now() + start).toISOString(),
  endTime: new Date(Date.now() + end).toISOString(),
});
/** The run that failed while these resources appeared, and recorded none of them. */
const failedRun = () => ({
  ...{ result: "failed", version: 1, left: stateOf([]) },
  ...timesOf(-600_000, 600_000),
});
function afterFailure(state: unknown): FakePulumi {
  const pulumi = new FakePulumi(state);
  pulumi.record(failedRun());
  return pulumi;
}
const ids = () => emulator.state().pods.map(({ id }) => id);

test("podwright recover shows the commands that import or delete an unrecorded pod", async () => {
  const id = await podBy("acme/app/dev/web/0123");
  const cost = emulator.state().pods[0]?.cost;
  const held = await podBy("-/app/dev/api/4567");
  const coming = await podBy("-/app/dev/new/89ab", { PODWRIGHT_CREATE_NONCE: "new-1234567" });
  for (const text of ["-/app/prod/web/0123", "-/other/dev/web/0123", "somebody else's"]) await podBy(text);
  const creation = entry("new", { inputs: { name: "new-1234567", __autoname: "new-1234567" } });

  const quiet = afterFailure(stateOf([entry("api", { id: held })]));
  const { exitCode, out } = await recover(emulator, quiet, {}, "--stack", "dev");
  const beside = await recover(
    emulator,
    new FakePulumi(stateOf([entry("api", { id: held })], creation)),
    {},
    "-o",
    "json",
  );

  expect(exitCode).toBe(6);
  const line = `pulumi import podwright:index:Pod web ${id} --protect=false --stack dev`;
  expect(out).toContain(`web   Pod   ${id}  $${cost}`);
  expect(out).toContain(
    `\`${line}\` imports it, and \`podwright recover --delete-unrecorded ${id} --stack dev\` deletes it`,
  );
  expect(out).toMatch(/^Nothing is pending/);
  expect(out).toContain(`new   Pod   ${coming}`);
  const report = recoverReport.parse(JSON.parse(beside.out));
  expect(report.operations).toMatchObject([{ action: "adopted", id: coming }]);
  expect(report.unrecorded).toMatchObject([{ kind: "Pod", id, name: "web", costPerHour: cost, deleted: false }]);
  expect(ids()).toHaveLength(6);
});

test("podwright recover recognises an unrecorded cluster or volume by the generated name", async () => {
  const owner = { project: "app", stack: "dev" };
  const compute = { gpuTypeId: "NVIDIA H100 80GB HBM3", gpuCountPerPod: 8, podCount: 2 };
  const name = sealedName({ ...owner, name: "train" }, "train-1234567");
  const cluster = await send(emulator, "POST", "/v2/clusters", { name, type: "TRAINING", compute, image: "trainer" });
  const volume = await send(emulator, "POST", "/v2/network-volumes", {
    ...{ size: 10, dataCenter: "EU-RO-1" },
    name: sealedName({ ...owner, name: "data" }, "data-1234567"),
  });

  const { out } = await recover(emulator, afterFailure(stateOf([entry("api", {})])), {}, "--output", "json");

  expect(recoverReport.parse(JSON.parse(out)).unrecorded).toMatchObject([
    {
      ...{ kind: "Cluster", id: cluster.id, name: "train", verdict: "unfinished" },
      import: expect.stringContaining(`podwright:index:Cluster train ${cluster.id}`),
    },
    // RunPod reports no time of creation for a volume.
    { kind: "NetworkVolume", id: volume.id, name: "data", costPerHour: null, verdict: "not proven" },
  ]);
});

test("podwright recover knows the unfinished volume of a failed run by the note of this machine and of the same backend", async () => {
  const name = sealedName({ project: "app", stack: "dev", name: "data" }, "data-1234567");
  const volume = await send(emulator, "POST", "/v2/network-volumes", { name, size: 10, dataCenter: "EU-RO-1" });
  const folder = temporaryFolder("notes");
  const env = { PODWRIGHT_JOURNAL: folder, PULUMI_BACKEND_URL: "file:///states" };
  const creation = { project: "app", stack: "dev", kind: "NetworkVolume", name: "data", marker: name };
  const verdictWith = async (more: Readonly<Record<string, string>>) => {
    const { out } = await recover(
      emulator,
      afterFailure(stateOf([entry("api", {})])),
      { ...env, ...more },
      "-o",
      "json",
    );
    return recoverReport.parse(JSON.parse(out)).unrecorded;
  };
  expect(await verdictWith({})).toMatchObject([{ id: volume.id, verdict: "not proven" }]);

  creationNotes(folder, "/states").begin(creation, Date.now());

  expect(await verdictWith({})).toMatchObject([{ id: volume.id, verdict: "unfinished" }]);
  for (const other of [{ PULUMI_BACKEND_URL: "file:///other" }, { PODWRIGHT_JOURNAL: "off" }])
    expect(await verdictWith(other)).toMatchObject([{ id: volume.id, verdict: "not proven" }]);
});

test("podwright recover names a template, a secret and a credential that no state contains, after up has made others", async () => {
  const made = async (path: string, name: string, more: object) => {
    const sealed = sealedName({ project: "app", stack: "dev", name }, `${name}-1234567`);
    return String((await send(emulator, "POST", `/v2/${path}`, { name: sealed, ...more })).id);
  };
  const template = await made("templates", "worker", { image: "worker" });
  const secret = await made("account/secrets", "token", { value: "canary" });
  const credential = await made("registries", "ghcr", { username: "robot", password: "canary" });
  // The next `up` replaced the pending creation by its own, which has another generated name.
  const second = { name: "worker-89abcde", __autoname: "worker-89abcde", image: "worker" };
  const creation = { urn: "urn:pulumi:dev::app::podwright:index:Template::worker", type: "podwright:index:Template" };

  const pulumi = afterFailure(stateOf([entry("api", {})], { ...creation, inputs: second }));
  const { exitCode, out } = await recover(emulator, pulumi, {}, "--output", "json");

  expect(exitCode).toBe(6);
  const { operations, unrecorded } = recoverReport.parse(JSON.parse(out));
  // The killed run made the template under another mark, so the search for this mark says nothing about that template.
  expect(operations).toMatchObject([{ action: "dropped", sought: ["worker-89abcde"] }]);
  expect(operations[0]?.message).toContain('Podwright searched RunPod for "worker-89abcde" and found no Template');
  // RunPod reports a time of creation only for the secret. Only a pending creation would prove the others.
  expect(Object.fromEntries(unrecorded.map(({ id, name, verdict }) => [id, `${name}: ${verdict}`]))).toEqual({
    [template]: "worker: not proven",
    [credential]: "ghcr: not proven",
    [secret]: "token: unfinished",
  });
  expect(out).not.toContain("canary");

  const remove = (...ids: string[]) =>
    recover(emulator, pulumi, {}, "--yes", ...ids.flatMap((id) => ["--delete-unrecorded", id]));
  for (const id of [template, credential]) expect((await remove(id, secret)).exitCode).not.toBe(0);
  expect(emulator.state().secrets).toHaveLength(1);
  await remove(secret);
  expect(emulator.state().secrets).toHaveLength(0);
});

test("podwright recover lists no unrecorded pod that another stack manages", async () => {
  const moved = await podBy("-/app/dev/web/0123");
  const lost = await podBy("-/app/dev/api/4567");
  const dynamic = "pulumi-nodejs:dynamic/podwright:Pod";
  const pulumi = new FakePulumi(stateOf([{ urn: `urn:pulumi:dev::app::${dynamic}::other`, type: dynamic, id: "x" }]));
  pulumi.stacks("dev", "organization/app/prod", "broken");
  pulumi.another("prod", stateOf([entry("web", { id: moved })]));
  pulumi.another("broken", "error: EOF");

  const { exitCode, out, err } = await recover(emulator, pulumi, {}, "--output", "json");

  const { unrecorded } = recoverReport.parse(JSON.parse(out));
  expect(unrecorded.map(({ id }) => id)).toEqual([lost]);
  expect(unrecorded[0]).not.toHaveProperty("import");
  // The broken stack may hold the pod.
  expect({ exitCode, err }).toEqual({
    exitCode: 1,
    err: expect.stringContaining("broken: `pulumi stack export` failed: EOF"),
  });
});

test("podwright recover --delete-unrecorded deletes only the named pod", async () => {
  const [web, api] = [await podBy("-/app/dev/web/0123"), await podBy("-/app/dev/api/4567")];
  const strange = await podBy("-/app/prod/web/0123");
  const pulumi = afterFailure(stateOf([entry("kept", {})]));
  const flags = ["--delete-unrecorded", web, "--yes"];

  const refused = await recover(emulator, pulumi, {}, ...flags, "--delete-unrecorded", strange);
  const dry = await recover(emulator, pulumi, {}, ...flags, "--dry-run");
  const before = ids().length;
  const deleted = await recover(emulator, pulumi, {}, ...flags);

  expect(refused).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining(`no proof that an unfinished run of this stack created ${strange}`),
  });
  expect([dry.exitCode, before]).toEqual([6, 3]);
  expect(deleted.out).toMatch(new RegExp(`^web +Pod +${web} .*Podwright deleted it`, "m"));
  expect(deleted.exitCode).toBe(6);
  expect(ids().sort()).toEqual([api, strange].sort());
});

test("podwright recover neither imports nor deletes a pod of a stack of the same name in another backend", async () => {
  const id = await podBy("-/app/dev/web/0123");
  const pulumi = new FakePulumi(stateOf([entry("kept", {})]));
  pulumi.record({ result: "succeeded", resourceChanges: { create: 1 }, ...timesOf(-7_200_000, -7_100_000) });

  const { exitCode, out } = await recover(emulator, pulumi, {}, "--output", "json");
  const deleting = await recover(emulator, pulumi, {}, "--delete-unrecorded", id, "--yes");

  const [found] = recoverReport.parse(JSON.parse(out)).unrecorded;
  expect({ exitCode, found }).toMatchObject({ exitCode: 6, found: { id, verdict: "not proven" } });
  expect(found).not.toHaveProperty("import");
  expect(found?.message).toMatch(/when no run of this stack failed.*Podwright leaves it alone/);
  expect(deleting).toMatchObject({ exitCode: 1, err: expect.stringContaining("Podwright deleted nothing") });
  expect(ids()).toEqual([id]);
});

test("podwright recover calls a copy of a recorded pod a copy", async () => {
  const held = await podBy("-/app/dev/web/0123");
  const copy = await podBy("-/app/dev/web/0123");
  const pulumi = afterFailure(stateOf([entry("web", { id: held, inputs: { __nonce: "0123" } })]));

  const { exitCode, out } = await recover(emulator, pulumi, {}, "--output", "json");

  expect(exitCode).toBe(0);
  expect(recoverReport.parse(JSON.parse(out)).unrecorded).toMatchObject([
    { id: copy, verdict: "copy", message: expect.stringContaining(`carries the mark of ${held}`) },
  ]);
});

const root = { urn: "urn:pulumi:dev::app::pulumi:pulumi:Stack::app-dev", type: "pulumi:pulumi:Stack", custom: false };
const site = { urn: "urn:pulumi:dev::app::shop:index:Site::main", type: "shop:index:Site", custom: false };

test.each<[string, readonly StateResource[], string]>([
  [
    "the state contains the resource that it replaces",
    [root, entry("web", { id: "old" })],
    "Pulumi cannot import it, because the state contains old as web.",
  ],
  [
    "it may belong to a component",
    [root, site, entry("kept", {})],
    "`pulumi up` prints the command that imports it into its component",
  ],
  ["no resource belongs to the plugin", [root], "`podwright recover --delete-unrecorded"],
])("podwright recover prints no import command for a pod of a failed run if %s", async (_, resources, message) => {
  const id = await podBy("-/app/dev/web/0123");
  const { out } = await recover(emulator, afterFailure(stateOf(resources)), {}, "--output", "json");
  const [found] = recoverReport.parse(JSON.parse(out)).unrecorded;
  expect(found).toMatchObject({ id, verdict: "unfinished", message: expect.stringContaining(message) });
  expect(found).not.toHaveProperty("import");
});

test("podwright recover fails if RunPod cannot list a kind of resource", async () => {
  emulator.addFault({ operation: "listClusters", times: 100, effect: { status: 500 } });

  const { exitCode, err } = await recover(emulator, new FakePulumi(stateOf([entry("web", {})])));
  emulator.clearFaults();

  expect(exitCode).toBe(1);
  expect(err).toMatch(/^error: Podwright could not finish its search for unrecorded resources: Cluster: /m);
});
