import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { saveEndpoint } from "../../support/account";
import { type Emulated, emulated } from "../harness/emulated";
import { StandIns } from "../harness/platform/stand-ins";
import type { Declared, TestStack } from "../harness/stack/stack";
import { mustChangeNothing, mustDo, mustSucceed, steps } from "../harness/stack/steps";

const gpu = { id: "NVIDIA L4" };
const plugin = { host: "plugin" } as const;

test("after pulumi import, the printed program shows no change in a preview", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const standIns = await StandIns.on(emulator);
  emulator.addPlatformEnv({ RUNPOD_POD_TOKEN: "given" });
  const resources = [
    ...(await podsOutside(emulator, standIns)),
    ...(await templatesOutside(standIns)),
    ...(await endpointsOutside(emulator, standIns)),
    toImport("NetworkVolume", "data", await standIns.make("data-1", "/v2/network-volumes", volume)),
  ];
  emulator.clearRequests();

  let program = "";
  const imported = await stack.operate(async (target, { onOutput }) => {
    ({ generatedCode: program } = await target.import({ resources, protect: false, onOutput }));
  });

  expect(imported.ok, imported.text).toBe(true);
  expect(imported.text).not.toContain("warning:");
  const telling = ["MY-KEY", "locked: true", "volumeId: ", "desiredStatus: EXITED", "category: AMD", "type: LB"];
  for (const part of telling) expect(program).toContain(part);
  expect(program).not.toContain("RUNPOD_POD_TOKEN");
  writeFileSync(join(stack.dir, "Pulumi.yaml"), `name: e2e\nruntime: yaml\n${program}`);
  const preview = await stack.preview();
  expect(preview.ok, `${program}\n${preview.text}`).toBe(true);
  expect(steps(preview), `${program}\n${preview.text}`).toEqual({});
  const changing = emulator.requests().filter(({ method, operation }) => method !== "GET" && operation !== "myself");
  expect(changing).toEqual([]);
});

const volume = { size: 10, dataCenter: "EU-RO-1", type: "HIGH_PERFORMANCE" };
const toImport = (kind: Declared["kind"], name: string, id: string) => ({ type: `podwright:index:${kind}`, name, id });

/** A GPU pod with most inputs, a locked CPU pod on a volume, and a stopped pod. */
async function podsOutside(emulator: Emulated["emulator"], standIns: StandIns) {
  const full = {
    ...{ image: "nginx:1", gpu, disk: 30, ports: ["80/http"], args: "--quiet" },
    env: { MODE: "fast", "MY-KEY": "x" },
  };
  const onVolume = {
    ...{ image: "ghcr.io/acme/web:1", cpu: { id: "cpu3c", vcpuCount: 4 }, registry: "registry-a" },
    ...{ mounts: { network: [{ volumeId: "volume-a", path: "/data" }] }, dataCenterIds: ["US-TX-3"] },
  };
  const stopped = {
    ...{ image: "nginx:1", gpu: { id: "NVIDIA A40", count: 2 } },
    mounts: { persistent: { size: 20, path: "/data" } },
  };
  const ids = {
    web: await standIns.make("web-1", "/v2/pods", full),
    "on-volume": await standIns.make("on-volume-1", "/v2/pods", standIns.resolve(onVolume)),
    stopped: await standIns.make("stopped-1", "/v2/pods", stopped),
  };
  const statuses = () => emulator.state().pods.map(({ status }) => status);
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(["RUNNING", "RUNNING", "RUNNING"]);
  emulator.changePod(ids["on-volume"], { locked: true });
  emulator.changePod(ids.stopped, { status: "EXITED" });
  return Object.entries(ids).map(([name, id]) => toImport("Pod", name, id));
}

/** A pod template with every input, and two templates for endpoints. */
async function templatesOutside(standIns: StandIns) {
  const full = {
    ...{ image: "nginx:1", args: "--quiet", disk: 30, ports: ["80/http", "22/tcp"], env: { A: "1" } },
    ...{ registry: "registry-a", mounts: { persistent: { size: 20, path: "/data" } }, public: true, category: "AMD" },
    ...{ startSsh: false, startJupyter: false, allowedCudaVersions: ["12.4"] },
  };
  const worker = { image: "worker", serverless: true, env: { A: "1" } };
  const ids = {
    base: await standIns.make("base-1", "/v2/templates", standIns.resolve(full)),
    worker: await standIns.make("worker-1", "/v2/templates", worker),
    balanced: await standIns.make("balanced-1", "/v2/templates", worker),
  };
  return Object.entries(ids).map(([name, id]) => toImport("Template", name, id));
}

/** An endpoint of each type, on the templates for endpoints. */
async function endpointsOutside(emulator: Emulated["emulator"], standIns: StandIns) {
  const queue = { name: "answers", gpuIds: "AMPERE_16", workersMax: 2, idleTimeout: 30, locations: "EU-RO-1" };
  const scaling = { type: "LB", scalerType: "REQUEST_COUNT", scalerValue: 2 };
  const balancing = { name: "balancing", gpuIds: "AMPERE_16", ...scaling };
  const [worker, balanced] = [standIns.resolve("worker-1"), standIns.resolve("balanced-1")];
  return [
    toImport("ServerlessEndpoint", "answers", await saveEndpoint(emulator, { ...queue, templateId: worker })),
    toImport("ServerlessEndpoint", "balancing", await saveEndpoint(emulator, { ...balancing, templateId: balanced })),
  ];
}

/** Imports a resource by command, and gives the stack the printed program. */
async function importAs(stack: TestStack, kind: Declared["kind"], name: string, id: string): Promise<string> {
  const args = ["import", `podwright:index:${kind}`, name, id, "--out", "generated.yaml"];
  await mustSucceed(stack.pulumi(...args, "--yes", "--skip-preview", "--protect=false", "--stack", "test"));
  const text = readFileSync(join(stack.dir, "generated.yaml"), "utf8");
  writeFileSync(join(stack.dir, "Pulumi.yaml"), `name: e2e\nruntime: yaml\n${text}`);
  return text;
}

test("a program that sets the password of an imported registry credential for the first time changes nothing", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const standIns = await StandIns.on(emulator);
  const id = standIns.resolve("registry-a");

  const text = await importAs(stack, "RegistryCredential", "ghcr", id);

  expect(stack.resource("ghcr")).toMatchObject({ id, inputs: { name: "registry-a" } });
  const asIs = await stack.preview();
  expect(asIs.ok, text).toBe(false);
  const declare = (password: string) =>
    stack.declare([
      { kind: "RegistryCredential", name: "ghcr", args: { name: "registry-a", username: "robot", password } },
    ]);
  declare("first");
  await mustChangeNothing(stack.up());
  declare("second");
  await mustDo(stack.preview(), { ghcr: "replace" });
});

test("after an import of a secret, the printed program shows no change in a preview", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const standIns = await StandIns.on(emulator);
  const theirs = { name: "hf/token", value: "canary-theirs", description: "of the hub" };
  const id = await standIns.make("hf-token", "/v2/account/secrets", theirs);

  const text = await importAs(stack, "Secret", "token", id);

  const asIs = await mustSucceed(stack.preview());
  expect(steps(asIs), `${text}\n${asIs.text}`).toEqual({});
  const { value: _, ...known } = theirs;
  const given = { ...known, value: "canary-ours" };
  stack.declare([{ kind: "Secret", name: "token", args: given }]);
  emulator.clearRequests();
  await mustDo(stack.up(), { token: "update" });
  expect(emulator.counts().updateSecret).toBe(1);
  expect(stack.stateText()).not.toContain("canary");
});

test("an imported resource without a declared name keeps its present name", async () => {
  const { emulator, stack } = await emulated({}, plugin);
  const standIns = await StandIns.on(emulator);
  const pod = await standIns.make("theirs", "/v2/pods", { image: "nginx:1", gpu });
  const secret = await standIns.make("hf-token", "/v2/account/secrets", { name: "hf/token", value: "canary" });
  const declare = (image: string) =>
    stack.declare([
      { kind: "Pod", name: "web", args: { image, gpu }, options: { import: pod } },
      { kind: "Secret", name: "token", args: {}, options: { import: secret } },
    ]);

  declare("nginx:1");
  await mustSucceed(stack.up());
  await mustChangeNothing(stack.preview());
  declare("nginx:2");
  await mustDo(stack.up(), { web: "update" });

  const { pods, secrets } = emulator.state();
  expect([pods, secrets]).toMatchObject([[{ id: pod, name: "theirs", image: "nginx:2" }], [{ name: "hf/token" }]]);
});
