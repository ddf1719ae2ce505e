import { describe, expect, test } from "vitest";
import { gpu, startWorld, useEmulator } from "../support/harness";

const it = useEmulator();
const refusal =
  "There are no longer any instances available with the requested specifications. Please refresh and try again.";
const startRefusal = "There are not enough free GPUs on the host machine to start this pod.";
const create = (extra: object = {}) => it.post("/v2/pods", { name: "p", image: "x", gpu: { id: gpu }, ...extra });

describe("a new pod", () => {
  test("is refused with RunPod's message when the stock is empty", async () => {
    it.emulator.setStock({ gpu, cloud: "SECURE", count: 0 });
    const reply = await create();
    expect([reply.status, reply.body.detail]).toEqual([400, refusal]);
    expect((await create({ cloud: "COMMUNITY" })).status).toBe(201);
    expect((await create({ gpu: { id: "NVIDIA A40" } })).status).toBe(201);
  });

  test("runs only in a requested data center", async () => {
    it.emulator.setStock({ gpu, dataCenter: "EU-RO-1", count: 0 });
    expect((await create({ dataCenterIds: ["EU-RO-1"] })).body.detail).toBe(refusal);
    expect((await create({ dataCenterIds: ["EU-RO-1", "EU-CZ-1"] })).body.dataCenterId).toBe("EU-CZ-1");
    expect((await create({ dataCenterIds: [] })).status).toBe(201);
  });

  test("takes GPUs from the stock until the pod stops or is deleted", async () => {
    it.emulator.setStock({ gpu, count: 0 });
    it.emulator.setStock({ gpu, cloud: "SECURE", dataCenter: "US-TX-3", count: 2 });
    const { id } = await it.runningPod({ gpu: { id: gpu, count: 2 } });
    expect((await create()).status).toBe(400);
    await it.post(`/v2/pods/${id}/action`, { action: "stop" });
    const second = await it.pod();
    const start = await it.post(`/v2/pods/${id}/action`, { action: "start" });
    expect([start.status, start.body.detail]).toEqual([400, startRefusal]);
    await it.delete(`/v2/pods/${second.id}`);
    expect((await it.post(`/v2/pods/${id}/action`, { action: "start" })).status).toBe(200);
  });

  test("is refused if the pod needs more GPUs than one machine has", async () => {
    expect((await create({ gpu: { id: gpu, count: 9 } })).body.detail).toBe(refusal);
  });

  test("that needs CUDA 12.11 gets no host with CUDA 12.8", async () => {
    const cuda = (constraint: object) => create({ gpu: { id: gpu, ...constraint } });
    expect((await cuda({ minCudaVersion: "12.11" })).body.detail).toBe(refusal);
    expect((await cuda({ minCudaVersion: "12.8" })).body.cudaVersion).toBe("12.8");
    expect((await cuda({ allowedCudaVersions: ["12.4"] })).body.cudaVersion).toBe("12.4");
    expect((await cuda({ allowedCudaVersions: ["12.5"] })).body.detail).toBe(refusal);
  });

  test("has one GPU if the request names no number of GPUs", async () => {
    expect((await create()).body.gpu.count).toBe(1);
    const strict = await startWorld({ gpuCountRequired: true });
    const send = async (count?: number) =>
      (await strict.post("/v2/pods", { name: "p", image: "x", gpu: { id: gpu, count } })).body;
    expect((await send()).detail).toBe(refusal);
    expect((await send(1)).gpu.count).toBe(1);
  });

  test("is refused if hosts lack the requested memory or vCPUs for each GPU", async () => {
    const host = (filters: object) => create({ gpu: { id: gpu, count: 2, ...filters } });
    expect((await host({ minVcpuCountPerGpu: 9 })).body.detail).toBe(refusal);
    expect((await host({ minRamPerGpu: 49 })).body.detail).toBe(refusal);
    const { body } = await host({ minVcpuCountPerGpu: 8, minRamPerGpu: 48 });
    expect(body.gpu).toEqual({ id: gpu, count: 2, vcpuCount: 16, memory: 96 });
    expect((await it.patch(`/v2/pods/${body.id}`, { gpu: { minRamPerGpu: 1 } })).status).toBe(422);
  });
});

describe("the template of a pod", () => {
  test("is copied when the pod is created", async () => {
    const settings = { image: "from-template", args: "serve", disk: 33, env: { A: "t", B: "t" }, ports: ["80/http"] };
    const template = await it.template({ serverless: false, ...settings, startSsh: false, startJupyter: false });
    const { body } = await it.post("/v2/pods", {
      name: "p",
      gpu: { id: gpu },
      templateId: template.id,
      env: { B: "b" },
    });
    expect(body).toMatchObject({ ...settings, env: { A: "t", B: "b" } });
    await it.patch(`/v2/templates/${template.id}`, { image: "later" });
    expect((await it.get(`/v2/pods/${body.id}`)).image).toBe("from-template");
  });

  test("cannot be deleted before the pod", async () => {
    const { id: template } = await it.template({ serverless: false });
    const { id: other } = await it.template({ serverless: false, name: "other" });
    const { body: pod } = await create({ templateId: template });
    expect(pod.template).toBe(template);
    expect((await it.patch(`/v2/pods/${pod.id}`, { templateId: other })).body.template).toBe(template);
    expect((await it.pod()).template).toBeNull();
    const refused = await it.delete(`/v2/templates/${template}`);
    expect([refused.status, refused.body.detail]).toEqual([400, `template is in use by pod ${pod.id}`]);
    await it.delete(`/v2/pods/${pod.id}`);
    expect((await it.delete(`/v2/templates/${template}`)).status).toBe(204);
  });

  test("must exist and be a template for pods", async () => {
    const { id: serverless } = await it.template();
    expect((await create({ templateId: "nope" })).status).toBe(404);
    expect((await create({ templateId: serverless })).status).toBe(422);
    const { id } = await it.pod();
    expect((await it.patch(`/v2/pods/${id}`, { templateId: "nope" })).status).toBe(404);
    expect((await it.patch(`/v2/pods/${id}`, { templateId: serverless })).status).toBe(422);
  });

  test("gives a CPU pod no persistent mount and no CUDA versions", async () => {
    const { id } = await it.template({
      serverless: false,
      mounts: { persistent: { size: 10, path: "/d" } },
      allowedCudaVersions: ["99.9"],
    });
    const cpu = await create({ gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2 }, templateId: id });
    expect([cpu.status, cpu.body.mounts]).toEqual([201, {}]);
    expect((await create({ templateId: id })).body.detail).toBe(refusal);
    const own = await create({ templateId: id, gpu: { id: gpu, allowedCudaVersions: [] } });
    expect(own.body.mounts).toEqual({ persistent: { size: 10, path: "/d" } });
  });

  test("replaces the pod's environment if an update names the template", async () => {
    const template = await it.template({ serverless: false, env: { A: "t", B: "t" } });
    const { id } = await it.pod({ env: { OLD: "1" } });
    const { body } = await it.patch(`/v2/pods/${id}`, { templateId: template.id, env: { B: "b" } });
    expect(body).toMatchObject({ image: "worker" });
    expect(body.env).toEqual({ A: "t", B: "b" });
  });
});

test("a pod with startJupyter gets a generated password in its environment", async () => {
  expect((await create({ startJupyter: true })).body.env).toEqual({
    JUPYTER_PASSWORD: expect.stringMatching(/^\w{14}$/),
  });
});
