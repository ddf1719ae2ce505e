import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { recoverReport } from "../../../cli/recover/report";
import type { ExportedState, StateResource } from "../../../cli/stack/state";
import { createdPod, environmentOf, newPod } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";
import { creationOf, pod, recover, resourcesIn, stateOf } from "../support/recover-command";

const emulator = useAccount();

const marked = { name: "web-1234567", __autoname: "web-1234567" };
const ids = () => emulator.state().pods.map(({ id }) => id);

test("podwright recover --delete deletes the pod of the killed run, and leaves a later copy alone", async () => {
  const created = await createdPod(emulator, marked.name);
  emulator.advance(60_000);
  const copy = await createdPod(emulator, marked.name);
  const other = await newPod(emulator, { name: "web-7654321" });
  const pulumi = new FakePulumi(creationOf(pod(marked)));

  const dry = await recover(emulator, pulumi, {}, "--delete", "--dry-run");
  const before = ids();
  const { exitCode, out } = await recover(emulator, pulumi, {}, "--delete", "--yes");

  expect(dry.out).toContain(`The killed run created ${created}. Podwright would delete it`);
  expect(before.sort()).toEqual([created, copy, other].sort());
  expect({ exitCode, ids: ids().sort() }).toEqual({ exitCode: 6, ids: [copy, other].sort() });
  expect(out).toMatch(
    new RegExp(
      `^web +Pod +deleted +The killed run created ${created}\\. Podwright deleted it\\. ${copy} carries the same mark`,
      "m",
    ),
  );
  expect(pulumi.state<ExportedState>().deployment).toMatchObject({ resources: [], pending_operations: [] });
});

test("podwright recover --delete-unrecorded deletes only the named resource of a killed run, and writes the others into the state", async () => {
  const doomed = await createdPod(emulator, marked.name);
  const kept = await createdPod(emulator, "api-1234567");
  const api = {
    ...pod({ name: "api-1234567", __autoname: "api-1234567" }),
    urn: pod({}).urn.replace("::web", "::api"),
  };
  const pulumi = new FakePulumi(stateOf(...[pod(marked), api].map((resource) => ({ type: "creating", resource }))));

  const { exitCode, out } = await recover(emulator, pulumi, {}, "--delete-unrecorded", doomed, "--yes");

  expect(exitCode, out).toBe(0);
  expect(out).toMatch(/^web +Pod +deleted[\s\S]*^api +Pod +adopted/m);
  expect(ids()).toEqual([kept]);
  expect(resourcesIn(pulumi).map(({ id }) => id)).toEqual([kept]);
});

test("podwright recover --delete changes nothing if the user answers no", async () => {
  const id = await createdPod(emulator, marked.name);
  const pulumi = new FakePulumi(creationOf(pod(marked)));
  const before = pulumi.state();

  const unasked = await recover(emulator, pulumi, {}, "--delete");
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const asked = Object.assign(new PassThrough(), { isTTY: true });
  stdin.end("n\n");
  const refused = await commandLine(["recover", "--delete"], {
    env: { ...environmentOf(emulator), PATH: pulumi.path },
    stdin,
    watched: { stream: asked as never, moves: false },
  });

  expect(unasked.err).toMatch(/^error: --yes is needed/);
  expect(asked.read().toString()).toContain(`Delete web (${id})? [y/N]`);
  expect(refused).toMatchObject({
    exitCode: 1,
    err: expect.stringMatching(/^error: Podwright deleted nothing and wrote nothing$/m),
  });
  expect(ids()).toEqual([id]);
  expect(pulumi.state()).toEqual(before);
});

test.each<[string, (pulumi: FakePulumi) => void, Partial<StateResource>, RegExp]>([
  [
    "the stack is locked",
    (pulumi) => pulumi.fail("stack import", "error: the stack is currently locked"),
    {},
    /locked/,
  ],
  [
    "another run has changed the state",
    (pulumi) => pulumi.changeAfterExport({ version: 3 }),
    {},
    /the state has changed meanwhile/,
  ],
  ["the program protects the resource", () => undefined, { protect: true }, /the program protects web/],
])("podwright recover --delete deletes nothing if %s", async (_, happen, more, message) => {
  const id = await createdPod(emulator, marked.name);
  const pulumi = new FakePulumi(creationOf({ ...pod(marked), ...more }));
  happen(pulumi);

  const { exitCode, err } = await recover(emulator, pulumi, {}, "--delete", "--yes");

  expect(exitCode).toBe(1);
  expect(err).toMatch(message);
  expect(ids()).toEqual([id]);
});

test("podwright recover --delete reports a resource that RunPod refuses to delete", async () => {
  const id = await createdPod(emulator, marked.name);
  emulator.addFault({ operation: "deletePod", times: 100, effect: { status: 403 } });

  const pulumi = new FakePulumi(creationOf(pod(marked)));
  const { exitCode, out, err } = await recover(emulator, pulumi, {}, "--delete", "--yes", "--output", "json");
  emulator.clearFaults();

  expect(exitCode).toBe(1);
  expect(err).toMatch(new RegExp(`^error: Podwright did not delete web \\(${id}\\): `, "m"));
  expect(recoverReport.parse(JSON.parse(out))).toMatchObject({
    operations: [
      { action: "deleted", deleted: [], left: [id], message: expect.stringContaining("no state contains it") },
    ],
    failures: [expect.stringContaining(id)],
  });
});

const reason = "2 errors occurred: * state file contains errors: a\n  far too long line * rerun with --force";

test("podwright recover prints Pulumi's whole error if Pulumi refuses the recovered state", async () => {
  const id = await createdPod(emulator, marked.name);
  const pulumi = new FakePulumi(creationOf(pod(marked)));
  pulumi.fail("stack import", `error: ${reason}\n`);

  const { exitCode, out, err } = await recover(emulator, pulumi);
  const dry = await recover(emulator, pulumi, {}, "--dry-run");

  const said = `error: \`pulumi stack import\` failed: ${reason.replace(/\s+/g, " ")}. If the state is at fault, \`pulumi state repair\` corrects it; \`podwright recover --delete\` deletes ${id} instead\n`;
  expect({ exitCode, err }).toEqual({ exitCode: 1, err: said });
  expect(out).toMatch(/^web +Pod +adopted .*Podwright would add .* to the state/m);
  expect(out).toContain("Pulumi does not accept the recovered state, so Podwright wrote nothing.\n");
  expect(dry).toMatchObject({ exitCode: 1, err: said });
});

test("podwright recover --dry-run lets Pulumi check the state that a real run would write", async () => {
  await createdPod(emulator, marked.name);
  const env = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" };
  const state = creationOf(pod({ ...marked, env }));
  const sealed = { ...state, deployment: { ...state.deployment, secrets_providers: { type: "passphrase" } } };
  const pulumi = new FakePulumi(sealed);

  await recover(emulator, pulumi, {}, "--dry-run");

  const { deployment } = pulumi.tried<ExportedState>();
  expect(deployment).toMatchObject({ resources: [{ inputs: { ...marked, env: null } }], pending_operations: [] });
  expect(deployment).not.toHaveProperty("secrets_providers");
  expect(pulumi.state()).toEqual(sealed);
});
