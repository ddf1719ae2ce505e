import { expect, test } from "vitest";
import { exitCodes } from "../../../cli/context/exit-codes";
import { recoverReport } from "../../../cli/recover/report";
import type { ExportedState } from "../../../cli/stack/state";
import { readEntries } from "../../../provider/hosts/journal/journal";
import { createdPod } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { temporaryFolder } from "../../support/temporary-folder";
import { FakePulumi } from "../support/fake-pulumi";
import { creationOf, pod, recover, resourcesIn, stateOf } from "../support/recover-command";

const emulator = useAccount();

test("podwright recover writes nothing if no operation is pending", async () => {
  const pulumi = new FakePulumi({ version: 3, deployment: { resources: [] } });

  const { exitCode, out } = await recover(emulator, pulumi);

  expect({ exitCode, out }).toEqual({
    exitCode: 0,
    out: "Nothing is pending: the state needs no recovery.\n",
  });
  expect(pulumi.commands()).not.toContain("stack import");
});

test("podwright recover succeeds for a stack without a state", async () => {
  expect(await recover(emulator, new FakePulumi({ version: 3, deployment: null }))).toMatchObject({ exitCode: 0 });
});

test.each(["--stack", "--cwd"])("podwright recover refuses a second %s", async (flag) => {
  const pulumi = new FakePulumi(stateOf());

  const { exitCode, out, err } = await recover(emulator, pulumi, {}, flag, "one", flag, "two");

  expect({ exitCode, out }).toEqual({ exitCode: exitCodes.usage, out: "" });
  expect(err).toMatch(
    new RegExp(`^error: option '${flag} <\\w+>' argument 'two' is invalid. This flag is not repeatable`),
  );
  expect(pulumi.commands()).toEqual([]);
});

test("podwright recover drops the entries of interrupted updates even without an API key", async () => {
  const pulumi = new FakePulumi(stateOf({ type: "updating", resource: pod({ name: "web" }) }));

  const { exitCode, out, err } = await recover(emulator, pulumi, { PODWRIGHT_API_KEY: undefined });

  expect({ exitCode, err }).toEqual({ exitCode: 1, err: expect.stringMatching(/unrecorded resources: .*API key/) });
  expect(out).toMatch(/^NAME +KIND +RESULT/);
  expect(out).toMatch(/^web +Pod +settled +The killed run interrupted an update\. .*`pulumi up --refresh`/m);
  expect(pulumi.state<ExportedState>().deployment?.pending_operations).toEqual([]);
  expect(emulator.requests()).toEqual([]);
});

test("podwright recover says that a killed run may have submitted a job", async () => {
  const inputs = { endpointId: "answers", input: { n: 1 }, __autoname: "smoke-1234567" };
  const pulumi = new FakePulumi(creationOf({ ...pod(inputs), type: "podwright:index:Job" }));

  const { out } = await recover(emulator, pulumi);

  expect(out).toMatch(
    /^web +Job +dropped +RunPod does not list jobs, so the killed run may have submitted the job without a trace/m,
  );
  expect(resourcesIn(pulumi)).toEqual([]);
});

test("podwright recover adds an adopted resource to the billing journal", async () => {
  const folder = temporaryFolder("journal");
  const id = await createdPod(emulator, "web-1234567");
  const state = creationOf(pod({ name: "web-1234567", __autoname: "web-1234567" }));
  await recover(emulator, new FakePulumi(state), { PODWRIGHT_JOURNAL: folder }, "--dry-run");
  expect(readEntries(folder)).toEqual([]);

  await recover(emulator, new FakePulumi(state), { PODWRIGHT_JOURNAL: folder });

  expect(readEntries(folder)).toMatchObject([{ event: "recovered", kind: "Pod", id, gpu: "NVIDIA L4", name: "web" }]);
});

test("podwright recover --dry-run reports each planned step", async () => {
  const id = await createdPod(emulator, "web-1234567");
  const state = stateOf(
    { type: "creating", resource: pod({ name: "web-1234567", __autoname: "web-1234567" }) },
    { type: "updating", resource: pod({ name: "other" }) },
  );
  const pulumi = new FakePulumi(state);

  const { exitCode, out } = await recover(emulator, pulumi, {}, "--dry-run");
  const { operations, ...rest } = recoverReport.parse(
    JSON.parse((await recover(emulator, pulumi, {}, "--dry-run", "--output", "json")).out),
  );

  expect(exitCode).toBe(0);
  expect(out).toContain(`The killed run created ${id}. Podwright would add ${id} to the state`);
  expect(out).toContain("The killed run interrupted an update. Podwright would drop the entry");
  expect(rest).toEqual({ version: 1, dryRun: true, written: false, unrecorded: [] });
  expect(operations).toMatchObject([
    { kind: "Pod", operation: "creating", action: "adopted", id, duplicates: [] },
    { kind: "Pod", operation: "updating", action: "settled" },
  ]);
  expect(pulumi.state()).toEqual(state);
});

test("podwright recover uses the key in the stack's configuration rather than the key in the environment", async () => {
  const pulumi = new FakePulumi(creationOf(pod({ name: "a", __autoname: "a" })), {
    "podwright:apiKey": emulator.apiKey,
    "podwright:baseUrl": emulator.url,
  });

  expect(
    await recover(emulator, pulumi, { PODWRIGHT_API_KEY: "wrong", PODWRIGHT_BASE_URL: "http://127.0.0.1:1" }),
  ).toMatchObject({
    exitCode: 0,
    err: "",
  });
});

test.each([
  ["a wrong key", { PODWRIGHT_API_KEY: "wrong" }, /^error: RunPod did not accept the API key .*podwright:apiKey.*\n$/],
  ["no key", { PODWRIGHT_API_KEY: undefined }, /^error: .*podwright:apiKey.*PODWRIGHT_API_KEY.*\n$/],
])("with %s, podwright recover does not change the state", async (_, env, message) => {
  const state = creationOf(pod({ name: "a", __autoname: "a" }));
  const pulumi = new FakePulumi(state);

  const { exitCode, out, err } = await recover(emulator, pulumi, env);

  expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
  expect(err).toMatch(message);
  expect(pulumi.state()).toEqual(state);
});

test("podwright recover prints the command that removes the lock of a locked stack", async () => {
  const pulumi = new FakePulumi(creationOf(pod({ name: "a", __autoname: "a" })));
  pulumi.fail("stack import", "error: the stack is currently locked by 1 lock(s). Either wait …\n  file:///…\n");

  const { exitCode, err } = await recover(emulator, pulumi, {}, "--stack", "dev");

  expect(exitCode).toBe(1);
  expect(err).toContain("run `pulumi cancel --yes --stack dev` first");
});

test.each([
  ["after a warning", "warning: old version\nerror: no stack selected; please use `pulumi stack select`\n"],
  [
    "after a line that only says that the preview failed",
    "error: preview failed\nerror: no stack selected; please use `pulumi stack select`\n",
  ],
])("podwright recover prints the reason that Pulumi gives %s", async (_, said) => {
  const pulumi = new FakePulumi({});
  pulumi.fail("stack export", said);

  expect(await recover(emulator, pulumi)).toMatchObject({
    exitCode: 1,
    err: "error: `pulumi stack export` failed: no stack selected; please use `pulumi stack select`\n",
  });
});

test("podwright recover does not overwrite a state that another run has just changed", async () => {
  const theirs = stateOf();
  const pulumi = new FakePulumi(creationOf(pod({ name: "a", __autoname: "a" })));
  pulumi.changeAfterExport(theirs);

  const { exitCode, err } = await recover(emulator, pulumi);

  expect(exitCode).toBe(1);
  expect(err).toContain("the state has changed meanwhile, so Podwright wrote nothing");
  expect(pulumi.state()).toEqual(theirs);
});

test("podwright recover drops pending creations of other providers only with --drop-foreign", async () => {
  const bucket = { urn: "urn:pulumi:dev::app::aws:s3/bucket:Bucket::logs", type: "aws:s3/bucket:Bucket" };
  const ours = { type: "creating", resource: pod({ name: "a", __autoname: "a" }) };
  const state = stateOf({ type: "creating", resource: bucket }, ours);
  const pulumi = new FakePulumi(state);

  const refused = await recover(emulator, pulumi);
  const untouched = pulumi.state();
  const allowed = await recover(emulator, pulumi, {}, "--drop-foreign");

  expect(refused.exitCode).toBe(1);
  expect(refused.err).toMatch(/logs \(aws:s3\/bucket:Bucket\).*`pulumi refresh` first, or add --drop-foreign/);
  expect(untouched).toEqual(state);
  expect(allowed).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^logs +aws:s3\/bucket:Bucket +foreign .*\. Pulumi dropped the entry/m),
  });
});

test("podwright recover writes nothing if only other providers have pending operations", async () => {
  const bucket = { urn: "urn:pulumi:dev::app::aws:s3/bucket:Bucket::logs", type: "aws:s3/bucket:Bucket" };
  const pulumi = new FakePulumi(stateOf({ type: "creating", resource: bucket }));

  expect(await recover(emulator, pulumi)).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/ foreign .*\. The entry is unchanged/),
  });
  expect(pulumi.commands()).not.toContain("stack import");
});
