import { afterEach, expect, test } from "vitest";
import type { Emulator, FaultEffect } from "../../emulator";
import { emulated } from "./harness/emulated";
import { runPodwright } from "./harness/podwright";
import { descendantsOf, isAlive, providersAmong, until } from "./harness/processes";
import type { Declared, TestStack } from "./harness/stack";
import { StandIns } from "./harness/stand-ins";

interface Moment {
  readonly title: string;
  /** Met by the first request that creates a pod or an endpoint. */
  readonly effect?: FaultEffect;
  /** When to kill: the requests that have arrived, and the pods that exist. */
  readonly reached: (emulator: Emulator) => boolean;
  readonly made: boolean;
  /** How long the platform takes to provide a pod: longer than the engine lives, where it makes one before the kill. */
  readonly provision: number;
}

const creationsArrived = ({ counts }: Emulator) => counts().createPod === 1 && counts().saveEndpoint === 1;

const moments: readonly Moment[] = [
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
  {
    title: "while it waits for the pod to run",
    reached: (emulator) => emulator.state().pods.length === 1 && emulator.counts().getPod !== undefined,
    made: true,
    provision: 600_000,
  },
];

test.each(moments)(
  "an engine killed $title: after cancel, recover and up each resource exists once",
  async (moment) => {
    const { emulator, stack } = await emulated({ provision: moment.provision });
    stack.declare(await podAndEndpoint(emulator));
    if (moment.effect !== undefined) {
      for (const operation of ["createPod", "saveEndpoint"]) emulator.addFault({ operation, effect: moment.effect });
    }

    const hosts = await killEngine(stack, () => moment.reached(emulator));

    expect(hosts).not.toEqual([]);
    await until("the provider's processes have ended", () => hosts.every((pid) => !isAlive(pid)), 25_000);
    await until("the platform has done what was under way", () =>
      emulator.requests().every(({ status }) => status !== 0),
    );
    expect(emulator.state().pods).toHaveLength(moment.made ? 1 : 0);
    const locked = await recover(stack);
    if (moment.made) expect(locked).toMatchObject({ exitCode: 1, err: expect.stringContaining("pulumi cancel") });
    await stack.run(["cancel", "--yes", "--stack", "test"]);

    const recovered = await recover(stack);

    expect(recovered).toMatchObject({ exitCode: 0, err: "" });
    expect(recovered.out).toMatch(moment.made ? /^web +Pod +adopted/m : /^web +Pod +dropped/m);
    emulator.advance(moment.provision);
    emulator.clearRequests();
    const up = await stack.up();
    expect(up.ok, up.text).toBe(true);
    expect(up.text).not.toContain("pending operations");
    expect(emulator.counts().createPod ?? 0).toBe(moment.made ? 0 : 1);
    expect(emulator.state().pods.map(({ id, status }) => ({ id, status }))).toEqual([
      { id: stack.resource("web").id, status: "RUNNING" },
    ]);
    expect(emulator.state().endpoints.map(({ id }) => id)).toEqual([stack.resource("answers").id]);
    const destroy = await stack.destroy();
    expect(destroy.ok, destroy.text).toBe(true);
    expect(emulator.state()).toMatchObject({ pods: [], endpoints: [] });
  },
);

test("a pod whose creation was killed is deleted when an up before the recovery has made another", async () => {
  const { emulator, stack } = await emulated();
  stack.declare([pod("NVIDIA L4")]);
  emulator.addFault({ operation: "getPod", times: 100, effect: { delayMs: 600_000 } });
  await killEngine(stack, () => emulator.counts().getPod === 1);
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
  stack.declare([pod("NVIDIA L4")]);
  await stack.up();
  emulator.clearRequests();
  // Only a pod that is younger than what it replaces can be its replacement, and the platform counts in seconds.
  emulator.advance(60_000);
  stack.declare([pod("NVIDIA A40")]);
  emulator.addFault({ operation: "getPod", times: 100, effect: { delayMs: 600_000 } });
  await killEngine(stack, () => emulator.counts().getPod === 1);
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
  await killEngine(stack, () => emulator.state().pods.length === 1);
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

test("a job whose engine is killed is cancelled; recover says what it cannot see, and up runs one", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  await standIns.pairOfEndpoints();
  const endpointId = standIns.resolve("endpoint-a");
  emulator.handle(endpointId, () => new Promise(() => undefined));
  stack.declare([{ kind: "Job", name: "smoke", args: { endpointId, input: { prompt: "hello" } } }]);

  const hosts = await killEngine(stack, () => emulator.counts().status !== undefined);
  await until("the provider's processes have ended", () => hosts.every((pid) => !isAlive(pid)), 25_000);

  expect(emulator.counts()).toMatchObject({ run: 1, cancel: 1 });
  await stack.run(["cancel", "--yes", "--stack", "test"]);
  const { out } = await recover(stack);
  expect(out).toMatch(/^smoke +Job +dropped +whether it submitted a job cannot be seen/m);
  emulator.handle(endpointId, () => ({ output: "fine" }));
  const up = await stack.up();
  expect(up.ok, up.text).toBe(true);
  expect(stack.resource("smoke").outputs).toMatchObject({ status: "COMPLETED", output: "fine" });
});

const started: number[] = [];

// A killed engine leaves its language host behind: that is no part of what is tested, and ends here.
afterEach(() => {
  for (const pid of started.splice(0).filter(isAlive)) process.kill(pid, "SIGKILL");
});

function pod(gpu: string): Declared {
  return { kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: gpu } } };
}

/** A pod and an endpoint that are created at the same time: the template is there already. */
async function podAndEndpoint(emulator: Emulator): Promise<Declared[]> {
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  const payload = { name: "worker", image: "worker", serverless: true };
  const { id } = (await emulator.inject({ method: "POST", url: "/v2/templates", headers, payload })).json<{
    id: string;
  }>();
  return [
    pod("NVIDIA L4"),
    { kind: "ServerlessEndpoint", name: "answers", args: { gpuIds: "AMPERE_16", templateId: id, workersMax: 1 } },
  ];
}

/** Starts `up`, kills the engine and nothing else once it got that far, and answers the provider processes it leaves behind. */
async function killEngine(stack: TestStack, gotThere: () => boolean): Promise<number[]> {
  const up = stack.start(["up", "--yes", "--skip-preview", "--stack", "test"]);
  const pid = up.child.pid ?? Number.NaN;
  let over = false;
  void up.finished.then(() => {
    over = true;
  });
  await until("the creation got to the moment of the kill", () => over || gotThere(), 60_000);
  expect(over, up.text()).toBe(false);
  const family = descendantsOf(pid);
  started.push(...family.map((child) => child.pid));
  process.kill(pid, "SIGKILL");
  await until("the engine is gone", () => !isAlive(pid));
  return providersAmong(family);
}

/** `podwright recover`, as a user runs it in the project's folder. */
function recover(stack: TestStack, ...args: string[]) {
  return runPodwright(stack, ["recover", ...args]);
}
