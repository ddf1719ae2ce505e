import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { unknownValue } from "../../../provider/hosts/properties/unknowns";
import { emulated } from "../harness/emulated";
import { descendantsOf, providersAmong } from "../harness/kills/processes";
import { pluginCommand } from "../harness/repository";
import type { Declared, TestStack } from "../harness/stack/stack";
import { deploy, mustChangeNothing, mustFail, mustSucceed, nameOf } from "../harness/stack/steps";
import { gpu, pod } from "./pods";

const plugin = { host: "plugin" } as const;

interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: { readonly inputs: Values };
  readonly newState?: { readonly inputs: Values };
}

/** The steps of Podwright's resources in `pulumi preview --json`, by name. */
async function previewJson(stack: TestStack): Promise<ReadonlyMap<string, PreviewStep>> {
  const run = await mustSucceed(stack.pulumi("preview", "--json", "--show-secrets", "--stack", "test"));
  const { steps: all } = JSON.parse(run.text.slice(run.text.indexOf("{"))) as { steps: PreviewStep[] };
  return new Map(all.filter(({ urn }) => urn.includes("podwright:index:")).map((step) => [nameOf(step.urn), step]));
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the way YAML names another resource's output
const dependent: readonly Declared[] = [
  { kind: "Template", name: "worker", args: { image: "worker", serverless: true } },
  { kind: "ServerlessEndpoint", name: "answers", args: { templateId: "${worker.id}", gpuIds: "AMPERE_16" } },
  { kind: "NetworkVolume", name: "data", args: { size: 10, dataCenter: "EU-RO-1" } },
  pod("web", {
    mounts: { network: [{ volumeId: "${data.id}", path: "/workspace" }] },
    env: { ENDPOINT: "${answers.url}" },
  }),
  {
    kind: "Cluster",
    name: "training",
    args: {
      ...{ type: "TRAINING", image: "trainer", mounts: { network: [{ volumeId: "${data.id}", path: "/data" }] } },
      compute: { gpuTypeId: gpu.id, gpuCountPerPod: 1, podCount: 2 },
    },
  },
  // The follower's inputs show the outputs of the pod.
  { kind: "Template", name: "follower", args: { image: "${web.image}", args: "${web.status}" } },
];

test("a preview finds wrong inputs even if other inputs are not known yet", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const wrong = dependent.map((one) => (one.name === "web" ? { ...one, args: { ...one.args, ports: ["8888"] } } : one));
  stack.declare(wrong);
  const refused = await mustFail(stack.preview());
  expect(refused.text).toContain("ports[0]: must be <port>/<protocol>, such as 8888/http");
  expect(refused.text).toMatch(/ has a problem: ports\[0\]: [^\n]+\nResources:/);

  stack.declare(dependent);
  const planned = await previewJson(stack);

  expect(planned.get("answers")?.newState?.inputs).toMatchObject({ templateId: unknownValue, gpuIds: "AMPERE_16" });
  expect(planned.get("web")?.newState?.inputs).toMatchObject({
    mounts: { network: [{ volumeId: unknownValue, path: "/workspace" }] },
  });
  expect(planned.get("follower")?.newState?.inputs).toMatchObject({ image: "nginx:1", args: unknownValue });
  expect(emulator.requests()).toEqual([]);

  await mustSucceed(stack.up());
  const { inputs } = stack.resource("web");
  expect(inputs.mounts).toEqual({ network: [{ volumeId: stack.resource("data").id, path: "/workspace" }] });
  expect(stack.resource("training").outputs).toMatchObject({ ready: true, dataCenterId: "EU-RO-1" });
  expect(stack.resource("follower").inputs).toMatchObject({ image: "nginx:1", args: "RUNNING" });
  await mustChangeNothing(stack.preview());
});

/** A terminal signals the engine. A stop of a machine or container signals each process. */
const interruptions: Readonly<Record<string, (engine: ChildProcess) => void>> = {
  "Ctrl-C": (engine) => engine.kill("SIGINT"),
  "SIGTERM to the plugin": ({ pid = Number.NaN }) => {
    for (const provider of providersAmong(descendantsOf(pid))) process.kill(provider, "SIGTERM");
  },
};

test.each(Object.entries(interruptions))(
  "after %s during the wait for a pod, the next pulumi up uses the same pod",
  async (_, interrupt) => {
    const { emulator, stack } = await emulated({ provision: 600_000 }, plugin);
    stack.declare([pod("web")]);
    const running = stack.start("up");
    await expect.poll(() => emulator.counts().getPod ?? 0, { timeout: 120_000 }).toBeGreaterThan(0);

    const interruptedAt = Date.now();
    interrupt(running.child);
    const interrupted = await running.finished;

    // The wait would take ten minutes. A gRPC test measures how fast the plugin answers, without the engine's own end.
    expect(Date.now() - interruptedAt).toBeLessThan(60_000);
    expect(interrupted.ok).toBe(false);
    const [id] = emulator.state().pods.map((made) => made.id);
    expect(stack.resource("web").id).toBe(id);

    emulator.advance(600_000);
    await mustSucceed(stack.up());
    expect(stack.resource("web")).toMatchObject({ id, outputs: { status: "RUNNING" } });
    expect(emulator.counts().createPod).toBe(1);
  },
);

test("Ctrl-C while Pulumi creates eight pods loses no pod", async () => {
  const { emulator, stack } = await emulated({ provision: 600_000 }, plugin);
  stack.declare(Array.from({ length: 8 }, (_, index) => pod(`web-${index}`)));
  emulator.addFault({ operation: "createPod", times: 8, effect: { delayMs: 1_500 } });
  const running = stack.start("up", "--parallel", "8");
  await expect.poll(() => emulator.counts().createPod ?? 0, { timeout: 120_000, interval: 20 }).toBeGreaterThan(0);
  running.child.kill("SIGINT");
  await mustFail(running.finished);
  const made = emulator.state().pods.map(({ id }) => id);
  expect(made.length).toBeGreaterThan(0);
  const recorded = stack.resources().filter(({ type }) => type === "podwright:index:Pod");
  expect(recorded.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
});

test("a plugin under a debugger works for several commands and accounts", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const [program, ...command] = pluginCommand;
  const debugged = spawn(program, command, { stdio: ["ignore", "pipe", "inherit"], env: stack.env });
  onTestFinished(() => void debugged.kill("SIGKILL"));
  const [port] = await once(debugged.stdout, "data");
  stack.env.PULUMI_DEBUG_PROVIDERS = `podwright:${String(port).trim()}`;
  stack.declare([pod("web")]);
  expect((await stack.up()).text).toMatch(/pod \w+ is RUNNING/);

  const second = await deploy(stack, [pod("web", { image: "nginx:2" }), pod("other")]);
  expect(second.text.match(/pod \w+ is RUNNING/g)?.length).toBeGreaterThanOrEqual(2);
  expect(emulator.state().pods.map(({ status }) => status)).toEqual(["RUNNING", "RUNNING"]);

  const { emulator: elsewhere } = await emulated({}, plugin);
  const { apiKey, url } = elsewhere;
  const args = { type: "podwright:Pod", properties: { image: "nginx:1", gpu } };
  const account = { type: "pulumi:providers:podwright", properties: { apiKey, baseUrl: url, serverlessUrl: url } };
  // Each account has an operation after the other account's configuration, in either order.
  const there = { ...args, options: { provider: "${account}", dependsOn: ["${here}"] } };
  stack.writeYaml({
    resources: { account, here: args, there, last: { ...args, options: { dependsOn: ["${there}"] } } },
  });
  await mustSucceed(stack.up());
  expect(elsewhere.state().pods.map(({ id }) => id)).toEqual([stack.resource("there").id]);
  const own = ["here", "last"].map((name) => stack.resource(name).id);
  expect(emulator.state().pods.map(({ id }) => id)).toEqual(own);
  debugged.kill("SIGTERM");
  expect(await once(debugged, "exit")).toEqual([0, null]);
});

test("an explicit provider with an encrypted key uses the account of this key", async () => {
  const { emulator: other } = await emulated({ apiKey: "canary-other-key" }, plugin);
  const { emulator, stack } = await emulated({}, plugin);
  const program = (apiKey: string) => ({
    resources: {
      elsewhere: {
        type: "pulumi:providers:podwright",
        properties: { apiKey, baseUrl: other.url, serverlessUrl: other.url },
      },
      here: { type: "podwright:Pod", properties: { image: "nginx:1", gpu } },
      there: {
        type: "podwright:Pod",
        properties: { image: "nginx:1", gpu },
        options: { provider: "${elsewhere}" },
      },
    },
  });
  stack.writeYaml(program(other.apiKey));

  await mustSucceed(stack.up());
  expect(emulator.state().pods.map(({ id }) => id)).toEqual([stack.resource("here").id]);
  expect(other.state().pods.map(({ id }) => id)).toEqual([stack.resource("there").id]);
  expect(stack.stateText()).not.toContain(other.apiKey);
  expect(stack.stateText()).not.toContain(emulator.apiKey);

  stack.writeYaml(program("canary-rotated-key"));
  const rotated = await mustChangeNothing(stack.preview());
  expect(rotated.text).toMatch(/~ apiKey\s*: \[secret\]/);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the way YAML names another resource's output
