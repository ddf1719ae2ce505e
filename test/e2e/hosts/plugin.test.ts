import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unknownValue } from "../../../provider/hosts/properties/unknowns";
import type { Values } from "../../../provider/planning/values";
import { emulated } from "../harness/emulated";
import { descendantsOf, providersAmong } from "../harness/kills/processes";
import { changeOutside } from "../harness/platform/outside";
import { StandIns } from "../harness/platform/stand-ins";
import { pluginProgram } from "../harness/repository";
import type { Declared, TestStack } from "../harness/stack/stack";
import { deploy, mustFail, mustSucceed, nameOf, steps } from "../harness/stack/steps";

const gpu = { id: "NVIDIA L4" };
const plugin = { host: "plugin" } as const;
const pod = (name: string, args: Values = {}, options: Values = {}): Declared => ({
  kind: "Pod",
  name,
  args: { image: "nginx:1", gpu, ...args },
  options,
});

interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: { readonly inputs: Values };
  readonly newState?: { readonly inputs: Values };
}

/** What `pulumi preview --json` tells of our resources, by name. */
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
  // What the inputs of another resource are shows what the outputs are.
  { kind: "Template", name: "follower", args: { image: "${web.image}", args: "${web.status}" } },
];

test("inputs that are not known at preview hide no mistake, invent none, and what follows from them is not known", async () => {
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
  expect(steps(await stack.preview())).toEqual({});
});

/** A terminal tells the engine; what stops a machine or a container tells each process by itself. */
const interruptions: Readonly<Record<string, (engine: ChildProcess) => void>> = {
  "Ctrl-C": (engine) => engine.kill("SIGINT"),
  "SIGTERM to the plugin": ({ pid = Number.NaN }) => {
    for (const provider of providersAmong(descendantsOf(pid))) process.kill(provider, "SIGTERM");
  },
};

test.each(Object.entries(interruptions))(
  "%s while a pod is awaited ends the wait, and the next up goes on with this pod",
  async (_, interrupt) => {
    const { emulator, stack } = await emulated({ provision: 600_000 }, plugin);
    stack.declare([pod("web")]);
    const running = stack.start("up");
    await expect.poll(() => emulator.counts().getPod ?? 0, { timeout: 120_000 }).toBeGreaterThan(0);

    const interruptedAt = Date.now();
    interrupt(running.child);
    const interrupted = await running.finished;

    // Of the ten minutes that it would wait; how soon the plugin answers is shown over gRPC, without the engine's own end.
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

test("Ctrl-C while the requests of eight creates are on their way loses none of the pods", async () => {
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

test("a plugin under a debugger serves one command after another, each with its own lines, and each explicit provider with its own account", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const debugged = spawn(process.execPath, [pluginProgram], { stdio: ["ignore", "pipe", "inherit"], env: stack.env });
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
  // Whichever of the two is configured last, something of the other follows.
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

test("an explicit provider has its own key and address; the key is stored encrypted, and another key replaces nothing", async () => {
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
  const rotated = await mustSucceed(stack.preview());
  expect(steps(rotated), rotated.text).toEqual({});
  expect(rotated.text).toMatch(/~ apiKey\s*: \[secret\]/);
});

test("options of resources do what they say: ignoreChanges in a refresh, replaceOnChanges, aliases, customTimeouts, protect, retainOnDelete", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const kept = [
    pod("ignoring", { env: { MODE: "fast" } }, { ignoreChanges: ["image", "env.MODE"] }),
    pod("protected", {}, { protect: true }),
    pod("retained", {}, { retainOnDelete: true }),
    pod("plain"),
  ];
  const remade = (image: string) => pod("remade", { image }, { replaceOnChanges: ["image"] });
  await deploy(stack, [...kept, remade("nginx:1"), pod("before")]);
  const ids = Object.fromEntries(stack.resources().map(({ urn, id }) => [nameOf(urn), id ?? ""]));
  for (const name of ["ignoring", "plain"])
    await changeOutside(emulator, "Pod", ids[name] ?? "", { image: "nginx:9", env: { MODE: "slow" } });

  const refresh = await stack.refresh();

  expect(steps(refresh), refresh.text).toEqual({ plain: "update" });
  const renamed = pod("after", {}, { aliases: [{ name: "before" }], customTimeouts: { create: "1m", delete: "20m" } });
  stack.declare([...kept, remade("nginx:2"), renamed]);
  const up = await stack.up();
  expect(steps(up), up.text).toEqual({ plain: "update", remade: "replace" });
  expect(stack.resource("after")).toMatchObject({ id: ids.before, customTimeouts: { create: 60, delete: 1200 } });

  await mustFail(stack.destroy());
  expect(emulator.state().pods.map(({ id }) => id)).toContain(ids.protected);
  await mustSucceed(stack.pulumi("state", "unprotect", "--all", "--yes", "--stack", "test"));
  await mustSucceed(stack.destroy());
  expect(emulator.state().pods.map(({ id }) => id)).toEqual([ids.retained]);
});

const nameless: Declared[] = [pod("web"), { kind: "Template", name: "worker", args: { image: "worker" } }];

test("names follow the project's own rules, and a plan made before them holds", async () => {
  const { stack } = await emulated({}, { ...plugin, env: { PULUMI_EXPERIMENTAL: "true" } });
  const autonaming = (rule: object) =>
    writeFileSync(join(stack.dir, "Pulumi.test.yaml"), JSON.stringify({ config: { "pulumi:autonaming": rule } }));
  stack.declare(nameless);
  autonaming({ mode: "disabled" });
  const refused = await mustFail(stack.preview());
  expect(refused.text).toContain("name: is required: automatic naming is disabled for this stack");

  autonaming({ pattern: "acme-${name}-${hex(4)}" });
  await mustSucceed(stack.preview({ plan: "plan.json" }));
  await mustSucceed(stack.up({ plan: "plan.json" }));
  for (const name of ["web", "worker"])
    expect(stack.resource(name).outputs.name).toMatch(new RegExp(`^acme-${name}-[0-9a-f]{4}$`));

  autonaming({ mode: "verbatim" });
  stack.declare([...nameless, pod("exactly")]);
  const verbatim = await stack.up();
  expect(steps(verbatim), verbatim.text).toEqual({ exactly: "create" });
  expect(stack.resource("exactly").outputs.name).toBe("exactly");
});

test("a plan made with names of our own holds, too", async () => {
  const { stack } = await emulated({}, { ...plugin, env: { PULUMI_EXPERIMENTAL: "true" } });
  stack.declare(nameless);
  await mustSucceed(stack.preview({ plan: "plan.json" }));
  await mustSucceed(stack.up({ plan: "plan.json" }));
  expect(stack.resource("web").outputs.name).toMatch(/^web-[0-9a-f]{7}$/);
});

test("pulumi do lists what the account holds, and reads one of it without its secrets", async () => {
  const { emulator, stack } = await emulated({}, { ...plugin, env: { PULUMI_EXPERIMENTAL: "true" } });
  const standIns = await StandIns.on(emulator);
  const id = await standIns.make("web-1", "/v2/pods", { image: "nginx:1", gpu, env: { TOKEN: "canary-71c4" } });

  const listed = await mustSucceed(stack.pulumi("do", "podwright:index:Pod", "list"));
  const read = await mustSucceed(stack.pulumi("do", "podwright:index:Pod", "read", id));

  expect(listed.text).toContain(id);
  expect(listed.text).toContain("web-1");
  expect(read.text).toContain("nginx:1");
  expect(read.text).not.toContain("canary-71c4");
});

test("a program calls functions", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const standIns = await StandIns.on(emulator);
  const id = await standIns.make("web-1", "/v2/pods", { image: "nginx:1", gpu });
  stack.writeYaml({
    variables: {
      found: { "fn::invoke": { function: "podwright:getPod", arguments: { id } } },
      types: { "fn::invoke": { function: "podwright:getGpuTypes", arguments: { product: "POD" } } },
    },
    outputs: { name: "${found.name}", first: "${types.gpuTypes[0].id}" },
  });

  const up = await mustSucceed(stack.up());
  const shown = await stack.pulumi("stack", "output", "--json", "--stack", "test");
  expect(JSON.parse(shown.text)).toMatchObject({ name: "web-1", first: expect.any(String) });
  expect(steps(up), up.text).toEqual({});

  stack.writeYaml({
    variables: {
      answer: { "fn::invoke": { function: "podwright:runJob", arguments: { endpointId: "any", input: {} } } },
    },
    outputs: { answer: "${answer.output}" },
  });
  await mustSucceed(stack.preview());
  expect(emulator.requests().filter(({ operation }) => operation === "run" || operation === "runsync")).toEqual([]);
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the way YAML names another resource's output
