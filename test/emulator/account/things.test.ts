import { describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const it = useEmulator({ releaseLag: 120_000 });

describe("templates", () => {
  test("keep their mount after an update with empty mounts", async () => {
    const { id } = await it.template({ serverless: false });
    const persistent = { size: 10, path: "/d" };
    expect((await it.patch(`/v2/templates/${id}`, { mounts: { persistent } })).body.mounts).toEqual({
      persistent,
    });
    expect((await it.patch(`/v2/templates/${id}`, { mounts: {} })).body.mounts).toEqual({ persistent });
  });

  test("have unique names in the account", async () => {
    await it.template({ name: "one" });
    expect((await it.post("/v2/templates", { name: "one", image: "x" })).status).toBe(400);
    const { id } = await it.template({ name: "two" });
    expect((await it.patch(`/v2/templates/${id}`, { name: "one" })).status).toBe(400);
    expect((await it.patch(`/v2/templates/${id}`, { name: "two" })).status).toBe(200);
  });

  test("cannot be changed or deleted if they are public", async () => {
    const body = await it.get("/v2/catalog/templates");
    const [{ id }] = body.templates;
    expect(await it.statusOf(`/v2/templates/${id}`)).toBe(200);
    expect((await it.patch(`/v2/templates/${id}`, {})).status).toBe(404);
    expect((await it.delete(`/v2/templates/${id}`)).status).toBe(404);
  });

  test("cannot be deleted while an endpoint uses them", async () => {
    const id = await it.endpoint({ workersMax: 0 });
    const { templateId } = it.emulator.state().endpoints[0]!;
    expect((await it.delete(`/v2/templates/${templateId}`)).status).toBe(400);
    await it.query(`mutation { deleteEndpoint(id: "${id}") }`);
    expect((await it.delete(`/v2/templates/${templateId}`)).status).toBe(400);
    it.advance(120_000);
    expect((await it.delete(`/v2/templates/${templateId}`)).status).toBe(204);
  });
});

describe("network volumes", () => {
  test("can grow but not shrink", async () => {
    const volume = await it.volume();
    expect(volume).toEqual({ id: volume.id, name: "v", size: 10, dataCenter: "US-TX-3", type: "STANDARD" });
    const patch = (body: object) => it.patch(`/v2/network-volumes/${volume.id}`, body);
    expect((await patch({ size: 20, name: "w" })).body).toMatchObject({ size: 20, name: "w" });
    expect((await patch({ size: 19 })).status).toBe(400);
  });

  test("cannot be created in a data center that does not offer their type", async () => {
    const create = (body: object) => it.post("/v2/network-volumes", { name: "v", size: 10, ...body });
    expect((await create({ dataCenter: "US-GA-2" })).body.detail).toContain("US-TX-3");
    const fast = await create({ dataCenter: "US-KS-2", type: "HIGH_PERFORMANCE" });
    expect([fast.status, fast.body.detail.includes("EU-CZ-1")]).toEqual([400, false]);
  });

  test("cannot be deleted while a pod or an endpoint uses them", async () => {
    const { id } = await it.volume();
    const pod = await it.pod({ mounts: { network: [{ volumeId: id, path: "/n" }] } });
    expect((await it.delete(`/v2/network-volumes/${id}`)).status).toBe(400);
    await it.delete(`/v2/pods/${pod.id}`);
    expect((await it.delete(`/v2/network-volumes/${id}`)).status).toBe(400);
    it.advance(120_000);
    const endpoint = await it.endpoint({ networkVolumeId: id });
    expect((await it.delete(`/v2/network-volumes/${id}`)).status).toBe(400);
    it.emulator.changeEndpoint(endpoint, { networkVolumeId: null });
    expect((await it.delete(`/v2/network-volumes/${id}`)).status).toBe(204);
    expect((await it.delete(`/v2/network-volumes/${id}`)).status).toBe(404);
  });
});

describe("registries", () => {
  test("never show their user name or password", async () => {
    const reply = await it.post("/v2/registries", { name: "r", username: "u", password: "secret" });
    expect(reply.body).toEqual({ id: expect.any(String), name: "r" });
    expect(await it.get(`/v2/registries/${reply.body.id}`)).toEqual(reply.body);
    expect(await it.get("/v2/registries")).toEqual({ registries: [reply.body] });
  });

  test("cannot be deleted while a pod uses them", async () => {
    const { id } = await it.registry();
    const template = await it.template({ registry: id });
    const pod = await it.pod({ registry: id });
    expect((await it.delete(`/v2/registries/${id}`)).status).toBe(400);
    await it.delete(`/v2/pods/${pod.id}`);
    it.advance(120_000);
    expect((await it.delete(`/v2/registries/${id}`)).status).toBe(204);
    expect((await it.get(`/v2/templates/${template.id}`)).registry).toBeNull();
  });
});
