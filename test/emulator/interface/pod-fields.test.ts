import { describe, expect, test } from "vitest";
import type { Pod } from "../../../client";
import { gpu, useEmulator } from "../harness";
import { anId, dateTime, throughClient } from "./client";

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

describe("a pod on a GPU has", () => {
  test.each<[string, unknown]>([
    ["id", expect.stringMatching(anId)],
    ["name", "trainer"],
    ["status", "RUNNING"],
    ["actions", ["stop", "restart", "terminate"]],
    ["image", "nginx:1"],
    ["args", "serve"],
    ["disk", 30],
    ["ports", ["8888/http", "22/tcp"]],
    ["env", { MODE: "train" }],
    ["registry", expect.stringMatching(anId)],
    ["mounts", { network: [{ volumeId: expect.stringMatching(anId), path: "/net" }] }],
    ["gpu", { id: gpu, count: 2 }],
    ["cloud", "SECURE"],
    ["dataCenterId", "EU-RO-1"],
    ["template", null],
    ["cost", 1.38],
    ["locked", false],
    ["globalNetworking", expect.objectContaining({ enabled: true })],
    ["runtime", expect.objectContaining({ uptime: expect.any(Number) })],
    ["createdAt", expect.stringMatching(dateTime)],
    ["startedAt", expect.stringMatching(dateTime)],
  ])("the field %s", async (field, value) => {
    expect((await answered(onGpu()))[field]).toEqual(value);
  });

  test("no cpu", async () => {
    expect(await answered(onGpu())).not.toHaveProperty("cpu");
  });
});

test("a pod on a CPU has the field cpu, and no gpu", async () => {
  const pod = await answered(onCpu());
  expect(pod.cpu).toEqual({ id: "cpu3c", vcpuCount: 2, memory: 4 });
  expect(pod).not.toHaveProperty("gpu");
});

describe("what is null or empty as long as there is nothing to tell", () => {
  test.each<[string, unknown]>([
    ["registry", null],
    ["mounts", {}],
    ["template", null],
    ["globalNetworking", { enabled: false }],
    ["runtime", null],
    ["startedAt", null],
  ])("the field %s", async (field, value) => {
    expect((await answered(it.pod()))[field]).toEqual(value);
  });
});

describe("the mount", () => {
  test("persistent has size and path", async () => {
    expect((await answered(onHost())).mounts).toEqual({ persistent: { size: 10, path: "/data" } });
  });

  test("network is a list of one, with volumeId and path", async () => {
    expect((await answered(onGpu())).mounts.network).toEqual([{ volumeId: expect.any(String), path: "/net" }]);
  });
});

describe("globalNetworking has", () => {
  test.each<[string, unknown]>([
    ["enabled", true],
    ["ip", expect.stringMatching(/^(\d{1,3}\.){3}\d{1,3}$/)],
    ["internalDns", expect.stringMatching(/^[a-z0-9]{14}\.\w+\.internal$/)],
  ])("the field %s", async (field, value) => {
    expect((await answered(onGpu())).globalNetworking).toHaveProperty(field, value);
  });
});

describe("runtime has", () => {
  const percent = expect.toSatisfy((value: unknown) => Number.isInteger(value) && Number(value) <= 100);

  test.each<[string, unknown]>([
    ["uptime", 0],
    ["gpus", Array(2).fill({ util: percent, memoryUtil: percent })],
    ["cpu", { util: percent }],
    ["memory", { util: percent }],
    [
      "ports",
      [
        { private: 8888, public: null, type: "http", ip: null },
        { private: 22, public: expect.any(Number), type: "tcp", ip: expect.any(String) },
      ],
    ],
  ])("the field %s", async (field, value) => {
    expect((await answered(onGpu())).runtime).toHaveProperty(field, value);
  });

  test("an uptime in seconds", async () => {
    const { id } = await onGpu();
    it.emulator.advance(90_000);
    expect((await it.send("GET", `/v2/pods/${id}`)).body.runtime.uptime).toBe(90);
  });
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
