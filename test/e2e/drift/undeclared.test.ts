import { expect, test } from "vitest";
import type { StackDrift } from "../../../cli/drift/report";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { StandIns } from "../harness/platform/stand-ins";
import { driftOf } from "../harness/stack/podwright";
import type { Declared, Kind } from "../harness/stack/stack";
import { deploy, mustChangeNothing, steps } from "../harness/stack/steps";

const pod = { image: "nginx", gpu: { id: "NVIDIA L4" } };
const queue = { gpuIds: "AMPERE_16", workersMax: 3 };

test("podwright drift reports a change outside Pulumi to an input that the program does not set", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  const templates = await standIns.pairOfTemplates("jobs");
  const canary = "canary-of-a-hand";
  const program = (more: object = {}): Declared[] => [
    { kind: "Pod", name: "web", args: { ...pod, env: { MODE: "fast" }, ...more } },
    { kind: "Pod", name: "bare", args: pod },
    {
      kind: "ServerlessEndpoint",
      name: "jobs",
      args: standIns.resolve({ ...queue, templateId: "template-a" }, templates),
    },
    { kind: "Template", name: "template", args: { image: "nginx" } },
    { kind: "NetworkVolume", name: "volume", args: { size: 10, dataCenter: "EU-RO-1" } },
  ];
  await deploy(stack, program());
  const outputs = (name: string) => stack.resource(name).outputs;
  expect(outputs("web")).toMatchObject({ args: "", disk: 50, locked: false, ports: [], cloud: "SECURE", mounts: {} });
  expect(outputs("jobs")).toMatchObject({ workersMin: 0, idleTimeout: 10, scalerType: "QUEUE_DELAY", type: "QB" });
  expect(outputs("template")).toMatchObject({ disk: 50, category: "NVIDIA", serverless: false });
  expect(outputs("volume")).toMatchObject({ type: "STANDARD" });
  expect(outputs("bare").env).toBeUndefined();

  const outside = (kind: Kind, name: string, change: object) =>
    changeOutside(emulator, kind, stack.resource(name).id ?? "", { ...change });
  const { env } = emulator.state().pods.find(({ id }) => id === stack.resource("web").id) ?? { env: {} };
  await outside("Pod", "web", { locked: true, disk: 80, args: "--loud", env: { ...env, HAND: canary } });
  await outside("Pod", "bare", { env: { HAND: canary } });
  await outside("ServerlessEndpoint", "jobs", { workersMin: 2, idleTimeout: 900, locations: "US" });
  await outside("Template", "template", { disk: 70, env: { HAND: canary } });
  const drift = async (...args: string[]) => {
    const { exitCode, out, report } = await driftOf(stack, args);
    expect(out).not.toContain(canary);
    const [{ resources, undeclared, notes }] = report.stacks as [StackDrift];
    expect(resources).toEqual([]);
    // The other hand has replaced the whole environment of this pod.
    for (const note of notes)
      expect(note).toMatch(/^On RunPod, the environment of bare \(\w+\) lacks Podwright's mark/);
    return { exitCode, undeclared };
  };
  const found = await drift();
  expect(found.exitCode).toBe(2);
  const told = found.undeclared.map(({ name, path, drift: counts, restore, keep }) => [
    `${name} ${path}`,
    [counts, restore, keep],
  ]);
  expect(Object.fromEntries(told)).toEqual({
    "web args": [true, 'args: ""', 'args: "--loud"'],
    "web disk": [true, "disk: 50", "disk: 80"],
    "web env.HAND": [true, undefined, "env: { HAND: … }"],
    "web locked": [false, "locked: false", "locked: true"],
    "bare env.HAND": [true, undefined, "env: { HAND: … }"],
    "jobs workersMin": [true, "workersMin: 0", "workersMin: 2"],
    "jobs idleTimeout": [false, "idleTimeout: 10", "idleTimeout: 900"],
    "jobs locations": [false, undefined, 'locations: "US"'],
    "template disk": [true, "disk: 50", "disk: 70"],
    "template env.HAND": [true, undefined, "env: { HAND: … }"],
  });
  const refresh = await mustChangeNothing(stack.refresh());
  expect(outputs("web")).toMatchObject({ locked: true, disk: 80, args: "--loud" });
  expect(outputs("web").__undeclared).toEqual(expect.arrayContaining(["env.HAND", "disk", "locked"]));
  expect(outputs("bare").__undeclared).toContain("env.HAND");
  expect(outputs("jobs")).toMatchObject({ workersMin: 2, idleTimeout: 900, locations: "US" });
  expect(outputs("template")).toMatchObject({ disk: 70 });
  expect(stack.stateText()).not.toContain(canary);
  expect(JSON.stringify(refresh.events)).not.toContain(canary);

  expect(await drift()).toEqual(found);

  await mustChangeNothing(stack.up());
  const live = () => emulator.state().pods.find(({ id }) => id === stack.resource("web").id);
  // A declaration of the present values must work on a locked pod and must not reset it.
  const { startedAt } = live() ?? {};
  const declared = await deploy(
    stack,
    program({ disk: 80, args: "--loud", env: { MODE: "fast", HAND: canary }, locked: true }),
  );
  expect(steps(declared)).toEqual({ web: "update" });
  expect(live()).toMatchObject({ startedAt, disk: 80, env: { HAND: canary } });
  expect(outputs("web").__undeclared).not.toContain("disk");
  expect(stack.stateText()).not.toContain(canary);
  await mustChangeNothing(stack.preview());
});
