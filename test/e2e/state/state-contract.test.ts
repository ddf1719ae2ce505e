import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../../package.json";
import { emulated } from "../harness/emulated";
import { golden, leftBehind } from "../harness/golden";
import { changeOutside } from "../harness/platform/outside";
import type { Declared, Host } from "../harness/stack/stack";
import { deploy, mustSucceed } from "../harness/stack/steps";

/*
 * Any later version must read a stored state, even years later. Each folder under golden/ holds the leftovers of one release
 * under one host: its program, the engine's state, and the emulator's account. A release adds its own folders and never
 * changes those of another release:
 * PODWRIGHT_WRITE_GOLDEN=1 npx vitest run --project e2e test/e2e/state/state-contract.test.ts && npm run format
 */
const hosts: readonly Host[] = ["dynamic", "plugin"];

const idOf = (name: string) => `\${${name}.id}`;
/** Every kind, with as many inputs as one program allows. */
const program: readonly Declared[] = [
  { kind: "RegistryCredential", name: "credential", args: { username: "robot", password: "none" } },
  {
    kind: "Template",
    name: "template",
    args: {
      image: "worker",
      args: "--serve",
      disk: 8,
      serverless: true,
      env: { MODE: "fast" },
      registry: idOf("credential"),
    },
  },
  { kind: "Secret", name: "secret", args: { value: "none", description: "of the hub" } },
  { kind: "NetworkVolume", name: "volume", args: { size: 10, dataCenter: "US-TX-3" } },
  {
    kind: "Pod",
    name: "pod",
    args: {
      image: "nginx",
      gpu: { id: "NVIDIA L4" },
      ports: ["80/http", "22/tcp"],
      env: { TOKEN: "old", MODE: "fast" },
      mounts: { network: [{ volumeId: idOf("volume"), path: "/models" }] },
    },
  },
  {
    kind: "Pod",
    name: "scratch",
    args: {
      image: "nginx",
      gpu: { id: "NVIDIA L4", count: 2 },
      disk: 30,
      env: { TOKEN: "old" },
      registry: idOf("credential"),
      mounts: { persistent: { size: 20, path: "/workspace" } },
    },
  },
  {
    kind: "ServerlessEndpoint",
    name: "endpoint",
    args: {
      gpuIds: "AMPERE_16",
      templateId: idOf("template"),
      workersMax: 2,
      idleTimeout: 7,
      networkVolumeId: idOf("volume"),
      drain: { queued: "process" },
    },
    options: { customTimeouts: { delete: "1m" } },
  },
  {
    kind: "Cluster",
    name: "cluster",
    args: {
      type: "TRAINING",
      image: "trainer",
      compute: { gpuTypeId: "NVIDIA H100 80GB HBM3", gpuCountPerPod: 8, podCount: 2 },
      env: { TOKEN: "old" },
    },
  },
  {
    kind: "Job",
    name: "job",
    args: { endpointId: idOf("endpoint"), input: { prompt: "hello" }, triggers: ["v1"], timeout: "5m" },
  },
];

if (process.env.PODWRIGHT_WRITE_GOLDEN !== undefined)
  test.each(hosts)("the tests record the state that this release leaves under the %s host", async (host) => {
    const folder = join(golden, `${version}-${host}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    // The emulator writes the account at its end.
    const { emulator, stack } = await emulated({ state: join(folder, "account.json") }, { host });
    await deploy(stack, program);
    for (const { id, env } of emulator.state().pods)
      await changeOutside(emulator, "Pod", id, { env: { ...env, ADDED_BY_HAND: "1" } });
    await mustSucceed(stack.refresh());
    const { text } = await stack.pulumi("stack", "export", "--stack", "test");
    // The contract excludes the location of the program on this machine and the times of the run.
    const noise = ["sourcePosition", "stackTrace", "created", "modified"];
    const state = JSON.parse(text.replaceAll(emulator.url, "{{url}}"), (key, value) =>
      noise.includes(key) ? undefined : value,
    );
    writeFileSync(join(folder, "state.json"), `${JSON.stringify(state, undefined, 2)}\n`);
    writeFileSync(join(folder, "program.json"), `${JSON.stringify(program, undefined, 2)}\n`);
  });

test.each(readdirSync(golden))("preview and refresh show no change for the recorded state %s", async (name) => {
  const { emulator, stack } = await leftBehind(name);

  await mustSucceed(stack.preview({ expectNoChanges: true }));
  await mustSucceed(stack.refresh({ expectNoChanges: true }));
  await mustSucceed(stack.destroy());

  const left = {
    pods: [],
    clusters: [],
    endpoints: [],
    templates: [],
    networkVolumes: [],
    registries: [],
    secrets: [],
  };
  expect(emulator.state()).toMatchObject(left);
  expect(stack.resources()).toEqual([]);
});

test("the recorded states include a state of this release for each host", () => {
  expect(readdirSync(golden)).toEqual(expect.arrayContaining(hosts.map((host) => `${version}-${host}`)));
});
