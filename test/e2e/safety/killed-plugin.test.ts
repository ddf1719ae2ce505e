import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { emulated } from "../harness/emulated";
import { endAll } from "../harness/kills/kill";
import { descendantsOf, providersAmong, until } from "../harness/kills/processes";
import type { Declared, TestStack } from "../harness/stack/stack";
import { mustFail, mustSucceed, nameOf } from "../harness/stack/steps";

const gpu = "NVIDIA L4";

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the way YAML names another resource's output
const costly: readonly Declared[] = [
  { kind: "Template", name: "worker", args: { image: "worker", serverless: true } },
  { kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: gpu } } },
  {
    kind: "Cluster",
    name: "train",
    args: { type: "TRAINING", image: "trainer", compute: { gpuTypeId: gpu, gpuCountPerPod: 1, podCount: 2 } },
  },
  { kind: "NetworkVolume", name: "data", args: { name: "datasets", size: 10, dataCenter: "EU-RO-1" } },
  {
    kind: "ServerlessEndpoint",
    name: "answers",
    args: { gpuIds: "AMPERE_16", templateId: "${worker.id}", workersMin: 1, workersMax: 1 },
  },
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the way YAML names another resource's output

const provision = 600_000;

function account(emulator: Emulator): Record<string, readonly string[]> {
  const { pods, clusters, endpoints, networkVolumes } = emulator.state();
  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  const members = clusters.flatMap(({ podIds }) => podIds);
  const alone = pods.filter(({ id }) => !members.includes(id));
  return { web: idsOf(alone), train: idsOf(clusters), answers: idsOf(endpoints), data: idsOf(networkVolumes) };
}

/** The engine survives, so it drops the failed operations, and no operation is pending. */
async function killPlugin(stack: TestStack, isReached: () => boolean): Promise<void> {
  const up = stack.start("up");
  await until("everything is under way", isReached);
  endAll(providersAmong(descendantsOf(up.child.pid ?? Number.NaN)));
  await mustFail(up.finished);
}

test("if the plugin is killed, the error of pulumi up shows an import command for each resource", async () => {
  const { emulator, stack } = await emulated({ provision, workerStart: provision }, { host: "plugin" });
  // The volume does not have its own name yet when the plugin dies, however slow the machine is.
  emulator.addFault({ operation: "updateNetworkVolume", effect: { delayMs: provision } });
  stack.declare(costly);
  await killPlugin(stack, () => Object.values(account(emulator)).every((ids) => ids.length === 1));
  const made = account(emulator);
  emulator.clearRequests();

  const { text } = await mustFail(stack.up());
  const printed = [...text.matchAll(/run: pulumi (import \S+ (\S+) (\S+) --protect=false)$/gm)];
  expect(Object.fromEntries(printed.map(([, , name = "", id = ""]) => [name, [id]]))).toEqual(made);
  for (const line of new Set(printed.map(([, command = ""]) => command))) {
    await mustSucceed(stack.pulumi(...line.split(" "), "--yes", "--stack", "test"));
  }
  expect(account(emulator)).toEqual(made);
  emulator.advance(provision);
  await mustSucceed(stack.up());
  expect(account(emulator)).toEqual(made);
  const held = stack.resources().map(({ urn, id }) => [nameOf(urn), id] as const);
  expect(Object.fromEntries(held)).toMatchObject(
    Object.fromEntries(Object.entries(made).map(([name, [id]]) => [name, id])),
  );
});
