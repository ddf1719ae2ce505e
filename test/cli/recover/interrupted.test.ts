import { expect, test } from "vitest";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

const updating = {
  type: "updating",
  resource: { urn: "urn:pulumi:dev::app::podwright:index:Pod::web", type: "podwright:index:Pod" },
};
const interrupted = () => new FakePulumi({ version: 3, deployment: { resources: [], pending_operations: [updating] } });

test("podwright recover reports a failed write of the state even after Ctrl-C", async () => {
  const pulumi = interrupted();
  const letGo = pulumi.hold("stack import");
  pulumi.fail("stack import", "error: the disk is full\n");
  const ctrlC = new AbortController();

  const ended = commandLine(["recover"], { env: { PATH: pulumi.path }, signal: ctrlC.signal });
  await expect.poll(() => pulumi.isHeld).toBe(true);
  ctrlC.abort(new Error("interrupted"));
  letGo();

  expect((await ended).err).toBe("error: `pulumi stack import` failed: the disk is full\n");
});

test("podwright recover finishes writing the state after Ctrl-C", async () => {
  const pulumi = interrupted();
  const letGo = pulumi.hold("stack import");
  const ctrlC = new AbortController();

  const ended = commandLine(["recover"], { env: { PATH: pulumi.path }, signal: ctrlC.signal });
  await expect.poll(() => pulumi.isHeld).toBe(true);
  ctrlC.abort(new Error("interrupted"));
  letGo();

  expect(await ended).toMatchObject({ out: expect.stringMatching(/^web +Pod +settled/m) });
  expect(pulumi.state()).toMatchObject({ deployment: { pending_operations: [] } });
});

test("Ctrl-C interrupts a running Pulumi command exactly once", async () => {
  const pulumi = interrupted();
  pulumi.hold("stack export");
  const ctrlC = new AbortController();

  const ended = commandLine(["drift"], { env: { PATH: pulumi.path }, signal: ctrlC.signal });
  await expect.poll(() => pulumi.isHeld).toBe(true);
  ctrlC.abort(new Error("interrupted"));

  expect(await ended).toMatchObject({ exitCode: 1, out: "", err: "interrupted\n" });
  expect(pulumi.signals()).toEqual(["INT"]);
});
