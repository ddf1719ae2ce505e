import { expect, test } from "vitest";
import { recoverReport } from "../../../cli/recover/report";
import type { StateResource } from "../../../cli/stack/state";
import { newPod, send } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { FakePulumi } from "../support/fake-pulumi";
import { recover, resourcesIn } from "../support/recover-command";

const emulator = useAccount();

const pods = "podwright:index:Pod";
const root = { urn: "urn:pulumi:dev::app::pulumi:pulumi:Stack::app-dev", type: "pulumi:pulumi:Stack" };
const stateOf = (...resources: readonly StateResource[]) => ({
  version: 3,
  deployment: { resources: [root, ...resources] },
});
const entry = (id: string, more: Partial<StateResource> = {}): StateResource => ({
  ...{ urn: `urn:pulumi:dev::app::${pods}::web`, type: pods, custom: true, id },
  ...{ inputs: { image: "nginx", __nonce: "0123" }, outputs: { image: "nginx" } },
  ...more,
});
const ended = new Date(Date.now() + 600_000).toISOString();
const podOf = (creator = "-/app/dev/web/0123") =>
  newPod(emulator, { name: "web", env: { PODWRIGHT_CREATED_BY: creator } });

/** A stack whose state has lost what the state after its last run contains. */
function after(past: unknown, state: unknown = stateOf()): FakePulumi {
  const pulumi = new FakePulumi(state);
  pulumi.record({ version: 1, startTime: ended, endTime: ended, left: past });
  return pulumi;
}
const adopt = (pulumi: FakePulumi, ...ids: string[]) =>
  recover(emulator, pulumi, {}, "--stack", "dev", "--yes", ...ids.flatMap((id) => ["--adopt", id]));

test("podwright recover --adopt writes a resource back as the last state with it contains it", async () => {
  const id = await podOf();
  const urn = `urn:pulumi:dev::app::pulumi:providers:podwright::default`;
  const provider = { urn, type: "pulumi:providers:podwright", id: "p1", custom: true };
  const gone = `urn:pulumi:dev::app::${pods}::gone`;
  const past = entry(id, { provider: `${urn}::p0`, dependencies: [gone], protect: true });
  const pulumi = after(stateOf(provider, past), stateOf(provider));

  const listed = await recover(emulator, pulumi, {}, "--stack", "dev");
  const dry = await recover(emulator, pulumi, {}, "--stack", "dev", "--adopt", id, "--dry-run", "-o", "json");

  expect(listed).toMatchObject({ exitCode: 6 });
  expect(listed.out).toContain(`The run that ended at ${ended} recorded ${id} as web`);
  expect(listed.out).toContain(`\`podwright recover --adopt ${id} --stack dev\` writes it back into the state`);
  expect(recoverReport.parse(JSON.parse(dry.out))).toMatchObject({
    ...{ written: false, unrecorded: [], returned: [{ kind: "Pod", id, name: "web", urn: past.urn }] },
  });
  expect(resourcesIn(pulumi)).toEqual([root, provider]);

  const { exitCode, out } = await adopt(pulumi, id);

  expect(exitCode, out).toBe(0);
  expect(out).toContain(`no state contains it now. Podwright wrote it back with the values of that run`);
  // The references lead to what the state contains now.
  const written = { ...past, provider: `${urn}::p1`, dependencies: [], propertyDependencies: {} };
  expect(resourcesIn(pulumi)).toEqual([root, provider, written]);
  expect((await adopt(pulumi, id)).err).toContain("the state contains it as web");
});

test("podwright recover --adopt writes a resource before those that depend on it", async () => {
  const volume = String(
    (await send(emulator, "POST", "/v2/network-volumes", { name: "data", size: 10, dataCenter: "EU-RO-1" })).id,
  );
  const id = await podOf();
  const type = "podwright:index:NetworkVolume";
  const urn = `urn:pulumi:dev::app::${type}::data`;
  const data = { urn, type, custom: true, id: volume, inputs: { name: "data", __autoname: "data-1234567" } };
  const pulumi = after(stateOf(data, entry(id, { dependencies: [urn] })));

  const { exitCode, err } = await adopt(pulumi, id, volume);

  expect(exitCode, err).toBe(0);
  expect(resourcesIn(pulumi).map((one) => one.id)).toEqual([undefined, volume, id]);
  expect(resourcesIn(pulumi)[2]?.dependencies).toEqual([urn]);
});

test.each<[string, string, (id: string) => FakePulumi, string?]>([
  ["no past state contains it", "no state after the last 1 runs of this stack contains it", () => after(stateOf())],
  [
    "the past state only read it",
    "no state after the last 1 runs",
    (id) => after(stateOf(entry(id, { external: true }))),
  ],
  ["a past run replaced it", `${ended} replaced it`, (id) => after(stateOf(entry(id, { delete: true })))],
  [
    "the state contains another one",
    "pulumi state delete --yes urn:pulumi:dev::app::podwright:index:Pod::web` removes that",
    (id) => after(stateOf(entry(id)), stateOf(entry("another"))),
  ],
  [
    "another stack contains it",
    "the state of stack organization/app/prod contains it",
    (id) => {
      const pulumi = after(stateOf(entry(id)));
      pulumi.stacks("dev", "organization/app/prod");
      pulumi.another("prod", stateOf(entry(id)));
      return pulumi;
    },
  ],
  [
    "another stack may contain it",
    "Podwright could not read broken",
    (id) => {
      const pulumi = after(stateOf(entry(id)));
      pulumi.stacks("dev", "broken");
      pulumi.another("broken", "error: EOF");
      return pulumi;
    },
  ],
  [
    "the backend keeps no old states",
    "this backend keeps no old states",
    () => {
      const pulumi = after(null);
      pulumi.record({ startTime: ended, endTime: ended });
      return pulumi;
    },
  ],
  [
    "its provider is gone",
    "the state no longer contains provider else",
    (id) => {
      const other = "urn:pulumi:dev::app::pulumi:providers:podwright::else";
      return after(stateOf(entry(id, { provider: `${other}::p0` })));
    },
  ],
  [
    "the stack had another name then",
    "the stack had the name old then",
    (id) => after(stateOf(entry(id, { urn: `urn:pulumi:old::app::${pods}::web` }))),
  ],
  [
    "it carries the mark of another stack",
    "no longer carries the mark of web",
    (id) => after(stateOf(entry(id))),
    "-/app/prod/web/0123",
  ],
])("podwright recover --adopt writes nothing if %s", async (_, why, make, creator) => {
  const id = await podOf(creator);
  const pulumi = make(id);
  const before = pulumi.state();

  const { exitCode, out, err } = await adopt(pulumi, id);

  expect({ exitCode, out, err }).toMatchObject({ exitCode: 1, out: "", err: expect.stringContaining(why) });
  expect(err).toContain(`Podwright did not write ${id} into the state, because`);
  expect(pulumi.state()).toEqual(before);
  expect(emulator.state().pods).toHaveLength(1);
});

test("podwright recover --adopt writes nothing if RunPod no longer has the resource, or another run wrote the state", async () => {
  const gone = await adopt(after(stateOf(entry("gone"))), "gone");
  expect(gone.err).toContain("RunPod has no Pod gone on this account");

  const id = await podOf();
  const pulumi = after(stateOf(entry(id)));
  const later = stateOf(entry("later"));
  pulumi.changeAfterExport(later);
  const { exitCode, err } = await adopt(pulumi, id);
  expect({ exitCode, err }).toMatchObject({ exitCode: 1, err: expect.stringContaining("state has changed meanwhile") });
  expect(pulumi.state()).toEqual(later);
});
