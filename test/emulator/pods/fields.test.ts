import { describe, expect, test } from "vitest";
import type { CreatePod, Pod } from "../../../client";
import { unsetScalars } from "../../../emulator/records/pod";
import { anId, dateTime, throughClient } from "../support/client";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator();

type Shown = Pod & Record<string, unknown>;

/** The pod as REST shows it. The client returns the same. */
async function shown({ id }: { readonly id: string }): Promise<Shown> {
  const body = await it.get(`/v2/pods/${id}`);
  expect(await throughClient(it.emulator, ({ pods }) => pods.get(id))).toEqual(body);
  return body;
}

/** A running pod of the client as REST shows it. */
async function running(body: Partial<CreatePod>): Promise<Shown> {
  const created = await throughClient(it.emulator, ({ pods }) =>
    pods.create({ name: "p", image: "nginx", ...body } as CreatePod),
  );
  it.advance(2000);
  return await shown(created);
}

const percent = expect.toSatisfy((value: unknown) => Number.isInteger(value) && Number(value) <= 100);

test("a pod on a GPU with all possible settings is shown completely", async () => {
  const volume = await it.volume("EU-RO-1");
  const settings = {
    ...{ name: "trainer", image: "nginx:1", args: "serve", disk: 30, ports: ["8888/http", "22/tcp"] },
    ...{ env: { MODE: "train" }, registry: (await it.registry()).id },
    mounts: { network: [{ volumeId: volume.id, path: "/net" }] },
  };
  const pod = await running({
    ...{
      ...settings,
      gpu: { id: gpu, count: 2 },
      dataCenterIds: ["EU-CZ-1", "EU-RO-1"],
      globalNetworking: true,
      startSsh: true,
    },
  });
  const { ip: host, public: port } = pod.runtime?.ports?.[1] ?? {};
  expect(pod).toEqual({
    ...settings,
    id: expect.stringMatching(anId),
    status: "RUNNING",
    actions: ["stop", "restart", "terminate"],
    entrypoint: [],
    cmd: ["serve"],
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
    ...unsetScalars,
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
        { private: 19123, public: expect.any(Number), type: "http", ip: expect.any(String) },
      ],
    },
    createdAt: expect.stringMatching(dateTime),
    startedAt: expect.stringMatching(dateTime),
  });
});

test("a pod on a CPU has cpu and no gpu, and a persistent mount on the other cloud has size and path", async () => {
  const pod = await running({ cpu: { id: "cpu3g", vcpuCount: 4 } });
  expect(pod.cpu).toEqual({ id: "cpu3g", vcpuCount: 4, memory: 16 });
  expect(pod).not.toHaveProperty("gpu");
  const elsewhere = {
    cloud: "COMMUNITY",
    mounts: { persistent: { size: 10, path: "/data" } },
    registry: null,
  } as const;
  expect(await running({ gpu: { id: gpu }, ...elsewhere })).toMatchObject(elsewhere);
});

test("a new pod is PROVISIONING, has the defaults, and shows null or no field for missing values", async () => {
  const { status, body } = await it.post("/v2/pods", { name: "p", image: "nginx", gpu: { id: gpu } });
  expect(status).toBe(201);
  expect(await shown(body)).toEqual(body);
  expect(body).toEqual({
    ...{ id: expect.any(String), name: "p", status: "PROVISIONING", actions: ["stop", "terminate"] },
    ...{ image: "nginx", args: "", entrypoint: [], cmd: [], disk: 50, ports: [], env: {}, registry: null, mounts: {} },
    ...{ gpu: { id: gpu, count: 1, vcpuCount: 8, memory: 48 }, cloud: "SECURE", dataCenterId: expect.any(String) },
    ...{
      cudaVersion: "12.8",
      ssh: expect.anything(),
      template: null,
      cost: 0.69,
      ...unsetScalars,
      locked: false,
      runtime: null,
    },
    ...{ globalNetworking: { enabled: false }, createdAt: expect.stringMatching(dateTime), startedAt: null },
  });
});

test("the uptime of a pod is in seconds", async () => {
  const { id } = await it.runningPod();
  it.advance(90_000);
  expect((await it.get(`/v2/pods/${id}`)).runtime.uptime).toBe(90);
});

describe("a pod may be in the status", () => {
  test.each([
    ["PROVISIONING", 0.69],
    ["STARTING", 0.69],
    ["RUNNING", 0.69],
    ["EXITED", 0],
    ["ERROR", 0],
    ["TERMINATED", 0],
  ] as const)("%s, in which it costs %d an hour", async (status, cost) => {
    const { id } = await it.runningPod();
    it.emulator.changePod(id, { status });
    expect(await shown({ id })).toMatchObject({ status, cost });
  });
});
