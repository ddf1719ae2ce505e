import { expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { emulated } from "./harness/emulated";
import { killUp, type Moment, podOn, recover, recoverFrom } from "./harness/killed";

const creationsArrived = ({ counts }: Emulator) => counts().createPod === 1 && counts().saveEndpoint === 1;

const moments: readonly (Moment & { readonly title: string })[] = [
  {
    title: "before the request that counts is sent",
    effect: { status: 429, headers: { "retry-after": "30" } },
    reached: creationsArrived,
    made: false,
    provision: 20,
  },
  {
    title: "while the request is in flight",
    effect: { delayMs: 1_500 },
    reached: creationsArrived,
    made: true,
    provision: 600_000,
  },
];

test.each(moments)("an engine killed $title: after cancel, recover and up each resource exists once", (moment) =>
  recoverFrom(moment),
);

test("a pod whose creation was killed is deleted when an up before the recovery has made another", async () => {
  const { emulator, stack } = await emulated();
  stack.declare([podOn("NVIDIA L4")]);
  emulator.addFault({ operation: "getPod", times: 100, effect: { delayMs: 600_000 } });
  await killUp(stack, () => emulator.counts().getPod === 1);
  emulator.clearFaults();
  await stack.run(["cancel", "--yes", "--stack", "test"]);
  await stack.up();
  expect(emulator.state().pods).toHaveLength(2);

  const { out } = await recover(stack);
  const up = await stack.up();

  expect(out).toMatch(/^web +Pod +superseded/m);
  expect(up.ok, up.text).toBe(true);
  expect(emulator.state().pods.map(({ id }) => id)).toEqual([stack.resource("web").id]);
  expect(stack.resources()).toHaveLength(1);
});

test("a replacement that was killed goes on with the new pod and then deletes the old one", async () => {
  const { emulator, stack } = await emulated();
  stack.declare([podOn("NVIDIA L4")]);
  await stack.up();
  emulator.clearRequests();
  // Only a pod that is younger than what it replaces can be its replacement, and the platform counts in seconds.
  emulator.advance(60_000);
  stack.declare([podOn("NVIDIA A40")]);
  emulator.addFault({ operation: "getPod", times: 100, effect: { delayMs: 600_000 } });
  await killUp(stack, () => emulator.counts().getPod === 1);
  emulator.clearFaults();
  await stack.run(["cancel", "--yes", "--stack", "test"]);

  const { out } = await recover(stack);
  const up = await stack.up();

  expect(out).toMatch(/^web +Pod +replacing/m);
  expect(up.ok, up.text).toBe(true);
  expect(emulator.counts().createPod).toBe(1);
  expect(emulator.state().pods).toMatchObject([{ id: stack.resource("web").id, gpu: { id: "NVIDIA A40" } }]);
  expect(stack.resources()).toHaveLength(1);
});

test("a dry run of recover says what it found and leaves the state as it was; a second recovery has nothing to do", async () => {
  const { emulator, stack } = await emulated({ provision: 600_000 });
  const env = { TOKEN: "canary-of-the-env" };
  stack.declare([{ kind: "Pod", name: "web", args: { name: "fixed", image: "nginx", gpu: { id: "NVIDIA L4" }, env } }]);
  await killUp(stack, () => emulator.state().pods.length === 1);
  await stack.run(["cancel", "--yes", "--stack", "test"]);
  const before = stack.stateText();

  const dry = await recover(stack, "--dry-run");
  const afterDry = stack.stateText();
  const real = await recover(stack, "--output", "json");
  const again = await recover(stack);

  expect(dry.out).toContain("adopted");
  expect(afterDry).toBe(before);
  expect(JSON.parse(real.out)).toMatchObject({ dryRun: false, operations: [{ kind: "Pod", action: "adopted" }] });
  expect(again.out).toBe("Nothing is pending: the state needs no recovery.\n");
  expect(stack.resource("web").id).toBe(emulator.state().pods[0]?.id);
  expect(stack.stateText()).not.toContain("canary-of-the-env");
  expect([dry.out, real.out, dry.err, real.err].join()).not.toContain("canary-of-the-env");
});
