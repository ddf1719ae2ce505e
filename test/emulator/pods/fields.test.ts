import { describe, expect, test } from "vitest";
import type { Pod } from "../../../client";
import { anId, dateTime, throughClient } from "../support/client";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator();

/** A running pod with something in every field: on a GPU with a network volume. */
async function onGpu() {
  const volume = await it.volume("EU-RO-1");
  const registry = (await it.send("POST", "/v2/registries", { name: "r", username: "u", password: "p" })).body;
  return await it.runningPod({
    name: "trainer",
    image: "nginx:1",
    args: "serve",
    disk: 30,
    ports: ["8888/http", "22/tcp"],
    env: { MODE: "train" },
    registry: registry.id,
    mounts: { network: [{ volumeId: volume.id, path: "/net" }] },
    gpu: { id: gpu, count: 2 },
    globalNetworking: true,
  });
}
const onCpu = () => it.runningPod({ gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2 } });
const onHost = () => it.runningPod({ mounts: { persistent: { size: 10, path: "/data" } } });

type Answer = Pod & Record<string, unknown>;

/** The platform's answer, which the client passes on as it is. */
async function answered(made: Promise<{ id: string }>): Promise<Answer> {
  const { id } = await made;
  const { body } = await it.send("GET", `/v2/pods/${id}`);
  expect(await throughClient(it.emulator, ({ pods }) => pods.get(id))).toEqual(body);
  return body;
}

const percent = expect.toSatisfy((value: unknown) => Number.isInteger(value) && Number(value) <= 100);

test("a pod on a GPU with everything it can have is shown whole", async () => {
  const pod = await answered(onGpu());
  const { ip: host, public: port } = pod.runtime?.ports?.[1] ?? {};
  expect(pod).toEqual({
    id: expect.stringMatching(anId),
    name: "trainer",
    status: "RUNNING",
    actions: ["stop", "restart", "terminate"],
    image: "nginx:1",
    args: "serve",
    entrypoint: [],
    cmd: ["serve"],
    disk: 30,
    ports: ["8888/http", "22/tcp"],
    env: { MODE: "train" },
    registry: expect.stringMatching(anId),
    mounts: { network: [{ volumeId: expect.stringMatching(anId), path: "/net" }] },
    gpu: { id: gpu, count: 2, vcpuCount: 16, memory: 96 },
    cloud: "SECURE",
    dataCenterId: "EU-RO-1",
    cudaVersion: "12.8",
    ssh: {
      proxy: {
        host: "ssh.emulator.invalid",
        port: 22,
        username: pod.id,
        command: `ssh ${pod.id}@ssh.emulator.invalid -p 22`,
      },
      direct: { host, port, username: "root", command: `ssh root@${host} -p ${port}` },
    },
    template: null,
    cost: 1.38,
    locked: false,
    globalNetworking: {
      enabled: true,
      ip: expect.stringMatching(/^(\d{1,3}\.){3}\d{1,3}$/),
      internalDns: expect.stringMatching(/^[a-z0-9]{14}\.\w+\.internal$/),
    },
    runtime: {
      uptime: 0,
      gpus: Array(2).fill({ util: percent, memoryUtil: percent }),
      cpu: { util: percent },
      memory: { util: percent },
      ports: [
        { private: 8888, public: null, type: "http", ip: null },
        { private: 22, public: expect.any(Number), type: "tcp", ip: expect.any(String) },
      ],
    },
    createdAt: expect.stringMatching(dateTime),
    startedAt: expect.stringMatching(dateTime),
  });
});

test("a pod on a CPU has cpu and no gpu, and a persistent mount has size and path", async () => {
  const pod = await answered(onCpu());
  expect(pod.cpu).toEqual({ id: "cpu3c", vcpuCount: 2, memory: 4 });
  expect(pod).not.toHaveProperty("gpu");
  expect((await answered(onHost())).mounts).toEqual({ persistent: { size: 10, path: "/data" } });
});

test("a new pod shows null or nothing where there is nothing to tell", async () => {
  const empty = { registry: null, mounts: {}, template: null, runtime: null, startedAt: null };
  const pod = await answered(it.pod());
  expect(pod).toMatchObject({ ...empty, globalNetworking: { enabled: false } });
  expect([pod.mounts, pod.globalNetworking]).toEqual([{}, { enabled: false }]);
});

test("the uptime of a pod is in seconds", async () => {
  const { id } = await onGpu();
  it.emulator.advance(90_000);
  expect((await it.send("GET", `/v2/pods/${id}`)).body.runtime.uptime).toBe(90);
});

describe("a pod may be in the status", () => {
  const statuses = ["PROVISIONING", "STARTING", "RUNNING", "EXITED", "ERROR", "TERMINATED"] as const;

  test.each(statuses)("%s", async (status) => {
    const { id } = await it.pod();
    it.emulator.changePod(id, { status });
    expect((await answered(Promise.resolve({ id }))).status).toBe(status);
  });

  test.each(["EXITED", "TERMINATED"] as const)("%s, in which it costs nothing", async (status) => {
    const { id } = await it.runningPod();
    it.emulator.changePod(id, { status });
    expect((await answered(Promise.resolve({ id }))).cost).toBe(0);
  });
});
