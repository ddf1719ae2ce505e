import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { StandIns } from "../harness/platform/stand-ins";
import { driftOf } from "../harness/stack/podwright";
import type { Declared } from "../harness/stack/stack";
import { deploy, diffs, idsOf, mustChangeNothing, mustDo, mustFail, mustSucceed, steps } from "../harness/stack/steps";
import { expectNoTrace } from "../harness/traces";

const pod = { image: "nginx", gpu: { id: "NVIDIA L4" } };
const queue = { gpuIds: "AMPERE_16", workersMax: 3 };

test("pulumi up does not shrink a volume that another user enlarged unless the program allows data loss", async () => {
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
  await deploy(stack, volume(20));
  const id = (name: string) => stack.resource(name).id ?? "";
  await changeOutside(emulator, "NetworkVolume", id("data"), { size: 40 });
  await changeOutside(emulator, "Pod", id("kept"), { mounts: { persistent: { size: 40, path: "/data" } } });
  await changeOutside(emulator, "Pod", id("locked"), { disk: 40 });

  const refresh = await mustSucceed(stack.refresh());
  expect(diffs(refresh)).toEqual({ data: ["size"], kept: ["mounts"], locked: ["disk"] });

  const up = await mustFail(stack.up());
  expect(up.text).toMatch(/to accept that, set allowDataLoss: true|Set locked: false/);
  stack.declare(volume(40));
  await mustChangeNothing(stack.preview());
});

test("ignoreChanges keeps the values that another user set", async () => {
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
    { kind: "Pod", name: "stopped", args: pod, options: { ignoreChanges: ["desiredStatus"] } },
    {
      kind: "Pod",
      name: "web",
      args: { ...pod, env: { MODE: "fast", IDLE: `${idleTimeout}` } },
      options: { ignoreChanges: ["env.MODE"] },
    },
  ];
  await deploy(stack, program(30));
  const { jobs = "", stopped = "", web = "" } = idsOf(stack);
  const podOf = (id: string) => emulator.state().pods.find((one) => one.id === id);
  await changeOutside(emulator, "ServerlessEndpoint", jobs, { workersMax: 9 });
  await changeOutside(emulator, "Pod", stopped, { status: "EXITED" });
  await changeOutside(emulator, "Pod", web, { env: { ...podOf(web)?.env, MODE: "slow" } });
  const expectTheirs = (idleTimeout: number) => {
    expect(emulator.state().endpoints).toMatchObject([{ workersMax: 9, idleTimeout }]);
    expect(podOf(stopped)).toMatchObject({ status: "EXITED" });
    expect(podOf(web)).toMatchObject({ env: { MODE: "slow", IDLE: `${idleTimeout}` } });
  };

  for (const idleTimeout of [60, 90]) {
    stack.declare(program(idleTimeout));
    await mustDo(stack.up(), { jobs: "update", web: "update" });
    expectTheirs(idleTimeout);
  }

  await mustSucceed(stack.refresh());
  await mustChangeNothing(stack.up());
  expectTheirs(90);
});

test("podwright drift notices that another user set a secret's value", async () => {
  const emulation = await emulated();
  const { emulator, stack } = emulation;
  const canaries = ["canary-first-4e1d", "canary-second-90ab", "canary-theirs-c3f7"] as const;
  const [first, second, theirs] = canaries;
  const verbose = { logVerbosity: 8, logToStdErr: true };
  const setAt = `\${token.valueLastUpdatedAt}`;
  const env = { TOKEN: "{{ RUNPOD_SECRET_hf/token }}", TOKEN_SET_AT: setAt };
  const program = (value: string): Declared[] => [
    { kind: "Secret", name: "token", args: { name: "hf/token", value, description: "of the hub" } },
    { kind: "Secret", name: "ignored", args: { value: first }, options: { ignoreChanges: ["value"] } },
    { kind: "Pod", name: "web", args: { ...pod, env } },
  ];
  const live = (name: string) => emulator.state().secrets.find(({ id }) => id === stack.resource(name).id);
  const quiet = async () => {
    emulator.clearRequests();
    await mustChangeNothing(stack.preview());
    expect(emulator.counts()).toEqual({});
  };
  stack.declare(program(first));
  const up = await mustSucceed(stack.up(verbose));
  expect(emulator.state().pods[0]?.env).toMatchObject({ TOKEN: "{{ RUNPOD_SECRET_hf/token }}" });
  await quiet();

  emulator.advance(60_000);
  for (const name of ["token", "ignored"])
    await changeOutside(emulator, "Secret", stack.resource(name).id ?? "", { value: theirs });
  const drift = await driftOf(stack);
  expect(drift.exitCode).toBe(2);
  expect(drift.report.stacks[0]?.resources).toContainEqual(
    expect.objectContaining({ name: "token", drift: "changed", properties: [{ path: "value", secret: true }] }),
  );
  const refresh = await mustSucceed(stack.refresh(verbose));
  expect(diffs(refresh)).toMatchObject({ token: ["value"] });
  expect(stack.resource("token").outputs).not.toHaveProperty("value");
  expect(stack.resource("token").outputs.valueLastUpdatedAt).toBe(live("token")?.valueLastUpdatedAt);

  emulator.advance(60_000);
  const repair = await mustDo(stack.up(verbose), { token: "update", web: "update" });
  expect(repair.text).toContain("overwrites a value that the program did not set");
  expect(live("token")?.valueLastUpdatedAt).not.toBe(live("ignored")?.valueLastUpdatedAt);
  await quiet();

  emulator.advance(60_000);
  stack.declare(program(second));
  const preview = await mustDo(stack.preview(), { token: "update", web: "update" });
  expect(preview.text).toContain("running containers keep the old value");
  const { id: holder } = stack.resource("web");
  const warning = `containers with secret "hf/token" keep its old value until they start again: pod ${holder} ("web-`;
  expect(preview.text).toContain(warning);
  const rotated = await stack.up(verbose);
  expect(rotated.text).toContain(warning);
  expect(steps(rotated), rotated.text).toEqual({ token: "update", web: "update" });
  const { env: booted } = emulator.state().pods[0] ?? {};
  expect(booted).toMatchObject({ TOKEN_SET_AT: live("token")?.valueLastUpdatedAt });

  stack.declare([...program(second), { kind: "Secret", name: "twin", args: { name: "HF/Token", value: second } }]);
  const taken = await mustFail(stack.up(verbose));
  // An import of what the stack holds would manage the secret twice.
  expect(taken.text).toContain(
    `"hf/token" (${live("token")?.id}). Stack organization/e2e/test manages it. Give this secret another name`,
  );
  expect(taken.text).not.toContain("pulumi import podwright:index:Secret twin");

  const destroyed = await mustSucceed(stack.destroy(verbose));
  expect(emulator.state().secrets).toEqual([]);
  for (const run of [up, refresh, repair, preview, rotated, taken, destroyed]) expectNoTrace(canaries, emulation, run);
  expect(drift.out + drift.err).not.toMatch(/canary-/);
});
