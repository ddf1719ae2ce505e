import { describe, expect, test } from "vitest";
import { onlyPage, useEmulator } from "../support/harness";

const it = useEmulator();

const h100 = "NVIDIA H100 80GB HBM3";
const compute = { gpuTypeId: h100, gpuCountPerPod: 8, podCount: 2 };
const body = (extra: object = {}) => ({ name: "c", type: "TRAINING", image: "trainer", compute, ...extra });
const post = (extra: object = {}) => it.post("/v2/clusters", body(extra));

const cluster = (extra: object = {}) => it.create("/v2/clusters", body(extra));

async function running(extra: object = {}) {
  const { id } = await cluster(extra);
  it.advance(2000);
  return await it.get(`/v2/clusters/${id}`);
}

describe("a cluster from a template", () => {
  test("gets the container settings of the template", async () => {
    const { id: registry } = await it.registry();
    const settings = { image: "private", registry, cmd: ["serve"], env: { A: "t" }, ports: ["22/tcp"] };
    const { id: templateId } = await it.template({ serverless: false, ...settings });
    const created = await cluster({ image: undefined, templateId });
    expect(created.template).toBe(templateId);
    const { pods } = await it.get(`/v2/clusters/${created.id}/pods`);
    expect(pods).toMatchObject([{ ...settings, template: templateId }, settings]);
    expect((await it.delete(`/v2/templates/${templateId}`)).status).toBe(400);
  });

  test("cannot be created with its own container settings", async () => {
    const { id: templateId } = await it.template({ name: "pods", serverless: false });
    for (const beside of [{ cmd: ["a"] }, { disk: 20 }, { mounts: { persistent: { size: 10, path: "/d" } } }]) {
      const refused = await post({ image: undefined, templateId, ...beside });
      expect([refused.status, refused.body.detail]).toEqual([
        400,
        `templateId and ${Object.keys(beside)[0]} are mutually exclusive`,
      ]);
    }
    expect((await post({ image: undefined, templateId: "nope" })).status).toBe(404);
    const { id: serverless } = await it.template({ name: "workers" });
    expect((await post({ image: undefined, templateId: serverless })).status).toBe(422);
  });
});

describe("a cluster", () => {
  test("has no ssh endpoint if its primary pod does not expose 22/tcp", async () => {
    expect((await running()).primary).not.toHaveProperty("sshEndpoint");
  });

  test("can be renamed", async () => {
    const { id } = await cluster();
    expect((await it.patch(`/v2/clusters/${id}`, { name: "d" })).body).toMatchObject({ id, name: "d" });
  });

  test("is deleted together with its pods", async () => {
    const { id } = await running();
    expect((await it.delete(`/v2/clusters/${id}`)).status).toBe(204);
    expect(await it.get("/v2/pods?includeClusterPods=true")).toEqual({ pods: [], ...onlyPage });
    for (const [method, path, body] of [
      ["GET", ""],
      ["PATCH", "", { name: "x" }],
      ["DELETE", ""],
      ["GET", "/pods"],
    ] as const)
      expect((await it.send(method, `/v2/clusters/${id}${path}`, body)).status).toBe(404);
  });
});

describe("the pods of a cluster", () => {
  test("appear in the list of all pods only on request", async () => {
    const { id } = await running();
    const alone = await it.pod();
    const ids = async (query: string) => (await it.get(`/v2/pods${query}`)).pods.map((pod: { id: string }) => pod.id);
    const { pods } = await it.get(`/v2/clusters/${id}/pods`);
    expect(pods).toHaveLength(2);
    expect(pods[0]).toMatchObject({
      image: "trainer",
      gpu: { id: h100, count: 8 },
      cluster: { id, rank: 0, ip: "10.65.0.2" },
      dataCenterId: "US-TX-3",
    });
    expect(await ids("")).toEqual([alone.id]);
    expect((await ids("?includeClusterPods=true")).sort()).toEqual(
      [alone.id, ...pods.map((pod: { id: string }) => pod.id)].sort(),
    );
    expect((await it.send("GET", "/v2/pods?includeClusterPods=maybe")).status).toBe(422);
  });

  test.each([
    ["SLURM", ["SLURM_CONTROLLER", "SLURM_COMPUTE"]],
    ["RAY", ["RAY_HEAD", "RAY_WORKER"]],
    ["TRAINING", [undefined, undefined]],
    ["APPLICATION", [undefined, undefined]],
  ])("have the roles of a %s cluster: %j", async (type, roles) => {
    const { id } = await cluster({ type });
    const { pods } = await it.get(`/v2/clusters/${id}/pods`);
    expect(pods.map((pod: { cluster: { role?: string } }) => pod.cluster.role)).toEqual(roles);
  });

  test("cannot be changed or deleted individually", async () => {
    const { id, primary } = await running();
    const path = `/v2/pods/${primary.podId}`;
    const refused = await it.patch(path, { name: "x" });
    expect(refused.body).toMatchObject({ status: 409, detail: `pod belongs to cluster ${id}` });
    expect((await it.delete(path)).status).toBe(409);
    expect((await it.post(`${path}/action`, { action: "terminate" })).status).toBe(409);
    expect((await it.send("GET", path)).body).toMatchObject({ status: "RUNNING" });
  });
});

describe("a request for a new cluster", () => {
  test.each<[object, string]>([
    [{ compute: { ...compute, gpuTypeId: "abacus" } }, "GPU type 'abacus' not found"],
    [{ compute: { ...compute, gpuCountPerPod: 9 } }, "must not exceed 8"],
    [{ dataCenterIds: ["XX-1"] }, "data center 'XX-1' not found"],
    [{ ports: ["80"] }, "port '80'"],
    [{ mounts: { network: [{ volumeId: "v", path: "/v" }] } }, "network volume 'v' not found"],
  ])("with %j gets a 400", async (extra, detail) => {
    expect((await post(extra)).body).toMatchObject({ status: 400, detail: expect.stringContaining(detail) });
  });

  test("creates nothing if no data center has room for all pods", async () => {
    it.emulator.setStock({ gpu: h100, count: 8 });
    expect((await post()).body).toMatchObject({
      status: 400,
      detail:
        "There are no longer any instances available with the requested specifications. Please refresh and try again.",
    });
    it.emulator.setStock({ gpu: h100, dataCenter: "EU-CZ-1", count: 16 });
    expect((await running()).dataCenterId).toBe("EU-CZ-1");
    expect((await post()).status).toBe(400);
    expect((await it.get("/v2/clusters")).clusters).toHaveLength(1);
  });
});
