import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { StandIns } from "../harness/platform/stand-ins";
import type { Declared, Kind } from "../harness/stack";
import { diffs, steps } from "../harness/steps";

const pod = { image: "nginx", gpu: { id: "NVIDIA L4" } };
const queue = { gpuIds: "AMPERE_16", workersMax: 3 };

test("what is stopped, lost or lowered behind Pulumi's back is found by refresh and brought back by up", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  const endpoint = async (name: string): Promise<Declared> => {
    const args = standIns.resolve({ ...queue, templateId: "template-a" }, await standIns.pairOfTemplates(name));
    return { kind: "ServerlessEndpoint", name, args };
  };
  stack.declare([
    { kind: "Pod", name: "stopped", args: pod },
    { kind: "Pod", name: "failed", args: pod },
    { kind: "Pod", name: "renamed", args: pod },
    { kind: "Pod", name: "removed", args: pod },
    { kind: "Pod", name: "terminated", args: pod },
    { kind: "Pod", name: "started", args: { ...pod, desiredStatus: "EXITED" } },
    { kind: "Pod", name: "moved", args: pod },
    { kind: "Pod", name: "untouched", args: pod },
    await endpoint("lowered"),
    await endpoint("deleted"),
    { kind: "Template", name: "template-gone", args: { image: "nginx" } },
    { kind: "NetworkVolume", name: "volume-gone", args: { size: 10, dataCenter: "EU-RO-1" } },
  ]);
  const up = await stack.up();
  expect(up.ok, up.text).toBe(true);
  const ids = Object.fromEntries(
    stack.resources().map(({ urn, id = "" }) => [urn.slice(urn.lastIndexOf(":") + 1), id]),
  );
  const name = stack.resource("renamed").outputs.name;

  const outside = (kind: Kind, which: string, change: object) =>
    changeOutside(emulator, kind, ids[which] ?? "", { ...change });
  await outside("Pod", "stopped", { status: "EXITED" });
  await outside("Pod", "failed", { status: "ERROR" });
  await outside("Pod", "renamed", { name: "mine-now" });
  await outside("Pod", "removed", { deleted: true });
  await outside("Pod", "terminated", { status: "TERMINATED" });
  await outside("Pod", "started", { status: "RUNNING" });
  // Nobody asked for a certain place.
  await outside("Pod", "moved", { dataCenterId: "EU-CZ-1" });
  await outside("ServerlessEndpoint", "lowered", { workersMax: 1 });
  await outside("ServerlessEndpoint", "deleted", { deleted: true });
  await outside("Template", "template-gone", { deleted: true });
  await outside("NetworkVolume", "volume-gone", { deleted: true });
  const refresh = await stack.refresh();

  const changed = { stopped: "update", failed: "update", started: "update", renamed: "update", lowered: "update" };
  const gone = ["removed", "terminated", "deleted", "template-gone", "volume-gone"];
  expect(steps(refresh), refresh.text).toEqual({
    ...changed,
    ...Object.fromEntries(gone.map((which) => [which, "delete"])),
  });
  expect(diffs(refresh)).toEqual({
    stopped: ["desiredStatus"],
    failed: ["desiredStatus"],
    started: ["desiredStatus"],
    renamed: ["name"],
    lowered: ["workersMax"],
  });

  const repair = await stack.up();
  expect(steps(repair), repair.text).toEqual({
    ...changed,
    ...Object.fromEntries(gone.map((which) => [which, "create"])),
  });
  for (const which of Object.keys(changed)) expect(stack.resource(which).id, which).toBe(ids[which]);
  const { pods, endpoints } = emulator.state();
  const status = Object.fromEntries(pods.map((one) => [one.id, one.status]));
  expect([ids.stopped, ids.failed, ids.started].map((id) => status[id ?? ""])).toEqual([
    "RUNNING",
    "RUNNING",
    "EXITED",
  ]);
  expect(pods.find(({ id }) => id === ids.renamed)?.name).toBe(name);
  expect(endpoints.map(({ workersMax }) => workersMax)).toEqual([3, 3]);
  const quiet = await stack.preview();
  expect(steps(quiet), quiet.text).toEqual({});
});

test("a refresh never fails because of a refusal: a volume grown outside is shown, and only up asks for consent", async () => {
  const { emulator, stack } = await emulated();
  const volume = (size: number): Declared[] => [
    { kind: "NetworkVolume", name: "data", args: { size, dataCenter: "EU-RO-1" } },
    {
      kind: "Pod",
      name: "kept",
      args: { ...pod, mounts: { persistent: { size, path: "/data" } }, allowDataLoss: false },
    },
    { kind: "Pod", name: "locked", args: { ...pod, disk: size, locked: true } },
  ];
  stack.declare(volume(20));
  expect((await stack.up()).ok).toBe(true);
  const id = (name: string) => stack.resource(name).id ?? "";
  await changeOutside(emulator, "NetworkVolume", id("data"), { size: 40 });
  await changeOutside(emulator, "Pod", id("kept"), { mounts: { persistent: { size: 40, path: "/data" } } });
  await changeOutside(emulator, "Pod", id("locked"), { disk: 40 });

  const refresh = await stack.refresh();
  expect(refresh.ok, refresh.text).toBe(true);
  expect(diffs(refresh)).toEqual({ data: ["size"], kept: ["mounts"], locked: ["disk"] });

  const up = await stack.up();
  expect(up.ok).toBe(false);
  expect(up.text).toMatch(/to accept that, set allowDataLoss: true|Set locked: false/);
  stack.declare(volume(40));
  const followed = await stack.preview();
  expect(steps(followed), followed.text).toEqual({});
});

test("what a program ignores stays as somebody else has set it, also when something beside it changes", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  const templates = await standIns.pairOfTemplates("jobs");
  const program = (idleTimeout: number): Declared[] => [
    {
      kind: "ServerlessEndpoint",
      name: "jobs",
      args: standIns.resolve({ ...queue, templateId: "template-a", idleTimeout }, templates),
      options: { ignoreChanges: ["workersMax"] },
    },
    { kind: "Pod", name: "web", args: pod, options: { ignoreChanges: ["desiredStatus"] } },
  ];
  stack.declare(program(30));
  expect((await stack.up()).ok).toBe(true);
  await changeOutside(emulator, "ServerlessEndpoint", stack.resource("jobs").id ?? "", { workersMax: 9 });
  await changeOutside(emulator, "Pod", stack.resource("web").id ?? "", { status: "EXITED" });
  const live = () => {
    const { endpoints, pods } = emulator.state();
    return { max: endpoints[0]?.workersMax, idle: endpoints[0]?.idleTimeout, status: pods[0]?.status };
  };

  stack.declare(program(60));
  const up = await stack.up();
  expect(steps(up), up.text).toEqual({ jobs: "update" });
  expect(live()).toEqual({ max: 9, idle: 60, status: "EXITED" });

  expect((await stack.refresh()).ok).toBe(true);
  const again = await stack.up();
  expect(steps(again), again.text).toEqual({});
  expect(live()).toEqual({ max: 9, idle: 60, status: "EXITED" });
});
