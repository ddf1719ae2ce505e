import { describe, expect, test } from "vitest";
import { gpu, problem, startWorld, useEmulator } from "../support/harness";

const it = useEmulator();
const readOnly = { authorization: "Bearer emulator-read-only" };

describe("API keys", () => {
  const surfaces: [string, string, string][] = [
    ["REST", "GET", "/v2/pods"],
    ["GraphQL", "POST", "/graphql"],
    ["job operations", "GET", "/v2/someendpoint00/health"],
  ];
  test.each(surfaces)("are required for %s", async (_name, method, url) => {
    const body = method === "POST" ? { query: "{ myself { id } }" } : undefined;
    expect((await it.send(method, url, body, { authorization: "" })).status).toBe(401);
    expect((await it.send(method, url, body, { authorization: "Bearer wrong" })).status).toBe(401);
  });

  test('work for job operations without the word "Bearer"', async () => {
    const bare = { authorization: "emulator-key" };
    expect((await it.send("GET", "/v2/pods", undefined, bare)).status).toBe(401);
    expect((await it.send("GET", "/v2/pods?api_key=emulator-key", undefined, { authorization: "" })).status).toBe(401);
    const id = await it.endpoint();
    expect((await it.send("GET", `/v2/${id}/health`, undefined, bare)).status).toBe(200);
    expect(await it.statusOf(`/v2/${id}/health`)).toBe(200);
    const query = { query: "{ myself { id } }" };
    expect((await it.post("/graphql", query)).status).toBe(200);
    expect((await it.post("/graphql?api_key=emulator-key", query, { authorization: "" })).status).toBe(200);
    expect((await it.post("/graphql?api_key=wrong", query, { authorization: "" })).status).toBe(401);
  });

  test("can be set with the option apiKey", async () => {
    const own = await startWorld({ apiKey: "own-key" });
    const stranger = { authorization: "Bearer emulator-key" };
    expect(own.emulator.apiKey).toBe("own-key");
    expect(await own.statusOf("/v2/pods")).toBe(200);
    expect((await own.send("GET", "/v2/pods", undefined, stranger)).status).toBe(401);
  });

  test("with read-only rights can read but not change resources", async () => {
    const id = await it.endpoint();
    expect((await it.send("GET", "/v2/pods", undefined, readOnly)).status).toBe(200);
    expect((await it.send("GET", `/v2/${id}/health`, undefined, readOnly)).status).toBe(200);
    expect((await it.post("/graphql", { query: "{ myself { id } }" }, readOnly)).status).toBe(200);
    // Operations over REST are tried one by one, with every other thing that each refuses.
    expect((await it.post(`/v2/${id}/run`, { input: { n: 1 } }, readOnly)).status).toBe(403);
    const query = `mutation { deleteEndpoint(id: "${id}") }`;
    expect((await it.post("/graphql", { query }, readOnly)).status).toBe(403);
  });
});

describe("responses", () => {
  test("with an error have the error format of their API", async () => {
    const { headers, body } = await it.send("GET", "/v2/pods/nope");
    expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(body).toEqual({ title: "Not Found", status: 404, detail: "pod not found" });
    expect(await it.get("/v2/nope/health")).toEqual(problem(404, "endpoint not found"));
    expect(await it.job(await it.endpoint(), "nope")).toEqual(problem(404, "job not found"));
    const refused = await it.post("/graphql", { query: "{" }, { authorization: "x" });
    expect(refused).toMatchObject({ status: 401, body: { errors: [{ message: "no token provided" }], data: null } });
  });

  test("from REST contain rate limit headers, except for a 401", async () => {
    expect((await it.send("GET", "/v2/pods", undefined, { authorization: "" })).headers.ratelimit).toBeUndefined();
    for (const url of ["/v2/pods", "/v2/pods/nope", "/v2/pods/a/b/c", "/v2/catalog/gpus"]) {
      const { headers } = await it.send("GET", url);
      expect(headers["ratelimit-policy"]).toBe('"minute";q=60;w=60, "hour";q=3000;w=3600, "day";q=50000;w=86400');
      expect(headers.ratelimit).toBe('"minute";r=60;t=60, "hour";r=3000;t=3600, "day";r=50000;t=86400');
    }
  });
});

describe("an unsupported request", () => {
  test("with the method HEAD gets a 405 that names the allowed methods", async () => {
    const { status, headers } = await it.send("HEAD", "/v2/pods");
    expect([status, headers.allow]).toEqual([405, "GET, POST"]);
  });

  test("to an unknown path of REST gets a 422", async () => {
    const { status, body } = await it.send("GET", "/v2/pods/a/b/c");
    expect([status, body.errors]).toEqual([422, ["GET Path /v2/pods/a/b/c was not found"]]);
    expect(await it.statusOf("/elsewhere")).toBe(404);
  });
});

describe("the emulator", () => {
  test("checks a request's key, permission, route, body and resource in this order", async () => {
    const bad = "{";
    expect((await it.send("PUT", "/v2/pods/x", bad, { authorization: "" })).status).toBe(401);
    expect((await it.send("PUT", "/v2/pods/x", bad, readOnly)).status).toBe(403);
    expect((await it.send("PUT", "/v2/pods/x", bad)).status).toBe(405);
    expect((await it.patch("/v2/pods/x", bad)).status).toBe(400);
    expect((await it.patch("/v2/pods/x", { cloud: 1 })).status).toBe(422);
    expect((await it.patch("/v2/pods/x", {})).status).toBe(404);
  });

  test("checks the pod's state before the requested values, and the values before the capacity", async () => {
    const { id } = await it.runningPod();
    await it.patch(`/v2/pods/${id}`, { locked: true });
    expect((await it.patch(`/v2/pods/${id}`, { image: "" })).status).toBe(409);
    it.emulator.setStock({ count: 0 });
    const { body } = await it.post("/v2/pods", { name: "p", image: "x", gpu: { id: gpu }, ports: ["x"] });
    expect(body.detail).toContain("port");
  });

  test("creates the same ids again after a reset", async () => {
    const first = await it.pod();
    it.emulator.reset();
    const second = await it.pod();
    expect(second.id).toBe(first.id);
    expect(first.id).toMatch(/^[a-z0-9]{14}$/);
  });
});
