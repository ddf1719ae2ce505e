import { describe, expect, test } from "vitest";
import { endpointBody, onlyPage, useEmulator } from "../support/harness";

const it = useEmulator();
const base = endpointBody;
const { scaling } = base;
const { gpu: _gpu, ...noHardware } = base;
const create = (body: object) => it.post("/v2/serverless", body);
const requestCount = { type: "REQUEST_COUNT", requestCount: 2 };

describe("createEndpoint", () => {
  const cases: [string, object, number][] = [
    ["a load balancer that scales by QUEUE_DELAY", { ...base, type: "LOAD_BALANCER" }, 422],
    ["a load balancer that scales by REQUEST_COUNT", { ...base, type: "LOAD_BALANCER", scaling: requestCount }, 201],
    [
      "a CUDA constraint for CPUs",
      { ...noHardware, cpu: [{ id: "cpu3c", vcpuCount: 2, minCudaVersion: "12.1" }] },
      422,
    ],
    [
      "an excluded GPU type outside the pools",
      { ...base, gpu: { pools: ["ADA_24"], excludedTypes: ["NVIDIA L4"] } },
      400,
    ],
    ["both gpu and cpu", { ...base, cpu: [{ id: "cpu3c", vcpuCount: 2 }] }, 400],
    ["neither gpu nor cpu", noHardware, 400],
    ["workers.min above workers.max", { ...base, workers: { min: 4, max: 3 } }, 400],
    [
      "both CUDA constraints",
      { ...base, gpu: { pools: ["ADA_24"], allowedCudaVersions: ["12.8"], minCudaVersion: "12.1" } },
      400,
    ],
    ["an unknown volume", { ...base, networkVolumes: ["nope"] }, 400],
    ["an unknown template", { ...base, templateId: "nope" }, 404],
  ];
  test.each(cases)("returns the status $2 for a request with %s", async (_name, body, status) => {
    expect((await create(body)).status).toBe(status);
  });

  test("refuses an idleTimeout for a queue-based endpoint that scales by REQUEST_COUNT", async () => {
    const { body } = await create({ ...base, scaling: requestCount, workers: { idleTimeout: 5 } });
    expect(body.detail).toBe("idleTimeout does not apply to queue-based endpoints scaling on requestCount");
  });
});

describe("updateEndpoint", () => {
  const cases: [string, object, number][] = [
    ["an empty body", {}, 200],
    ["CPUs instead of GPUs", { cpu: [{ id: "cpu3c", vcpuCount: 2 }] }, 400],
    ["another type of scaling", { scaling: requestCount }, 200],
  ];
  test.each(cases)("returns the status $2 for a request with %s", async (_name, body, status) => {
    const { id } = (await create(base)).body;
    expect((await it.patch(`/v2/serverless/${id}`, body)).status).toBe(status);
  });

  test("refuses QUEUE_DELAY for a load balancer", async () => {
    const { id } = (await create({ ...base, type: "LOAD_BALANCER", scaling: requestCount })).body;
    expect((await it.patch(`/v2/serverless/${id}`, { scaling })).status).toBe(400);
  });

  test("keeps the excluded GPU types unless the request names the pools", async () => {
    const pools = ["AMPERE_24"];
    const { id } = (await create({ ...base, gpu: { pools, excludedTypes: ["NVIDIA L4"] } })).body;
    const patch = async (gpu: object) => (await it.patch(`/v2/serverless/${id}`, { gpu })).body.gpu;
    expect(await patch({ count: 2 })).toMatchObject({ pools, excludedTypes: ["NVIDIA L4"], count: 2 });
    expect(await patch({ pools })).not.toHaveProperty("excludedTypes");
  });
});

describe("an endpoint", () => {
  test("appears over both REST and GraphQL", async () => {
    const volume = await it.volume();
    const { id } = (
      await create({ ...base, scaling: requestCount, networkVolumes: [volume.id], flashboot: "FLASHBOOT" })
    ).body;
    const { body } = await it.query(
      "{ myself { endpoints { id gpuIds type scalerType scalerValue networkVolumeId flashBootType } } }",
    );
    const scaler = { scalerType: "REQUEST_COUNT", scalerValue: 2, flashBootType: "FLASHBOOT" };
    expect(body.data.myself.endpoints).toEqual([
      { id, gpuIds: "ADA_24", type: "QB", ...scaler, networkVolumeId: volume.id },
    ]);
    const other = await it.endpoint({ gpuIds: "AMPERE_16,AMPERE_24", workersMax: 7 });
    expect(await it.get(`/v2/serverless/${other}`)).toMatchObject({
      image: "worker",
      gpu: { pools: ["AMPERE_16", "AMPERE_24"] },
      workers: { max: 7 },
    });
  });

  test("follows later changes of its template only if the endpoint was created over GraphQL", async () => {
    const template = await it.template({ name: "shared" });
    const rest = (await create({ ...base, image: undefined, templateId: template.id })).body.id;
    const { body } = await it.save({ name: "graphql", gpuIds: "ADA_24", templateId: template.id });
    await it.patch(`/v2/templates/${template.id}`, { image: "later" });
    expect((await it.get(`/v2/serverless/${rest}`)).image).toBe("worker");
    expect((await it.get(`/v2/serverless/${body.data.saveEndpoint.id}`)).image).toBe("later");
  });

  test("can be deleted over REST while it has workers", async () => {
    const id = await it.endpoint({ workersMin: 1 });
    const { templateId } = it.emulator.state().endpoints[0]!;
    expect((await it.delete(`/v2/serverless/${id}`)).status).toBe(204);
    expect(await it.statusOf(`/v2/templates/${templateId}`)).toBe(404);
    expect(await it.statusOf(`/v2/serverless/${id}`)).toBe(404);
  });

  test("has no template in the list of templates if the endpoint was created over REST", async () => {
    await create(base);
    expect(await it.get("/v2/templates")).toEqual({ templates: [], ...onlyPage });
  });
});
