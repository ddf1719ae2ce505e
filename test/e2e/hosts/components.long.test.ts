import { createRequire } from "node:module";
import { join } from "node:path";
import type { ResourceTransform } from "@pulumi/pulumi";
import { LocalWorkspace, Stack } from "@pulumi/pulumi/automation";
import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { endedByThemselves } from "../harness/kills/kill";
import { killUp, recover } from "../harness/kills/killed";
import { until } from "../harness/kills/processes";
import { engineCommand, runOperation } from "../harness/stack/engine";
import { runPodwright } from "../harness/stack/podwright";
import type { TestStack } from "../harness/stack/stack";
import { mustChangeNothing, mustFail, mustSucceed } from "../harness/stack/steps";
import { installNodeSdk } from "./node-sdk";

const patience = 600_000;

const server = {
  image: "server:1",
  gpuIds: "AMPERE_16",
  workersMin: 1,
  smokeTest: { input: { prompt: "hello" } },
};

const modelServer = (args: object = {}, options?: object) => ({
  type: "podwright:index:ModelServer",
  properties: { ...server, ...args },
  ...(options === undefined ? {} : { options }),
});

test.for(["graphql", "rest"])(
  "if Pulumi was killed while it created a component over %s, podwright recover and pulumi up create no duplicate",
  { timeout: patience },
  async (transport) => {
    const { emulator, stack } = await emulated({ workerStart: 600_000 }, { host: "plugin" });
    await stack.configure("podwright:endpointTransport", transport);
    let tested = 0;
    emulator.handle("*", () => {
      tested += 1;
      return { output: "hello" };
    });
    stack.writeYaml({ resources: { chat: modelServer() } });

    const providers = await killUp(stack, () => emulator.state().endpoints.length > 0);

    await endedByThemselves(providers);
    await until("RunPod has done its work", () => emulator.requests().every(({ status }) => status !== 0));
    await stack.cancel();
    const recovered = await recover(stack);
    expect(recovered, recovered.err).toMatchObject({ exitCode: 0 });
    emulator.advance(600_000);
    await mustSucceed(stack.up());
    const { endpoints, templates } = emulator.state();
    const recorded = (kind: string) =>
      stack
        .resources()
        .filter(({ type }) => type.endsWith(`:${kind}`))
        .map(({ id }) => id);
    expect(endpoints.map(({ id }) => id)).toEqual(recorded("ServerlessEndpoint"));
    expect(templates.map(({ id }) => id)).toEqual(recorded("Template"));
    expect(templates).toHaveLength(1);
    expect(tested, "the smoke test ran once").toBe(1);
    await mustChangeNothing(stack.preview());
    await mustSucceed(stack.destroy());
    expect(emulator.state()).toMatchObject({ endpoints: [], templates: [] });
  },
);

/** The kind and id of each resource, without the components. */
function idsIn(stack: TestStack): string[] {
  const real = stack.resources().filter(({ id }) => id);
  return real.map(({ type, id }) => `${type.replace(/^.*:/, "")} ${id}`).sort();
}

const program = (from: string, components: string) => `
  const { ModelServer } = require("${components}");
  const { NetworkVolume } = require("${from}");
  const { ComponentResource } = require("@pulumi/pulumi");
  const data = new NetworkVolume("data", { size: 10, dataCenter: "EU-RO-1" });
  const site = new ComponentResource("acme:web:Site", "site");
  exports.chat = new ModelServer("chat", {
    image: "server:1", gpuIds: "AMPERE_16", env: { VOLUME: data.id, TOKEN: "canary-4a1" },
    cache: { size: 20, dataCenter: "EU-RO-1" }, smokeTest: { input: { prompt: "hello" } },
  }).url;
  exports.inner = new ModelServer("inner", { image: "server:2", gpuIds: "ADA_24" }, { parent: site, protect: true }).url;
`;

test("model servers keep their ids when a stack moves from the npm package to the plugin", {
  timeout: patience,
}, async () => {
  const { emulator, stack } = await emulated({}, { host: "dynamic" });
  stack.writeProgram("index.js", program("podwright", "podwright/components"));
  await mustSucceed(stack.up());
  const ids = idsIn(stack);
  expect(ids).toHaveLength(7);
  stack.switchToPlugin();
  installNodeSdk(stack);
  stack.writeProgram("index.js", program("pulumi-podwright", "pulumi-podwright"));
  emulator.clearRequests();

  const migrated = await runPodwright(stack, ["migrate", "--stack", "test", "--yes"]);

  expect(migrated.exitCode, migrated.err).toBe(0);
  expect(idsIn(stack)).toEqual(ids);
  expect(stack.stateText()).not.toContain("pulumi-nodejs");
  expect(stack.stateText()).not.toContain("podwright:components");
  const writes = emulator.requests().filter(({ operation }) => /^(create|update|delete|save|run)/.test(operation));
  expect(writes).toEqual([]);
  await mustChangeNothing(stack.preview({ expectNoChanges: true }));
});

test("a component passes options such as provider and protect to its resources", {
  timeout: patience,
}, async () => {
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  installNodeSdk(stack);
  const load = createRequire(join(stack.dir, "index.js"));
  const pulumi = load("@pulumi/pulumi") as typeof import("@pulumi/pulumi");
  const podwright = load("pulumi-podwright");
  const operate = async (operation: "preview" | "up" | "destroy", protect = true) => {
    const workspace = await LocalWorkspace.create({
      workDir: stack.dir,
      envVars: (await stack.environment()) as Record<string, string>,
      pulumiCommand: await engineCommand(),
      program: async () => {
        pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
          type === "podwright:index:ServerlessEndpoint" ? { props: { ...props, workersMax: 7 }, opts } : undefined,
        );
        const own: ResourceTransform = ({ type, props, opts }) =>
          type === "podwright:index:Template" ? { props: { ...props, disk: 33 }, opts } : undefined;
        const provider = new podwright.Provider("account", { apiKey: emulator.apiKey });
        const data = new podwright.NetworkVolume("data", { size: 10, dataCenter: "EU-RO-1" });
        new podwright.ModelServer(
          "chat",
          {
            image: "server:1",
            gpuIds: "AMPERE_16",
            env: { VOLUME: data.id },
            smokeTest: { input: { prompt: "hello" } },
          },
          {
            ...{ provider, dependsOn: [data], protect, transforms: [own] },
            customTimeouts: { create: "40m" },
            ...(protect ? { retainOnDelete: true, deletedWith: data } : {}),
          },
        );
      },
    });
    return await runOperation(async (watch) => (await Stack.select("test", workspace))[operation](watch));
  };
  const preview = await mustSucceed(operate("preview"));
  expect(preview.text).not.toMatch(/warning|error/);
  expect(emulator.requests().filter(({ operation }) => /^(create|save)/.test(operation))).toEqual([]);

  await mustSucceed(operate("up"));

  const { endpoints, templates, networkVolumes } = emulator.state();
  expect(endpoints).toMatchObject([{ workersMax: 7 }]);
  expect(templates).toMatchObject([{ disk: 33, env: { VOLUME: networkVolumes[0]?.id } }]);
  const { checkpoint } = JSON.parse(stack.stateText());
  const children = checkpoint.latest.resources.filter(({ urn }: { urn: string }) => urn.includes("ModelServer$"));
  expect(children).toHaveLength(3);
  for (const child of children)
    expect(child).toMatchObject({
      ...{ protect: true, retainOnDelete: true, customTimeouts: { create: 2400 } },
      ...{ provider: expect.stringContaining("::account::"), deletedWith: expect.stringContaining("::data") },
    });
  await mustChangeNothing(operate("preview"));
  expect((await mustFail(operate("destroy"))).text).toContain("protect");
  await mustSucceed(operate("up", false));
  await mustSucceed(operate("destroy"));
  expect(emulator.state()).toMatchObject({ endpoints: [], templates: [], networkVolumes: [] });
});

test("the plugin records a pod in the state even if a smoke test fails at the same time", {
  timeout: patience,
}, async () => {
  const { emulator, stack } = await emulated({ provision: 2_000 }, { host: "plugin" });
  const pod = { type: "podwright:index:Pod", properties: { image: "nginx", gpu: { id: "NVIDIA L4" } } };
  const accepts = [{ path: "text", present: true }];
  const chat = modelServer({ workersMin: 0, smokeTest: { input: { prompt: "hello" }, accepts } });
  stack.writeYaml({ resources: { web: pod, chat } });
  emulator.handle("*", () => ({ output: {} }));

  const up = await mustFail(stack.up());

  expect(up.text).toContain("`accepts` refused: `text` in the answer is missing");
  expect(up.text).toContain("is RUNNING");
  expect(emulator.state().pods.map(({ id }) => `Pod ${id}`)).toEqual(idsIn(stack).filter((id) => /^Pod/.test(id)));
  await mustSucceed(stack.destroy());
  expect(emulator.state()).toMatchObject({ pods: [], endpoints: [], templates: [] });
});
