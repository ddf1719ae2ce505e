import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import { sdkPython } from "../../../toolchain/lib/test-tools/tools.mjs";
import { saveEndpoint } from "../../support/account";
import { freePort } from "../../support/free-port";
import { emulated } from "../harness/emulated";
import { deskOf, type EmptyDesk, emptyDesk } from "../harness/guide/desk";
import { follow } from "../harness/guide/follow";
import { makeClone } from "../harness/guide/tools";
import { expectWellTyped } from "../harness/guide/types";
import { endedByThemselves, killEngine } from "../harness/kills/kill";
import { openGate } from "../harness/platform/gate";
import { StandIns } from "../harness/platform/stand-ins";
import { type Declared, TestStack } from "../harness/stack/stack";
import { deploy } from "../harness/stack/steps";
import { toolOrSkip } from "../harness/tools";

const patience = 600_000;

test.each([
  { page: "troubleshooting.md", story: "each error says what is wrong with the key, the address or the network" },
  { page: "drift.md", story: "podwright drift finds outside changes and unmanaged resources" },
  { page: "cost.md", story: "podwright cost shows the cost of an update" },
  { page: "recipes.md", story: "each recipe works from an empty folder" },
  // Shortened intervals would distort the number of requests.
  { page: "scale.md", story: "sixty pods need the number of requests that the page names", inRealTime: true },
])(
  "$page works as written: $story",
  async ({ page, inRealTime }) => {
    const { emulator, desk } = await beginner(page === "recipes.md" ? { runCommands: true, apiKey: "a-reader" } : {});
    // This machine has no programs of the recipes' images.
    for (const task of ["train", "download", "evaluate"])
      emulator.scriptPods({ match: { name: `${task}-*` }, outcome: "exit" });
    if (inRealTime) delete desk.env.PODWRIGHT_TIME_SCALE;

    expect(await follow(page, { desk, url: emulator.url, inserted: { "emulator-key": emulator.apiKey } })).toBe("");

    if (page === "cost.md" || page === "recipes.md") expect(emulator.state().pods).toEqual([]);
  },
  patience,
);

test(
  "the live endpoint stays in service during the releases of promotion.md",
  async () => {
    const { emulator, desk } = await beginner();

    expect(await follow("promotion.md", { desk, url: emulator.url })).toBe("");

    expectWellTyped(join(desk.cwd, "promotion"));
    emulator.advance(60_000);
    const candidate = emulator.state().endpoints.find(({ name }) => name.startsWith("candidate-"));
    expect(Object.values(candidate?.workers ?? {}).filter((count) => count > 0)).toEqual([]);
  },
  patience,
);

test.for(["typescript", "python", "yaml"])(
  "getting-started.md leads from an empty folder to a running pod: section %s",
  { timeout: patience },
  async (host, context) => {
    const desk = reader();
    const port = await freePort();

    const said = await follow("getting-started.md", {
      desk,
      url: `http://127.0.0.1:${port}`,
      sections: [host, "on-runpod"],
      inserted: {
        "podwright emulator > emulator.log &": `podwright emulator --port ${port} > emulator.log &`,
        // Tests use no registry, and a language host that a clone builds ignores the option virtualenv.
        ...(host === "python" ? { "pulumi install": activate(context) } : {}),
      },
    });

    expect(said).toBe("");
    if (host === "typescript") expectWellTyped(join(desk.cwd, "first-pod"));
  },
);

/** Activates an environment that has the packages already. */
function activate(context: TestContext): string {
  const bin = dirname(toolOrSkip(sdkPython, context));
  return `export VIRTUAL_ENV=${dirname(bin)} PATH=${bin}:$PATH`;
}

test.each(["dynamic", "plugin"] as const)(
  "the steps in configuration.md replace the API key of Podwright's %s provider",
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
    await stack.configure("podwright:apiKey", "canary-first", true);
    await deploy(stack, [{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } }]);

    const said = await follow("configuration.md", {
      sections: ["rotating-the-key"],
      desk: deskOf(stack),
      url: gate.url,
      inserted: { "Stack dev": "Stack test", "<new key>": "canary-second", "<newest key>": "canary-third" },
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
  "the commands in moving.md import existing resources without a change",
  async () => {
    const { emulator, desk } = await beginner();
    // The page sets no address, because it means RunPod itself, so the test sets the emulator's address.
    const account = { PODWRIGHT_BASE_URL: emulator.url, PODWRIGHT_SERVERLESS_URL: emulator.url };
    const made = StandIns.empty(emulator);
    await emulator.inject({ method: "POST", url: "/_emulator/platform-env", payload: { PUBLIC_KEY: "ssh-ed25519" } });
    const volume = await made.make("models", "/v2/network-volumes", { size: 50, dataCenter: "EU-RO-1" });
    await made.make("web", "/v2/pods", {
      image: "nginx:1.29",
      gpu: { id: "NVIDIA L4" },
      ports: ["80/http"],
      env: { MODE: "production" },
      dataCenterIds: ["EU-RO-1"],
      mounts: { network: [{ volumeId: volume, path: "/models" }] },
    });
    const template = await made.make("worker", "/v2/templates", { image: "worker", serverless: true });
    await saveEndpoint(emulator, { name: "jobs", gpuIds: "AMPERE_24", templateId: template });
    emulator.clearRequests();

    const said = await follow("moving.md", {
      sections: [
        "1-create-an-empty-stack",
        "2-list-the-resources",
        "3-import",
        "4-remove-the-resources-from-the-old-tool",
      ],
      desk: { ...desk, env: { ...desk.env, ...account } },
      url: emulator.url,
      inserted: { "<key>": emulator.apiKey },
    });

    expect(said).toBe("");

    expect(emulator.requests().filter(({ method, operation }) => method !== "GET" && operation !== "myself")).toEqual(
      [],
    );
  },
  patience,
);

test(
  "each setting in configuration.md for the API key, GraphQL and REST works",
  async () => {
    const { emulator, stack } = await emulated({}, { host: "plugin" });

    expect(
      await follow("configuration.md", {
        desk: deskOf(stack),
        url: emulator.url,
        sections: ["set-the-key", "graphql-or-rest", "logs"],
        inserted: { "<key>": "some-key" },
      }),
    ).toBe("");

    expect(readFileSync(join(stack.dir, "Pulumi.test.yaml"), "utf8")).not.toContain("some-key");
  },
  patience,
);

test(
  "the commands in testing.md test a stack with an emulator",
  async () => {
    const desk = reader();
    const port = await freePort();
    const project = join(desk.cwd, "project");
    mkdirSync(project);
    writeFileSync(join(project, "Pulumi.yaml"), podInYaml);

    const said = await follow("testing.md", {
      desk: { ...desk, cwd: project },
      url: `http://127.0.0.1:${port}`,
      sections: ["beside-a-pipeline"],
      inserted: { "--port 8484": `--port ${port}` },
    });

    expect(said).toBe("");
  },
  patience,
);

test(
  "the commands in recover.md recover a stack after a killed run",
  async () => {
    const { emulator, stack } = await emulated({ provision: 60_000 });
    stack.declare([{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } }]);
    const killed = stack.start("up");
    await expect.poll(() => emulator.counts().getPod, { timeout: 60_000 }).toBeGreaterThan(0);
    const { providers } = await killEngine(killed);
    await endedByThemselves(providers);
    emulator.advance(120_000);

    expect(await follow("recover.md", { desk: deskOf(stack), url: emulator.url })).toBe("");

    expect(emulator.state().pods.map(({ status }) => status)).toEqual(["RUNNING"]);
    expect(stack.resource("web").id).toBe(emulator.state().pods[0]?.id);
  },
  patience,
);

test(
  "the commands in moving.md move a stack from dynamic resources to the plugin",
  async () => {
    const { emulator, stack } = await emulated({}, { host: "dynamic" });
    const web: Declared = { kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } };
    await deploy(stack, [web]);
    const { id } = stack.resource("web");
    stack.switchToPlugin();
    rmSync(join(stack.dir, "home/plugins"), { recursive: true });
    stack.declare([web]);
    makeClone(join(stack.dir, "podwright"));

    const said = await follow("moving.md", {
      sections: ["from-the-dynamic-resources-to-the-plugin"],
      desk: deskOf(stack),
      url: emulator.url,
    });

    expect(said).toBe("");

    expect(stack.resource("web")).toMatchObject({ id, type: "podwright:index:Pod" });
  },
  patience,
);

const podInYaml = `name: infrastructure
runtime: yaml
resources:
  web: { type: podwright:Pod, properties: { image: nginx:1.29, gpu: { id: NVIDIA L4 } } }
`;

/** A reader who has only a clone and its files. */
function reader(): EmptyDesk {
  const desk = emptyDesk();
  onTestFinished(() => desk.clear());
  return desk;
}

/** The same reader, with an emulator that the test can inspect. */
async function beginner(
  options: EmulatorOptions = {},
): Promise<{ readonly emulator: Emulator; readonly desk: EmptyDesk }> {
  const emulator = await startEmulator({ provision: 20, start: 20, workerStart: 20, strict: true, ...options });
  onTestFinished(() => emulator.close());
  return { emulator, desk: reader() };
}
