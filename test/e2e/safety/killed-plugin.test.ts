import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { emulated } from "../harness/emulated";
import { killPlugin, killReplacement, podOn, recover } from "../harness/kills/killed";
import type { Declared, TestStack } from "../harness/stack/stack";
import { deploy, mustFail, mustSucceed, nameOf } from "../harness/stack/steps";

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

/** The commands that the error of `pulumi up` prints, by the name of the resource. */
async function imports(stack: TestStack): Promise<ReadonlyMap<string, readonly string[]>> {
  const { text } = await mustFail(stack.up());
  const printed = [...text.matchAll(/run: pulumi (import \S+ (\S+) .* --protect=false)$/gm)];
  return new Map(
    printed.map(([, command = "", name = ""]) => [name, command.split(" ").map((word) => word.replaceAll("'", ""))]),
  );
}

const runOf = (stack: TestStack, command: readonly string[]) =>
  mustSucceed(stack.pulumi(...command, "--yes", "--stack", "test"));

test("if the plugin is killed, takeOver is false and the machine keeps no notes, the error of pulumi up shows an import command for each resource with a time of creation", async () => {
  const env = { PODWRIGHT_JOURNAL: "off" };
  const { emulator, stack } = await emulated({ provision, workerStart: provision }, { host: "plugin", env });
  // The volume does not have its own name yet when the plugin dies, however slow the machine is.
  emulator.addFault({ operation: "updateNetworkVolume", effect: { delayMs: provision } });
  await stack.configure("podwright:takeOver", "false");
  stack.declare(costly);
  await killPlugin(stack, () => Object.values(account(emulator)).every((ids) => ids.length === 1));
  const made = account(emulator);
  emulator.clearRequests();

  const printed = await imports(stack);
  expect([...printed].map(([name, [, , , id]]) => [name, [id]]).sort()).toEqual([
    ["train", made.train],
    ["web", made.web],
  ]);
  for (const command of printed.values()) await runOf(stack, command);
  expect(account(emulator)).toEqual(made);
  emulator.advance(provision);
  const { text } = await mustFail(stack.up());
  // RunPod reports no time of creation for a volume, and over GraphQL for an endpoint.
  for (const id of [...(made.data ?? []), ...(made.answers ?? [])]) {
    expect(text.replace(/\s+/g, " ")).toMatch(
      new RegExp(
        `${id} .*Podwright cannot prove that a killed or failed run of this stack created it: RunPod does not report`,
      ),
    );
  }
  expect(account(emulator)).toEqual(made);
  const held = stack.resources().map(({ urn, id }) => [nameOf(urn), id] as const);
  expect(Object.fromEntries(held)).toMatchObject({ web: made.web?.[0], train: made.train?.[0] });
});

test("if the plugin is killed while it creates a component and takeOver is false, the printed import command names the component", async () => {
  const { emulator, stack } = await emulated({ workerStart: provision }, { host: "plugin" });
  await stack.configure("podwright:endpointTransport", "rest");
  await stack.configure("podwright:takeOver", "false");
  const properties = { image: "server:1", gpuIds: "AMPERE_16", workersMin: 1 };
  stack.writeYaml({ resources: { chat: { type: "podwright:index:ModelServer", properties } } });
  await killPlugin(stack, () => emulator.state().endpoints.length === 1);
  const [made] = emulator.state().endpoints;

  const [command = []] = (await imports(stack)).values();
  expect(command.slice(3, 6)).toEqual([made?.id, "--parent", expect.stringMatching(/^chat=urn:.*ModelServer::chat$/)]);
  await runOf(stack, command);
  emulator.advance(provision);
  await mustSucceed(stack.up());
  expect(emulator.state().endpoints.map(({ id }) => id)).toEqual([made?.id]);
});

test("if the plugin is killed during a replacement and takeOver is false, the printed command deletes the new pod, and pulumi up replaces again", async () => {
  const { emulator, stack } = await emulated({ provision: 5 }, { host: "plugin" });
  await stack.configure("podwright:takeOver", "false");
  const { old, made } = await killReplacement({ emulator, stack });

  const { text } = await mustFail(stack.up());
  expect(text).toMatch(
    new RegExp(`a failed run of this stack created it. "\\S.* recover --delete-unrecorded ${made}" deletes it`),
  );
  expect(text).not.toContain("pulumi import");
  const listed = await recover(stack);
  expect(listed).toMatchObject({
    exitCode: 6,
    out: expect.stringContaining(`Pulumi cannot import it, because the state contains ${old} as web`),
  });
  expect(await recover(stack, "--delete-unrecorded", made, "--yes")).toMatchObject({ exitCode: 0 });
  await mustSucceed(stack.up());
  expect(emulator.state().pods.map(({ id }) => id)).toEqual([stack.resource("web").id]);
});

test("after a rename of the stack, a new stack of the old name leaves the pod of the renamed stack alone", async () => {
  const { emulator, stack } = await emulated({ provision: 5 }, { host: "plugin" });
  await deploy(stack, [podOn("NVIDIA L4")]);
  const { id = "" } = stack.resource("web");
  await mustSucceed(stack.pulumi("stack", "rename", "prod", "--stack", "test"));
  await mustSucceed(stack.pulumi("stack", "init", "test"));

  const { text } = await mustFail(stack.up());

  expect(text).toMatch(
    new RegExp(
      `sent nothing\\.\\s+RunPod's pod ${id} \\(.*\\) carries the mark of this resource, but it belongs to stack prod now`,
    ),
  );
  expect(text).not.toMatch(/pulumi import|delete it/);
  expect(await recover(stack)).toMatchObject({ exitCode: 0, out: expect.not.stringContaining(id) });
  expect(emulator.state().pods.map((pod) => pod.id)).toEqual([id]);
});
