import { describe, expect, test } from "vitest";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator();

/** A body that violates the schema gets a 422 (`bodies.test.ts`). A mistake that only the handler can detect gets a 400. */
const base = { name: "p", image: "nginx", gpu: { id: gpu } };
const { gpu: _gpu, ...cpuBase } = { ...base, cpu: { id: "cpu3c", vcpuCount: 2 } };

const create: [string, object, number][] = [
  ["a CUDA constraint on a CPU pod", { ...cpuBase, cpu: { id: "cpu3c", vcpuCount: 2, minCudaVersion: "12.1" } }, 422],
  ["neither gpu nor cpu", { name: "p", image: "x" }, 400],
  ["both gpu and cpu", { ...base, cpu: { id: "cpu3c", vcpuCount: 2 } }, 400],
  ["a vcpuCount of 3", { ...cpuBase, cpu: { id: "cpu3c", vcpuCount: 3 } }, 400],
  ["a vcpuCount above the flavor's range", { ...cpuBase, cpu: { id: "cpu3c", vcpuCount: 64 } }, 400],
  ["an unknown flavor", { ...cpuBase, cpu: { id: "cpu9", vcpuCount: 2 } }, 400],
  ["an unknown GPU type", { ...base, gpu: { id: "RTX 9999" } }, 400],
  ["an unknown data center", { ...base, dataCenterIds: ["XX-1"] }, 400],
  ["an unknown registry", { ...base, registry: "nope" }, 400],
  ["a port without protocol", { ...base, ports: ["8888"] }, 400],
  ["a port with the protocol udp", { ...base, ports: ["1/udp"] }, 400],
  ["an empty image", { ...base, image: "" }, 400],
  ["both CUDA constraints", { ...base, gpu: { id: gpu, allowedCudaVersions: ["12.8"], minCudaVersion: "12.1" } }, 400],
  [
    "an empty list of CUDA versions and a minimum version",
    { ...base, gpu: { id: gpu, allowedCudaVersions: [], minCudaVersion: "12.1" } },
    201,
  ],
  ["the registry null", { ...base, registry: null }, 201],
];

describe("createPod", () => {
  test.each(create)("returns the status $2 for a request with %s", async (_name, body, status) => {
    const reply = await it.post("/v2/pods", body);
    expect(reply.status).toBe(status);
    if (status === 422) expect(reply.body.errors.length).toBeGreaterThan(0);
    if (status === 400) expect(reply.body.errors).toBeUndefined();
  });

  test("lists every mistake in the body as RunPod does", async () => {
    const { body } = await it.post("/v2/pods", { name: "p", gpu: { id: gpu }, cloud: "X", env: 1, bogus: 1 });
    expect(body).toMatchObject({ title: "Unprocessable Entity", status: 422, detail: "Request validation failed." });
    expect(body.errors).toEqual([
      "$: additional properties 'name', 'gpu' not allowed",
      "$: missing property 'image'",
      "$.env: got number, want object",
      "$.cloud: value must be one of 'SECURE', 'COMMUNITY'",
      "$: additional properties 'bogus' not allowed",
    ]);
  });

  test.each([["null"], ["[]"], ["3"], ['"text"']])("answers the body %s with a 422", async (text) => {
    expect((await it.post("/v2/pods", text)).status).toBe(422);
  });

  test.each([["{"], [""], ["{'a':1}"]])("answers the malformed body %j with a 400", async (text) => {
    expect((await it.post("/v2/pods", text)).status).toBe(400);
  });

  test("reads a body without a content type as JSON", async () => {
    const reply = await it.post("/v2/pods", base, { "content-type": "" });
    expect(reply.status).toBe(201);
  });
});

describe("updatePod", () => {
  const cases: [string, object, number][] = [
    ["an empty body", {}, 200],
    ["empty args", { args: "" }, 200],
    ["empty ports", { ports: [] }, 200],
    ["the registry null", { registry: null }, 200],
    ["an unknown registry", { registry: "nope" }, 400],
    ["an empty image", { image: "" }, 400],
  ];
  test.each(cases)("returns the status $2 for a request with %s", async (_name, body, status) => {
    const { id } = await it.pod();
    expect((await it.patch(`/v2/pods/${id}`, body)).status).toBe(status);
  });
});

test.each([
  ["/v2/templates", { name: "t", image: "x", ports: ["x"] }],
  ["/v2/network-volumes", { name: "v", size: 10, dataCenter: "XX" }],
])("a POST to %s gets a 400 for a mistake that the schema allows: %j", async (url, body) => {
  expect((await it.post(url, body)).status).toBe(400);
});
