import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { emulated } from "./harness/emulated";
import { openGate } from "./harness/gate";
import { type Desk, deskOf, emptyDesk, writePluginArchive } from "./harness/guide/desk";
import { follow } from "./harness/guide/follow";
import { type Declared, TestStack } from "./harness/stack";
import { StandIns } from "./harness/stand-ins";

const repository = resolve(__dirname, "../..");
const patience = 600_000;

test(
  "promotion.md: a release is refused and the live endpoint serves on; the way back and forward",
  async () => {
    const { emulator, desk } = await beginner();
    cpSync(join(repository, "examples/promotion"), desk.cwd, { recursive: true });
    // Each worker answers as the image would that its endpoint has now.
    emulator.handle("*", (input, { endpointId }) => {
      const image = imageOf(emulator, endpointId);
      if (image?.endsWith(":2")) throw new Error("the model has no weights");
      return { output: { ...input, ...(image?.endsWith(":4") ? { prompt: "pong" } : {}), image } };
    });

    expect(await follow("promotion.md", { desk, url: emulator.url })).toBe("");

    expectWellTyped(desk.cwd);
    emulator.advance(60_000);
    const candidate = emulator.state().endpoints.find(({ name }) => name.startsWith("candidate-"));
    expect(Object.values(candidate?.workers ?? {}).filter((count) => count > 0)).toEqual([]);
  },
  patience,
);

test(
  "getting-started.md: from an empty folder to a pod and away again, under both hosts",
  async () => {
    const { emulator, desk } = await beginner({ PODWRIGHT_API_KEY: "", PODWRIGHT_BASE_URL: "http://127.0.0.1:9" });

    expect(await follow("getting-started.md", { desk, url: emulator.url })).toBe("");

    expectWellTyped(join(desk.cwd, "first-pod"));
    expect(emulator.state().pods).toEqual([]);
  },
  patience,
);

test.each(["dynamic", "plugin"] as const)(
  "key-rotation.md: %s: with time, in a hurry, and what refuses the old key",
  async (host) => {
    const emulator = await startEmulator({ provision: 20, start: 20, strict: true });
    const gate = await openGate(emulator, "canary-first");
    const stack = new TestStack({ url: gate.url, host, env: { PODWRIGHT_API_KEY: undefined } });
    onTestFinished(async () => {
      stack.dispose();
      gate.close();
      await emulator.close();
    });
    await stack.init();
    await stack.run(["config", "set", "--secret", "podwright:apiKey", "canary-first"]);
    stack.declare([{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } }]);
    const up = await stack.up();
    expect(up.ok, up.text).toBe(true);

    const said = await follow("key-rotation.md", {
      desk: deskOf(stack),
      url: gate.url,
      inserted: { "<new key>": "canary-second", "<newest key>": "canary-third" },
      meanwhile: {
        "the new key is made": () => gate.accept("canary-first", "canary-second"),
        "the old key is revoked": () => gate.accept("canary-second"),
        "the key is replaced in a hurry": () => gate.accept("canary-third"),
      },
    });

    expect(said).toBe("");
    expect(stack.stateText()).not.toContain("canary");
  },
  patience,
);

test(
  "scale.md: sixty pods, and how many requests they cost",
  async () => {
    const { emulator, stack } = await emulated();
    // What is counted must not be the doing of shortened intervals.
    const desk = deskOf(stack);
    delete desk.env.PODWRIGHT_TIME_SCALE;
    for (const name of ["typescript", "ts-node"]) {
      symlinkSync(join(repository, "node_modules", name), join(stack.dir, "node_modules", name));
    }
    for (const name of ["package.json", "index.js"]) rmSync(join(stack.dir, name));
    writeFileSync(join(stack.dir, "Pulumi.yaml"), "name: e2e\nruntime: nodejs\n");

    expect(await follow("scale.md", { desk, url: emulator.url })).toBe("");
  },
  patience,
);

test(
  "moving.md: what others made is found, imported as it is, and stays as it is",
  async () => {
    const { emulator, desk } = await beginner();
    const made = StandIns.empty(emulator);
    await emulator.inject({ method: "POST", url: "/_emulator/platform-env", payload: { PUBLIC_KEY: "ssh-ed25519" } });
    const volume = await made.make("models", "/v2/network-volumes", { size: 50, dataCenter: "EU-RO-1" });
    const pod = await made.make("web", "/v2/pods", {
      image: "nginx:1.29",
      gpu: { id: "NVIDIA L4" },
      ports: ["80/http"],
      env: { MODE: "production" },
      dataCenterIds: ["EU-RO-1"],
      mounts: { network: [{ volumeId: volume, path: "/models" }] },
    });
    const template = await made.make("worker", "/v2/templates", { image: "worker", serverless: true });
    const endpoint = await saveEndpoint(emulator, { name: "jobs", gpuIds: "AMPERE_24", templateId: template });
    emulator.clearRequests();

    const ids = { "<volume id>": volume, "<pod id>": pod, "<template id>": template, "<endpoint id>": endpoint };
    expect(await follow("moving.md", { desk, url: emulator.url, inserted: ids })).toBe("");

    expect(emulator.requests().filter(({ method, operation }) => method !== "GET" && operation !== "myself")).toEqual(
      [],
    );
  },
  patience,
);

test(
  "troubleshooting.md: what is wrong with key, address or network is told",
  async () => {
    const { emulator, desk } = await beginner();

    expect(await follow("troubleshooting.md", { desk, url: emulator.url })).toBe("");
  },
  patience,
);

test(
  "drift.md: what the command finds, and what no stack holds",
  async () => {
    const { emulator, stack } = await emulated({}, { host: "plugin" });
    stack.declare(podsAndEndpoint);
    const up = await stack.up();
    expect(up.ok, up.text).toBe(true);
    emulator.changePod(stack.resource("web").id ?? "", { status: "EXITED" });
    emulator.changePod(stack.resource("batch").id ?? "", { deleted: true });
    emulator.changeEndpoint(stack.resource("jobs").id ?? "", { workersMax: 1 });
    const standIns = StandIns.empty(emulator);
    await standIns.make("notebook", "/v2/pods", { image: "nginx", gpu: { id: "NVIDIA L4" } });

    expect(await follow("drift.md", { desk: deskOf(stack), url: emulator.url })).toBe("");
  },
  patience,
);

test(
  "cost.md: what an update will cost",
  async () => {
    const { emulator, stack } = await emulated({}, { host: "plugin" });
    stack.declare(podsAndEndpoint);

    expect(await follow("cost.md", { desk: deskOf(stack), url: emulator.url })).toBe("");

    expect(emulator.state().pods).toEqual([]);
  },
  patience,
);

test(
  "configuration.md: where the key and the surface are set",
  async () => {
    const { emulator, stack } = await emulated({}, { host: "plugin" });

    expect(
      await follow("configuration.md", { desk: deskOf(stack), url: emulator.url, inserted: { "<key>": "some-key" } }),
    ).toBe("");

    expect(readFileSync(join(stack.dir, "Pulumi.test.yaml"), "utf8")).not.toContain("some-key");
  },
  patience,
);

test(
  "emulator-in-ci.md: an emulator beside a pipeline",
  async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const stack = new TestStack({ url });
    onTestFinished(() => stack.dispose());
    stack.declare([{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } }]);
    const desk = deskOf(stack, { emulator: true });

    expect(await follow("emulator-in-ci.md", { desk, url, inserted: { "--port 8484": `--port ${port}` } })).toBe("");
  },
  patience,
);

test(
  "recover.md: after a killed run",
  async () => {
    const { emulator, stack } = await emulated({ provision: 60_000 });
    stack.declare([{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } }]);
    const killed = stack.start(["up", "--yes", "--skip-preview", "--stack", "test"]);
    await expect.poll(() => emulator.counts().getPod, { timeout: 60_000 }).toBeGreaterThan(0);
    killed.child.kill("SIGKILL");
    await killed.finished;
    emulator.advance(120_000);

    expect(await follow("recover.md", { desk: deskOf(stack), url: emulator.url })).toBe("");

    expect(emulator.state().pods.map(({ status }) => status)).toEqual(["RUNNING"]);
    expect(stack.resource("web").id).toBe(emulator.state().pods[0]?.id);
  },
  patience,
);

test(
  "migrate.md: a stack moves to the plugin that the page installs",
  async () => {
    const { emulator, stack } = await emulated({}, { host: "dynamic" });
    const web: Declared = { kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } };
    stack.declare([web]);
    expect((await stack.up()).ok).toBe(true);
    const { id } = stack.resource("web");
    stack.switchToPlugin();
    rmSync(join(stack.dir, "home/plugins"), { recursive: true });
    stack.declare([web]);
    writePluginArchive(stack.dir);

    expect(await follow("migrate.md", { desk: deskOf(stack), url: emulator.url })).toBe("");

    expect(stack.resource("web")).toMatchObject({ id, type: "podwright:index:Pod" });
  },
  patience,
);

const podsAndEndpoint: readonly Declared[] = [
  { kind: "Pod", name: "batch", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } },
  { kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } },
  { kind: "Template", name: "worker", args: { image: "worker", serverless: true } },
  {
    kind: "ServerlessEndpoint",
    name: "jobs",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the harness's way to name another resource's output
    args: { templateId: "${worker.id}", gpuIds: "AMPERE_24", workersMax: 3 },
  },
];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function saveEndpoint(emulator: Emulator, input: object): Promise<string> {
  const query = "mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }";
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  const payload = { query, variables: { input } };
  const answer = await emulator.inject({ method: "POST", url: "/graphql", headers, payload });
  return (answer.json() as { data: { saveEndpoint: { id: string } } }).data.saveEndpoint.id;
}

function expectWellTyped(project: string): void {
  const tsc = join(repository, "node_modules/.bin/tsc");
  const { status, stdout } = spawnSync(tsc, ["-p", project, "--noEmit"], { encoding: "utf8" });
  expect(stdout).toBe("");
  expect(status).toBe(0);
}

function imageOf(emulator: Emulator, endpointId: string): string | undefined {
  const { endpoints, templates } = emulator.state();
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  return templates.find(({ id }) => id === endpoint?.templateId)?.image;
}

/** Somebody who has an emulator and a clone, and nothing else. */
async function beginner(env: NodeJS.ProcessEnv = {}): Promise<{ readonly emulator: Emulator; readonly desk: Desk }> {
  const emulator = await startEmulator({ provision: 20, start: 20, workerStart: 20, strict: true });
  const desk = emptyDesk();
  onTestFinished(async () => {
    desk.clear();
    await emulator.close();
  });
  return { emulator, desk: { ...desk, env: { ...desk.env, ...reaching(emulator), ...env } } };
}

function reaching({ url, apiKey }: Emulator): Record<string, string> {
  return {
    PODWRIGHT_API_KEY: apiKey,
    PODWRIGHT_BASE_URL: url,
    PODWRIGHT_SERVERLESS_URL: url,
    PULUMI_CONFIG_PASSPHRASE: "guide",
  };
}
