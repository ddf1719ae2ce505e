import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { saveEndpoint } from "../../support/account";
import { exportedState, generated, native } from "../../support/official-state";
import { emulated } from "../harness/emulated";
import { StandIns } from "../harness/platform/stand-ins";
import { runPodwright } from "../harness/stack/podwright";
import type { Declared, TestStack } from "../harness/stack/stack";
import { deploy, idsOf, mustChangeNothing, mustSucceed } from "../harness/stack/steps";
import { installNodeSdk } from "./node-sdk";

const gpu = { id: "NVIDIA L4" };

const program: readonly Declared[] = [
  { kind: "Template", name: "worker", args: { image: "worker", serverless: true, env: { TOKEN: "canary-5d11" } } },
  {
    kind: "ServerlessEndpoint",
    name: "answers",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the harness's way to name another resource's output
    args: { templateId: "${worker.id}", gpuIds: "AMPERE_16", drain: { queued: "refuse" } },
  },
  {
    kind: "RegistryCredential",
    name: "pull",
    args: { username: "user", password: "canary-77e0" },
  },
  { kind: "Secret", name: "token", args: { value: "canary-93f2" } },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the harness's way to name another resource's output
  { kind: "Job", name: "smoke", args: { endpointId: "${answers.id}", input: { prompt: "hello" } } },
  { kind: "NetworkVolume", name: "data", args: { size: 10, dataCenter: "EU-RO-1" }, options: { protect: true } },
  {
    kind: "Pod",
    name: "web",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the harness's way to name another resource's output
    args: { image: "nginx:1", gpu, env: { ENDPOINT: "${answers.id}" }, ports: ["80/http"] },
    options: { customTimeouts: { delete: "20m" }, dependsOn: ["data"] },
  },
];

test("podwright migrate moves a stack of dynamic resources to the plugin with the same ids", async () => {
  const { emulator, stack } = await emulated({}, { host: "dynamic" });
  await deploy(stack, program);
  const ids = idsOf(stack);
  const nothingYet = await migrate(stack, "--yes");
  expect(nothingYet).toMatchObject({ exitCode: 1, err: expect.stringContaining("plugin is not installed") });
  stack.switchToPlugin();
  emulator.clearRequests();

  stack.declare(
    program.map((one) => (one.name === "web" ? { ...one, args: { ...one.args, gpu: { id: "NVIDIA A40" } } } : one)),
  );
  const refused = await migrate(stack, "--yes");
  expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining("web (Pod) would be replaced") });
  expect(idsOf(stack)).toEqual(ids);

  stack.declare(program);
  const before = stack.stateText();
  const previewed = await migrate(stack);
  expect(previewed).toMatchObject({ exitCode: 0, out: expect.stringContaining("7 resources can move") });
  expect(stack.stateText()).toBe(before);

  const migrated = await migrate(stack, "--yes");

  expect(migrated.exitCode, migrated.err).toBe(0);
  expect(migrated.out).toContain("7 resources moved to the plugin");
  for (const [name, id] of Object.entries(ids)) expect(migrated.out).toMatch(new RegExp(`^${name} +\\w+ +${id}$`, "m"));
  expect(idsOf(stack)).toEqual(ids);
  for (const { type } of stack.resources()) expect(type).toMatch(/^podwright:index:/);
  expect(stack.stateText()).not.toContain("pulumi-nodejs");
  for (const canary of ["canary-5d11", "canary-77e0", "canary-93f2"]) expect(stack.stateText()).not.toContain(canary);
  await mustSucceed(stack.preview({ expectNoChanges: true }));
  expect(writes(emulator)).toEqual([]);

  const again = await migrate(stack, "--yes");
  expect(again).toEqual({
    exitCode: 0,
    err: "",
    out: "Nothing to do: this stack has no dynamic resources.\n",
  });

  await mustChangeNothing(stack.refresh());
  await mustSucceed(stack.pulumi("state", "unprotect", "--all", "--yes", "--stack", "test"));
  await mustSucceed(stack.destroy());
  expect(emulator.state()).toMatchObject({ pods: [], endpoints: [], templates: [], networkVolumes: [] });
});

test("podwright migrate refuses a program that does not use the plugin yet", async () => {
  const { emulator, stack } = await emulated({}, { host: "dynamic" });
  await deploy(stack, [{ kind: "Pod", name: "web", args: { image: "nginx:1", gpu } }]);
  emulator.clearRequests();
  stack.installPlugin();

  const unswitched = await migrate(stack, "--yes");

  expect(unswitched).toMatchObject({ exitCode: 1, err: expect.stringContaining("still declares web") });

  stack.switchToPlugin();
  stack.declare([{ kind: "Pod", name: "web", args: { image: "nginx:1" } }]);
  const wrong = await migrate(stack, "--yes");
  expect(wrong.exitCode).toBe(1);
  expect(wrong.err).toMatch(/^error: `pulumi preview` failed: .*gpu: one of `gpu` and `cpu` is required$/m);
  expect(writes(emulator)).toEqual([]);
});

test("podwright migrate can move a JavaScript program's resources one at a time", async () => {
  const { emulator, stack } = await emulated({}, { host: "dynamic" });
  const from = (template: string, pod: string) =>
    stack.writeProgram(
      "index.js",
      `const worker = new (require("${template}").Template)("worker", { image: "worker" });
       new (require("${pod}").Pod)("web", { image: "nginx:1", gpu: { id: "NVIDIA L4" }, env: { TEMPLATE: worker.id } });`,
    );
  from("podwright", "podwright");
  await mustSucceed(stack.up());
  const ids = idsOf(stack);
  stack.installPlugin();
  installNodeSdk(stack);
  emulator.clearRequests();

  from("podwright", "pulumi-podwright");
  const first = await migrate(stack, "--yes");
  from("pulumi-podwright", "pulumi-podwright");
  const second = await migrate(stack, "--yes");

  expect(first.exitCode, first.err).toBe(0);
  expect(first.out).toContain("The program still declares these resources as dynamic resources: worker.");
  expect(first.out).toContain("1 resource moved");
  expect(second.exitCode, second.err).toBe(0);
  expect(second.out).toContain("1 resource moved");
  expect(idsOf(stack)).toEqual(ids);
  expect(stack.stateText()).not.toContain("pulumi-nodejs");
  await mustSucceed(stack.preview({ expectNoChanges: true }));
  expect(writes(emulator)).toEqual([]);
});

test("podwright migrate writes the file with which pulumi import takes over the resources of RunPod's own provider", async () => {
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  const state = await officialStackOn(emulator);
  writeFileSync(join(stack.dir, "old.json"), JSON.stringify(state));
  for (const words of ["init old", "import --stack old --file old.json", "select test"]) {
    await mustSucceed(stack.pulumi("stack", ...words.split(" ")));
  }
  emulator.clearRequests();

  const listed = await runPodwright(stack, ["migrate", "--stack", "old", "--out", "resources.json"]);

  expect(listed.exitCode, listed.err).toBe(0);
  expect(listed.out + listed.err).not.toContain("canary");
  const steps = ["--out", "imported.yaml", "--yes", "--skip-preview", "--stack", "test"];
  await mustSucceed(stack.pulumi("import", "--file", "resources.json", ...steps));
  const program = readFileSync(join(stack.dir, "imported.yaml"), "utf8");
  writeFileSync(join(stack.dir, "Pulumi.yaml"), `name: e2e\nruntime: yaml\n${program}`);
  const preview = await stack.preview({ expectNoChanges: true });
  expect(preview.ok, `${program}\n${preview.text}`).toBe(true);
  const commands = [...listed.out.matchAll(/^ {2}pulumi (state delete .*)$/gm)].map(([, words = ""]) =>
    words.split(" "),
  );
  for (const words of commands) {
    await mustSucceed(stack.pulumi(...words));
  }
  const left = await stack.pulumi("stack", "export", "--stack", "old");
  expect(left.text).not.toContain("runpod:index");
  expect(idsOf(stack)).toEqual(Object.fromEntries(state.held));
  expect(writes(emulator)).toEqual([]);
});

/** A stack of both of RunPod's providers, with its resources on the emulator. */
async function officialStackOn(emulator: Emulator) {
  const standIns = StandIns.empty(emulator);
  const env = { TOKEN: "canary-5d11" };
  const worker = await standIns.make("worker-1", "/v2/templates", { image: "worker", serverless: true, env });
  const data = await standIns.make("data-1", "/v2/network-volumes", { size: 10, dataCenter: "US-TX-3" });
  const web = await standIns.make("web-1", "/v2/pods", { image: "nginx:1", gpu, env, ports: ["80/http"] });
  const token = await standIns.make("token-1", "/v2/account/secrets", { value: "canary-93f2" });
  const jobs = await saveEndpoint(emulator, { name: "jobs", gpuIds: "AMPERE_16", workersMax: 2, templateId: worker });
  await expect.poll(() => emulator.state().pods[0]?.status).toBe("RUNNING");
  const variables = [{ key: "TOKEN", value: env.TOKEN }];
  const onWorker = { dependencies: ["urn:pulumi:old::e2e::runpod:index:Template::worker"] };
  const state = exportedState([
    native("Template", "worker", worker, { imageName: "worker", isServerless: true, env: variables }),
    native("NetworkStorage", "data", data, { name: "data-1", size: 10, dataCenterId: "US-TX-3" }),
    native("Endpoint", "jobs", jobs, { name: "jobs", gpuIds: "AMPERE_16", templateId: worker }, onWorker),
    native("Pod", "web", web, { imageName: "nginx:1", gpuTypeId: gpu.id, env: variables }, { protect: true }),
    generated("Secret", "token", token, { name: "token-1", value: "canary-93f2" }),
  ]);
  return { ...state, held: Object.entries({ worker, data, jobs, web, token }) };
}

function writes(emulator: Emulator): unknown[] {
  const { myself: _reads, ...counts } = emulator.counts();
  const reading = /^(get|list|health)/;
  return Object.keys(counts).filter((operation) => !reading.test(operation));
}

/** Runs the command as users do, and removes its progress lines from the errors. */
async function migrate(stack: TestStack, ...args: string[]) {
  const ended = await runPodwright(stack, ["migrate", "--stack", "test", ...args]);
  return { ...ended, err: ended.err.replace(/^previewing .*\n/m, "") };
}
