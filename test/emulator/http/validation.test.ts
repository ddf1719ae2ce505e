import { describe, expect, test } from "vitest";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator();

/** Contract 3.2: what the schema can express is 422, what only the handler can know is 400. */
const base = { name: "p", image: "nginx", gpu: { id: gpu } };
const { gpu: _gpu, ...cpuBase } = { ...base, cpu: { id: "cpu3c", vcpuCount: 2 } };

const create: [string, object, number][] = [
  ["a missing name", { image: "x", gpu: { id: gpu } }, 422],
  ["a missing image without template", { name: "p", gpu: { id: gpu } }, 422],
  ["an unknown property", { ...base, bogus: 1 }, 422],
  ["locked, which is not a create field", { ...base, locked: true }, 422],
  ["cpu.memory", { ...cpuBase, cpu: { id: "cpu3c", vcpuCount: 2, memory: 4 } }, 422],
  ["gpu.foo", { ...base, gpu: { id: gpu, foo: 1 } }, 422],
  ["gpu.count 0", { ...base, gpu: { id: gpu, count: 0 } }, 422],
  ["gpu null", { ...base, gpu: null }, 422],
  ["dataCenterIds null", { ...base, dataCenterIds: null }, 422],
  ["disk 0", { ...base, disk: 0 }, 422],
  ["a fractional disk", { ...base, disk: 1.5 }, 422],
  ["vcpuCount 1", { ...cpuBase, cpu: { id: "cpu3c", vcpuCount: 1 } }, 422],
  ["an empty name", { ...base, name: "" }, 422],
  ["a bad cloud", { ...base, cloud: "PRIVATE" }, 422],
  ["an env value that is no string", { ...base, env: { A: 1 } }, 422],
  ["a bad CUDA version", { ...base, gpu: { id: gpu, minCudaVersion: "12" } }, 422],
  ["a CUDA constraint on a CPU pod", { ...cpuBase, cpu: { id: "cpu3c", vcpuCount: 2, minCudaVersion: "12.1" } }, 422],
  ["neither gpu nor cpu", { name: "p", image: "x" }, 400],
  ["both gpu and cpu", { ...base, cpu: { id: "cpu3c", vcpuCount: 2 } }, 400],
  ["vcpuCount 3", { ...cpuBase, cpu: { id: "cpu3c", vcpuCount: 3 } }, 400],
  ["vcpuCount above the flavor's range", { ...cpuBase, cpu: { id: "cpu3c", vcpuCount: 64 } }, 400],
  ["an unknown flavor", { ...cpuBase, cpu: { id: "cpu9", vcpuCount: 2 } }, 400],
  ["an unknown GPU type", { ...base, gpu: { id: "RTX 9999" } }, 400],
  ["an unknown data center", { ...base, dataCenterIds: ["XX-1"] }, 400],
  ["an unknown registry", { ...base, registry: "nope" }, 400],
  ["a port without protocol", { ...base, ports: ["8888"] }, 400],
  ["a port of another protocol", { ...base, ports: ["1/udp"] }, 400],
  ["an empty image", { ...base, image: "" }, 400],
  ["both CUDA constraints", { ...base, gpu: { id: gpu, allowedCudaVersions: ["12.8"], minCudaVersion: "12.1" } }, 400],
  [
    "an empty CUDA set beside a floor",
    { ...base, gpu: { id: gpu, allowedCudaVersions: [], minCudaVersion: "12.1" } },
    201,
  ],
  ["registry null", { ...base, registry: null }, 201],
];

describe("createPod", () => {
  test.each(create)("%s", async (_name, body, status) => {
    const reply = await it.post("/v2/pods", body);
    expect(reply.status).toBe(status);
    if (status === 422) expect(reply.body.errors.length).toBeGreaterThan(0);
    if (status === 400) expect(reply.body.errors).toBeUndefined();
  });

  test("lists every failure, and blames valid siblings too, as the live service does", async () => {
    const { body } = await it.post("/v2/pods", { name: "p", gpu: { id: gpu }, cloud: "X", bogus: 1 });
    expect(body).toMatchObject({ title: "Unprocessable Entity", status: 422, detail: "Request validation failed." });
    expect(body.errors).toEqual([
      "$: additional properties 'name', 'gpu' not allowed",
      "$: missing property 'image'",
      "$.cloud: value must be one of 'SECURE', 'COMMUNITY'",
      "$: additional properties 'bogus' not allowed",
    ]);
  });

  test.each([["null"], ["[]"], ["3"], ['"text"']])("a body that is %s is 422", async (text) => {
    expect((await it.post("/v2/pods", text)).status).toBe(422);
  });

  test.each([["{"], [""], ["{'a':1}"]])("a body of %j is malformed, 400", async (text) => {
    expect((await it.post("/v2/pods", text)).status).toBe(400);
  });

  test("a body without content type is read as JSON", async () => {
    const reply = await it.post("/v2/pods", base, { "content-type": "" });
    expect(reply.status).toBe(201);
  });
});

describe("updatePod", () => {
  const cases: [string, object, number][] = [
    ["gpu", { gpu: { id: gpu } }, 422],
    ["cpu", { cpu: { id: "cpu3c", vcpuCount: 2 } }, 422],
    ["cloud", { cloud: "SECURE" }, 422],
    ["dataCenterIds", { dataCenterIds: [] }, 422],
    ["startSsh", { startSsh: true }, 422],
    ["an empty body", {}, 200],
    ["an empty args", { args: "" }, 200],
    ["empty ports", { ports: [] }, 200],
    ["registry null", { registry: null }, 200],
    ["an unknown registry", { registry: "nope" }, 400],
    ["an empty image", { image: "" }, 400],
  ];
  test.each(cases)("%s", async (_name, body, status) => {
    const { id } = await it.pod();
    expect((await it.patch(`/v2/pods/${id}`, body)).status).toBe(status);
  });

  test("a bad body of an unknown pod is 422: validation comes before existence", async () => {
    expect((await it.patch("/v2/pods/nope", { gpu: {} })).status).toBe(422);
    expect((await it.patch("/v2/pods/nope", {})).status).toBe(404);
  });
});

describe("other bodies", () => {
  const cases: [string, string, object, number][] = [
    ["template with network mount", "/v2/templates", { name: "t", image: "x", mounts: { network: [] } }, 422],
    ["template with readme", "/v2/templates", { name: "t", image: "x", readme: "" }, 422],
    ["template without image", "/v2/templates", { name: "t" }, 422],
    ["template with a bad port", "/v2/templates", { name: "t", image: "x", ports: ["x"] }, 400],
    ["volume below 10 GB", "/v2/network-volumes", { name: "v", size: 9, dataCenter: "US-TX-3" }, 422],
    ["volume above 4096 GB", "/v2/network-volumes", { name: "v", size: 4097, dataCenter: "US-TX-3" }, 422],
    ["volume without data center", "/v2/network-volumes", { name: "v", size: 10 }, 422],
    ["volume in an unknown data center", "/v2/network-volumes", { name: "v", size: 10, dataCenter: "XX" }, 400],
    ["registry without password", "/v2/registries", { name: "r", username: "u" }, 422],
    ["registry with an empty password", "/v2/registries", { name: "r", username: "u", password: "" }, 422],
  ];
  test.each(cases)("%s", async (_name, url, body, status) => {
    expect((await it.post(url, body)).status).toBe(status);
  });
});
