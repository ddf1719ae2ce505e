import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { emulated } from "../harness/emulated";
import { killUp, type Moment, podOn, recover, recoverFrom } from "../harness/kills/killed";
import type { Declared } from "../harness/stack/stack";

const creationsArrived = ({ counts }: Emulator) => counts().createPod === 1 && counts().saveEndpoint === 1;

const moments: readonly (Moment & { readonly title: string })[] = [
  {
    title: "before it sends the successful request",
    effect: { status: 429, headers: { "retry-after": "30" } },
    reached: creationsArrived,
    made: false,
    provision: 20,
  },
  {
    title: "during the request",
    effect: { delayMs: 1_500 },
    reached: creationsArrived,
    made: true,
    provision: 600_000,
  },
  {
    title: "during the wait for the pod",
    reached: (emulator) => emulator.state().pods.length === 1 && emulator.counts().getPod !== undefined,
    made: true,
    provision: 600_000,
  },
];

test.each(moments)("an engine killed $title: after cancel, recover and up each resource exists once", (moment) =>
  recoverFrom(moment),
);

/** RunPod's clock and the runner's clock often differ. Neither may decide about deletions. */
const fast = { now: () => Date.now() + 600_000 };
const slow = { now: () => Date.now() - 600_000 };

test("recover and up delete the pod of a killed run if a later up created a second pod, with any difference of clocks", async () => {
  const { emulator, stack } = await emulated(fast);
  stack.declare([podOn("NVIDIA L4")]);
  emulator.addFault({ operation: "getPod", times: 100, effect: { delayMs: 600_000 } });
  await killUp(stack, () => emulator.counts().getPod === 1);
  emulator.clearFaults();
  await stack.cancel();
  stack.declare([podOn("NVIDIA A40")]);
  stack.env.PODWRIGHT_ALLOW_UNRECORDED = "true";
  await stack.up();
  expect(emulator.state().pods).toHaveLength(2);

  const { out } = await recover(stack);
  const up = await stack.up();

  expect(out).toMatch(/^web +Pod +superseded/m);
  expect(up.ok, up.text).toBe(true);
  expect(emulator.state().pods).toMatchObject([{ id: stack.resource("web").id, gpu: { id: "NVIDIA A40" } }]);
  expect(stack.resources()).toHaveLength(1);
});

test("killed replacements of each kind continue with the new resource and then delete the old, with any difference of clocks", async () => {
  const { emulator, stack } = await emulated(slow);
  const size = { size: 10, allowDataLoss: true };
  const data = (dataCenter: string): Declared => ({
    kind: "NetworkVolume",
    name: "data",
    args: { ...size, dataCenter },
  });
  const worker = (serverless: boolean): Declared => ({
    kind: "Template",
    name: "worker",
    args: { image: "w", serverless },
  });
  stack.declare([podOn("NVIDIA L4"), data("US-KS-2"), worker(true)]);
  await stack.up();
  emulator.clearRequests();
  stack.declare([podOn("NVIDIA A40"), data("EU-RO-1"), worker(false)]);
  for (const operation of ["createNetworkVolume", "createTemplate"]) {
    emulator.addFault({ operation, effect: { dropResponse: true } });
  }
  // The first list of volumes comes before the create.
  for (const [operation, skip] of [
    ["getPod", 0],
    ["listNetworkVolumes", 1],
    ["listTemplates", 0],
  ] as const) {
    emulator.addFault({ operation, skip, times: 100, effect: { delayMs: 600_000 } });
  }
  await killUp(stack, () => {
    const { getPod, listNetworkVolumes, listTemplates } = emulator.counts();
    return getPod === 1 && listNetworkVolumes === 2 && listTemplates === 1;
  });
  emulator.clearFaults();
  await stack.cancel();

  const { out } = await recover(stack);
  const up = await stack.up();

  for (const name of ["web +Pod", "data +NetworkVolume", "worker +Template"]) {
    expect(out).toMatch(new RegExp(`^${name} +replacing`, "m"));
  }
  expect(up.ok, up.text).toBe(true);
  expect(emulator.counts()).toMatchObject({ createPod: 1, createNetworkVolume: 1, createTemplate: 1 });
  expect(emulator.state()).toMatchObject({
    pods: [{ id: stack.resource("web").id, gpu: { id: "NVIDIA A40" } }],
    networkVolumes: [{ id: stack.resource("data").id, dataCenter: "EU-RO-1" }],
    templates: [{ id: stack.resource("worker").id, serverless: false }],
  });
  expect(stack.resources()).toHaveLength(3);
});

test("a dry run of recover reports its findings without a change to the state, and a second recovery finds nothing", async () => {
  const { emulator, stack } = await emulated({ provision: 600_000 });
  const env = { TOKEN: "canary-of-the-env" };
  stack.declare([{ kind: "Pod", name: "web", args: { name: "fixed", image: "nginx", gpu: { id: "NVIDIA L4" }, env } }]);
  await killUp(stack, () => emulator.state().pods.length === 1);
  await stack.cancel();
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
