import { describe, expect, test } from "vitest";
import { throughClient } from "../support/client";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator();
const least = { name: "p", image: "nginx", gpu: { id: gpu } };

describe("createPod takes", () => {
  test.each<[string, object, object]>([
    ["name", { name: "trainer" }, { name: "trainer" }],
    ["image", { image: "ubuntu:24.04" }, { image: "ubuntu:24.04" }],
    ["args", { args: "serve --port 80" }, { args: "serve --port 80" }],
    ["disk", { disk: 1 }, { disk: 1 }],
    ["ports", { ports: ["8888/http", "22/tcp"] }, { ports: ["8888/http", "22/tcp"] }],
    ["env", { env: { MODE: "train" } }, { env: { MODE: "train" } }],
    ["registry", { registry: null }, { registry: null }],
    [
      "mounts",
      { mounts: { persistent: { size: 10, path: "/d" } } },
      { mounts: { persistent: { size: 10, path: "/d" } } },
    ],
    ["gpu", { gpu: { id: gpu, count: 3 } }, { gpu: { id: gpu, count: 3 } }],
    ["cpu", { gpu: undefined, cpu: { id: "cpu3g", vcpuCount: 4 } }, { cpu: { id: "cpu3g", vcpuCount: 4, memory: 16 } }],
    ["cloud", { cloud: "COMMUNITY" }, { cloud: "COMMUNITY" }],
    ["dataCenterIds", { dataCenterIds: ["EU-CZ-1"] }, { dataCenterId: "EU-CZ-1" }],
  ])("the field %s", async (_field, given, answer) => {
    const body = { ...least, ...given };
    const made = await throughClient(it.emulator, ({ pods }) => pods.create(body));
    expect((await it.send("GET", `/v2/pods/${made.id}`)).body).toMatchObject(answer);
    expect(made).toMatchObject(answer);
  });

  test("the field globalNetworking, which is true once the pod runs", async () => {
    const { id } = await it.runningPod({ globalNetworking: true, dataCenterIds: ["EU-RO-1"] });
    expect((await it.send("GET", `/v2/pods/${id}`)).body.globalNetworking.enabled).toBe(true);
  });
});

test("createPod answers 201 with a pod that is PROVISIONING", async () => {
  const { status, body } = await it.send("POST", "/v2/pods", least);
  expect([status, body.status, body.startedAt, body.runtime]).toEqual([201, "PROVISIONING", null, null]);
});

describe("createPod without", () => {
  test.each<[string, object]>([
    ["gpu.count has 1 GPU", { gpu: { id: gpu, count: 1 } }],
    ["cloud is on SECURE", { cloud: "SECURE" }],
    ["globalNetworking has none", { globalNetworking: { enabled: false } }],
    ["dataCenterIds is placed by the scheduler", { dataCenterId: expect.any(String) }],
  ])("%s", async (_what, answer) => {
    expect((await it.send("POST", "/v2/pods", least)).body).toMatchObject(answer);
  });
});
