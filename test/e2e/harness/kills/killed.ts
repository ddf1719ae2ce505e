import { expect } from "vitest";
import type { Emulator, FaultEffect } from "../../../../emulator";
import { send } from "../../../support/account";
import { emulated } from "../emulated";
import { runPodwright } from "../stack/podwright";
import type { Declared, TestStack } from "../stack/stack";
import { deploy, mustFail, mustSucceed } from "../stack/steps";
import { endAll, endedByThemselves, killEngine } from "./kill";
import { descendantsOf, providersAmong, until } from "./processes";

export interface Moment {
  /** A fault that hits the first request that creates a pod or an endpoint. */
  readonly effect?: FaultEffect;
  /** When to kill, by arrived requests and existing pods. */
  readonly reached: (emulator: Emulator) => boolean;
  readonly made: boolean;
  /** How long a pod takes to start: longer than the engine lives if the engine creates a pod before the kill. */
  readonly provision: number;
}

/** Kills an engine that creates a pod and an endpoint: after `cancel`, `recover` and `up` each exists once. */
export async function recoverFrom(moment: Moment): Promise<void> {
  const { emulator, stack } = await emulated({ provision: moment.provision });
  stack.declare(await podAndEndpoint(emulator));
  if (moment.effect !== undefined) {
    for (const operation of ["createPod", "saveEndpoint"]) emulator.addFault({ operation, effect: moment.effect });
  }

  const providers = await killUp(stack, () => moment.reached(emulator));

  expect(providers).not.toEqual([]);
  await endedByThemselves(providers);
  await until("the platform has done what was under way", () =>
    emulator.requests().every(({ status }) => status !== 0),
  );
  expect(emulator.state().pods).toHaveLength(moment.made ? 1 : 0);
  const locked = await recover(stack);
  if (moment.made) expect(locked).toMatchObject({ exitCode: 1, err: expect.stringContaining("pulumi cancel") });
  await stack.cancel();

  const recovered = await recover(stack);

  expect(recovered).toMatchObject({ exitCode: 0, err: "" });
  expect(recovered.out).toMatch(moment.made ? /^web +Pod +adopted/m : /^web +Pod +dropped/m);
  emulator.advance(moment.provision);
  emulator.clearRequests();
  const up = await mustSucceed(stack.up());
  expect(up.text).not.toContain("pending operations");
  expect(emulator.counts().createPod ?? 0).toBe(moment.made ? 0 : 1);
  expect(emulator.state().pods.map(({ id, status }) => ({ id, status }))).toEqual([
    { id: stack.resource("web").id, status: "RUNNING" },
  ]);
  expect(emulator.state().endpoints.map(({ id }) => id)).toEqual([stack.resource("answers").id]);
  await mustSucceed(stack.destroy());
  expect(emulator.state()).toMatchObject({ pods: [], endpoints: [] });
}

export function podOn(gpu: string): Declared {
  return { kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: gpu } } };
}

/** A pod and an endpoint that the engine creates at the same time, because the template exists already. */
export async function podAndEndpoint(emulator: Emulator): Promise<Declared[]> {
  const { id } = await send(emulator, "POST", "/v2/templates", { name: "worker", image: "worker", serverless: true });
  return [
    podOn("NVIDIA L4"),
    { kind: "ServerlessEndpoint", name: "answers", args: { gpuIds: "AMPERE_16", templateId: id, workersMax: 1 } },
  ];
}

/** Starts `up`, kills the engine at a moment, and returns its provider processes. */
export async function killUp(stack: TestStack, gotThere: () => boolean): Promise<readonly number[]> {
  const up = stack.start("up");
  let over = false;
  void up.finished.then(() => {
    over = true;
  });
  await until("the creation got to the moment of the kill", () => over || gotThere());
  expect(over, up.text()).toBe(false);
  const { providers } = await killEngine(up);
  return providers;
}

/**
 * Starts `up` and kills its provider processes at a moment. The engine survives, so it drops the failed operations, and
 * no operation is pending.
 */
export async function killPlugin(stack: TestStack, isReached: () => boolean): Promise<void> {
  const up = stack.start("up");
  await until("everything is under way", isReached);
  endAll(providersAmong(descendantsOf(up.child.pid ?? Number.NaN)));
  await mustFail(up.finished);
}

/** Deploys a pod, whose id is an output, and kills the plugin while it replaces the pod. `made` is the id of the new pod. */
export async function killReplacement({ emulator, stack }: { readonly emulator: Emulator; readonly stack: TestStack }) {
  const outputs = { podId: `\${web.id}` };
  await deploy(stack, [podOn("NVIDIA L4")], outputs);
  const old = stack.resource("web").id;
  emulator.addFault({ operation: "getPod", times: 1_000, effect: { delayMs: 600_000 } });
  stack.declare([podOn("NVIDIA A40")], outputs);
  await killPlugin(stack, () => emulator.state().pods.length === 2);
  emulator.clearFaults();
  return { old, made: emulator.state().pods.find(({ id }) => id !== old)?.id ?? "" };
}

/**
 * `podwright recover`, as a user runs it in the project's folder. A kill can leave an empty file in the backend, and the
 * error then names the flag that deletes it.
 */
export async function recover(stack: TestStack, ...args: string[]) {
  const recovered = await runPodwright(stack, ["recover", ...args]);
  const isTorn = recovered.err.includes("recover --yes`, which deletes the empty file");
  return isTorn ? await runPodwright(stack, ["recover", ...args, "--yes"]) : recovered;
}
