import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { emulated } from "../harness/emulated";
import { endedByThemselves } from "../harness/kills/kill";
import { killUp, type Moment, podOn, recover, recoverFrom } from "../harness/kills/killed";
import { stateIn } from "../harness/remote/runner";
import type { Declared } from "../harness/stack/stack";
import { mustChangeNothing, mustSucceed } from "../harness/stack/steps";

const creationsArrived = ({ counts }: Emulator) => counts().createPod === 1 && counts().saveEndpoint === 1;

const moments: readonly (Moment & { readonly title: string })[] = [
  {
    title: "before RunPod accepts a create request",
    effect: { status: 429, headers: { "retry-after": "30" } },
    reached: creationsArrived,
    made: false,
    provision: 20,
  },
  {
    title: "during the create request",
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

test.each(moments)(
  "if Pulumi was killed $title, each resource exists once after podwright recover and pulumi up",
  (moment) => recoverFrom(moment),
);

/** RunPod's clock is ten minutes behind. The time of a resource may not decide about deletions. */
const slow = { now: () => Date.now() - 600_000 };

test("after a killed replacement, podwright recover keeps the new resource and pulumi up deletes the old resource", async () => {
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
  // The first two lists of volumes and templates come before the creates: for dropped values, and for a take-over.
  for (const [operation, skip] of [
    ["getPod", 0],
    ["listNetworkVolumes", 2],
    ["listTemplates", 2],
  ] as const) {
    emulator.addFault({ operation, skip, times: 100, effect: { delayMs: 600_000 } });
  }
  await killUp(stack, () => {
    const { getPod, listNetworkVolumes, listTemplates } = emulator.counts();
    return getPod === 1 && listNetworkVolumes === 3 && listTemplates === 3;
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

test("after a killed engine, pulumi up continues with the pod that the killed run created", async () => {
  const { emulator, stack } = await emulated({ provision: 600_000 });
  stack.declare([podOn("NVIDIA L4")]);
  await endedByThemselves(await killUp(stack, () => emulator.state().pods.length === 1));
  const [made] = emulator.state().pods;
  await stack.cancel();
  emulator.advance(600_000);

  const { text } = await mustSucceed(stack.up());

  expect(text).toContain(`took over pod ${made?.id} (`);
  expect(emulator.state().pods.map(({ id }) => id)).toEqual([made?.id]);
  expect(stack.resource("web").id).toBe(made?.id);
  await mustChangeNothing(stack.preview({ expectNoChanges: true }));

  // Pulumi still counts the creation as unfinished, and `recover` ends that.
  const pending = () => stateIn(stack.stateText()).pending.length;
  expect(pending()).toBe(1);
  const recovered = await recover(stack);
  expect(recovered).toMatchObject({ exitCode: 0 });
  expect(pending()).toBe(0);
  expect(stack.resource("web").id).toBe(made?.id);
  await mustChangeNothing(stack.preview({ expectNoChanges: true }));
  expect(emulator.state().pods.map(({ id }) => id)).toEqual([made?.id]);
});
