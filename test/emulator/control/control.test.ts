import { describe, expect, test } from "vitest";
import { gpu, onlyPage, startWorld, useEmulator } from "../support/harness";

const it = useEmulator();
describe("the request journal", () => {
  test("lists and counts every request under the name of its operation", async () => {
    const id = await it.endpoint();
    await it.send("GET", "/v2/pods/nope");
    await it.post(`/v2/${id}/purge-queue`);
    await it.send("GET", "/v2/nothing/at/all/known");
    const { body } = await it.control("/requests", undefined, "GET");
    expect(body.counts).toEqual({ createTemplate: 1, saveEndpoint: 1, getPod: 1, "purge-queue": 1, unknown: 1 });
    const request = { surface: "rest", operation: "getPod", method: "GET", path: "/v2/pods/nope", status: 404 };
    expect(body.requests[2]).toEqual({ at: "2026-06-01T12:00:00Z", ...request });
    expect((await it.control("/requests", undefined, "DELETE")).status).toBe(204);
    expect((await it.control("/requests", undefined, "GET")).body).toEqual({ requests: [], counts: {} });
  });

  test("contains no keys, query strings or bodies", async () => {
    await it.query("{ myself { id } }");
    await it.post("/v2/registries", { name: "r", username: "canary-user", password: "canary-password" });
    await it.send("GET", "/v2/pods?canary=1");
    const { text } = await it.control("/requests", undefined, "GET");
    for (const secret of ["emulator-key", "api_key", "canary"]) expect(text).not.toContain(secret);
  });
});

describe("control calls", () => {
  test("can change or delete a pod", async () => {
    const { id } = await it.runningPod();
    const { body } = await it.control(`/pods/${id}`, { status: "EXITED", name: "renamed", env: { X: "1" } });
    expect(body).toMatchObject({ status: "EXITED", name: "renamed", env: { X: "1" }, cost: 0 });
    await it.control(`/pods/${id}`, { deleted: true });
    expect(await it.statusOf(`/v2/pods/${id}`)).toBe(404);
    expect((await it.control(`/pods/${id}`, {})).status).toBe(404);
  });

  test("can change or delete an endpoint", async () => {
    const id = await it.endpoint({ workersMin: 1 });
    expect((await it.control(`/endpoints/${id}`, { workersMin: 0, workersMax: 0 })).body).toMatchObject({
      pods: [],
    });
    await it.control(`/endpoints/${id}`, { deleted: true });
    expect(it.emulator.state().endpoints).toEqual([]);
  });

  test("can delete templates, volumes and registries", async () => {
    const template = await it.template();
    const volume = await it.volume();
    const registry = await it.registry();
    expect((await it.control(`/templates/${template.id}`, { image: "other" })).body.image).toBe("other");
    expect((await it.control(`/network-volumes/${volume.id}`, { size: 99 })).body.size).toBe(99);
    for (const path of [`/templates/${template.id}`, `/network-volumes/${volume.id}`, `/registries/${registry.id}`])
      expect((await it.control(path, { deleted: true })).status).toBe(200);
    expect(it.emulator.state()).toMatchObject({ templates: [], networkVolumes: [], registries: [] });
  });

  test("refuse an unknown field with an error that names the field", async () => {
    const { id } = await it.pod();
    const reply = await it.control(`/pods/${id}`, { sttus: "EXITED" });
    expect([reply.status, reply.body.error.includes("sttus")]).toEqual([400, true]);
  });
});

test("control calls can set time, stock, scripts, log lines and the variables that RunPod adds to pods", async () => {
  await it.control("/script", { pods: { match: { name: "p" }, outcome: "exit" } });
  await it.control("/platform-env", { FROM_PLATFORM: "1" });
  const { id, env } = await it.pod();
  expect(env).toEqual({ FROM_PLATFORM: "1" });
  await it.control("/clock", { advanceMs: 2000 });
  expect((await it.get(`/v2/pods/${id}`)).status).toBe("EXITED");
  await it.control(`/pods/${id}/log`, { line: "hello from outside" });
  expect((await it.send("GET", `/v2/pods/${id}/logs?tail=1`)).text).toContain("hello from outside");
  await it.control("/stock", { gpu, count: 0 });
  expect((await it.post("/v2/pods", { name: "p", image: "x", gpu: { id: gpu } })).status).toBe(400);
});

test("a reset empties the account and removes planned faults", async () => {
  await it.pod();
  it.emulator.addFault({ operation: "*", times: 99, effect: { status: 500 } });
  await it.control("/reset");
  expect(await it.get("/v2/pods")).toEqual({ pods: [], ...onlyPage });
});

test("control calls do not appear in the request journal", async () => {
  await it.control("/state", undefined, "GET");
  await it.control("/nothing", undefined, "GET");
  expect(it.emulator.requests()).toEqual([]);
});

test("in strict mode, closing the emulator fails after a request to an unknown path", async () => {
  const lines: string[] = [];
  const strict = await startWorld({ strict: true, log: (line) => lines.push(line) });
  await strict.get("/v2/podz");
  expect(strict.emulator.unknownRequests).toEqual(["GET /v2/podz (rest)"]);
  expect(lines.some((line) => line.includes("no route for GET /v2/podz"))).toBe(true);
  await expect(strict.emulator.close()).rejects.toThrow("GET /v2/podz");
});
