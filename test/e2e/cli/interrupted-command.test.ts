import { type ChildProcess, spawn } from "node:child_process";
import { expect, test } from "vitest";
import { FakePulumi } from "../../cli/support/fake-pulumi";
import { podwrightProgram } from "../harness/repository";

const updating = {
  type: "updating",
  resource: { urn: "urn:pulumi:dev::app::podwright:index:Pod::web", type: "podwright:index:Pod" },
};

test("Ctrl-C during podwright recover does not interrupt the import of the state", async () => {
  const pulumi = new FakePulumi({ version: 3, deployment: { resources: [], pending_operations: [updating] } });
  const letGo = pulumi.hold("stack import");

  const command = inTerminal(["recover"], pulumi);
  await expect.poll(() => pulumi.isHeld, { timeout: 20_000 }).toBe(true);
  command.pressCtrlC();
  letGo();

  expect(await command.ended).toEqual({ exitCode: 130, out: expect.stringMatching(/^web +Pod +settled/m) });
  expect(pulumi.signals()).toEqual([]);
  expect(pulumi.state()).toMatchObject({ deployment: { pending_operations: [] } });
});

test("Ctrl-C in a terminal during podwright drift sends Pulumi a single signal", async () => {
  const pulumi = new FakePulumi({ version: 3, deployment: null });
  pulumi.hold("stack export");

  const command = inTerminal(["drift"], pulumi);
  await expect.poll(() => pulumi.isHeld, { timeout: 20_000 }).toBe(true);
  command.pressCtrlC();

  expect(await command.ended).toEqual({ exitCode: 130, out: "" });
  expect(pulumi.signals()).toEqual(["INT"]);
});

/** Runs in its own process group, as a shell does. */
function inTerminal(args: readonly string[], pulumi: FakePulumi) {
  const child: ChildProcess = spawn(process.execPath, [podwrightProgram, ...args], {
    detached: true,
    env: { ...process.env, PATH: pulumi.path },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let out = "";
  child.stdout?.on("data", (text: Buffer) => {
    out += text;
  });
  const ended = new Promise<{ exitCode: number | null; out: string }>((end) =>
    child.on("close", (exitCode) => end({ exitCode, out })),
  );
  return { ended, pressCtrlC: () => process.kill(-(child.pid ?? Number.NaN), "SIGINT") };
}
