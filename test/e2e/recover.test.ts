import { expect, test } from "vitest";
import { emulated } from "./harness/emulated";
import { endedByThemselves } from "./harness/kill";
import { killUp, recover, recoverFrom } from "./harness/killed";
import { StandIns } from "./harness/stand-ins";

test("an engine killed while it waits for the pod to run: after cancel, recover and up each resource exists once", () =>
  recoverFrom({
    reached: (emulator) => emulator.state().pods.length === 1 && emulator.counts().getPod !== undefined,
    made: true,
    provision: 600_000,
  }));

test("a job whose engine is killed is cancelled; recover says what it cannot see, and up runs one", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  await standIns.pairOfEndpoints();
  const endpointId = standIns.resolve("endpoint-a");
  emulator.handle(endpointId, () => new Promise(() => undefined));
  stack.declare([{ kind: "Job", name: "smoke", args: { endpointId, input: { prompt: "hello" } } }]);

  const providers = await killUp(stack, () => emulator.counts().status !== undefined);
  await endedByThemselves(providers);

  expect(emulator.counts()).toMatchObject({ run: 1, cancel: 1 });
  await stack.run(["cancel", "--yes", "--stack", "test"]);
  const { out } = await recover(stack);
  expect(out).toMatch(/^smoke +Job +dropped +whether it submitted a job cannot be seen/m);
  emulator.handle(endpointId, () => ({ output: "fine" }));
  const up = await stack.up();
  expect(up.ok, up.text).toBe(true);
  expect(stack.resource("smoke").outputs).toMatchObject({ status: "COMPLETED", output: "fine" });
});
