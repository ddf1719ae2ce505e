import { describe, expect, test } from "vitest";
import { startEmulator } from "../../../emulator";
import { gpu, problem, type Reply, useEmulator } from "../support/harness";

const it = useEmulator();
const body = { name: "p", image: "x", gpu: { id: gpu } };

/** Faults that cut the connection need a real connection. */
const fetchRest = (method: string, path: string, payload?: object) =>
  fetch(it.emulator.url + path, {
    method,
    headers: { authorization: `Bearer ${it.emulator.apiKey}` },
    ...(payload ? { body: JSON.stringify(payload) } : {}),
  });

describe("planned faults", () => {
  test("affect only one request each by default", async () => {
    it.emulator.addFault({ operation: "listPods", effect: { status: 503 } });
    const reply = await it.send("GET", "/v2/pods");
    expect([reply.status, reply.body.title]).toEqual([503, "Service Unavailable"]);
    expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(await it.statusOf("/v2/pods")).toBe(200);
  });

  test("can make the emulator answer with any body and headers", async () => {
    it.emulator.addFault({ operation: "getPod", effect: { status: 429, headers: { "Retry-After": "7" } } });
    it.emulator.addFault({ operation: "listPods", effect: { status: 500, body: "<html>" } });
    expect((await it.send("GET", "/v2/pods/x")).headers["retry-after"]).toBe("7");
    const html = await it.send("GET", "/v2/pods");
    expect([html.status, html.text]).toEqual([500, "<html>"]);
  });

  test("can make the emulator answer with RunPod's own error messages", async () => {
    const refused = async (fault: object, send: () => Promise<Reply>) => {
      await it.control("/faults", { operation: "*", effect: fault });
      const reply = await send();
      return [reply.status, reply.body];
    };
    const create = () => it.post("/v2/pods", body);
    const detail = "Your account balance is too low to rent a pod. Please add funds to your account.";
    expect(await refused({ refusal: "balance" }, create)).toEqual([402, problem(402, detail)]);
    const query = () => it.query("{ myself { id } }");
    expect(await refused({ refusal: "access" }, query)).toEqual([200, { data: { myself: null } }]);
    expect(await refused({ refusal: "access" }, create)).toEqual([403, problem(403, "access denied")]);
    const submit = () => it.post("/v2/e/run", { input: { n: 1 } });
    expect(await refused({ refusal: "internal" }, submit)).toMatchObject([500, { status: 500 }]);
    expect((await it.get("/v2/pods")).pods).toEqual([]);
    const late = { refusal: "instances", interface: "v1", afterWork: true };
    const error = "create pod: There are no instances currently available";
    expect(await refused(late, create)).toEqual([500, { error, status: 500 }]);
    expect((await it.get("/v2/pods")).pods).toHaveLength(1);
  });

  test("can exhaust several rate limits at once", async () => {
    const exhausted: ["minute", "hour"] = ["minute", "hour"];
    it.emulator.addFault({ operation: "listPods", effect: { exhausted } });
    it.emulator.addFault({ operation: "myself", effect: { exhausted, retryAfter: "date" } });
    const reply = await it.send("GET", "/v2/pods");
    expect([reply.status, reply.body.detail]).toEqual([429, "rate limit exceeded for the minute window"]);
    expect(reply.headers).toMatchObject({
      ratelimit: '"minute";r=0;t=60, "hour";r=0;t=3600, "day";r=50000;t=86400',
      "retry-after": "60",
    });
    const overGraphql = await it.query("{ myself { id } }");
    expect([overGraphql.status, overGraphql.body.data]).toEqual([429, null]);
    expect(overGraphql.headers["retry-after"]).toBe("Mon, 01 Jun 2026 12:01:00 GMT");
    expect(await it.statusOf("/v2/pods")).toBe(200);
  });

  test("can skip one request and then affect two requests", async () => {
    it.emulator.addFault({ operation: "listPods", skip: 1, times: 2, effect: { status: 500 } });
    const seen = [];
    for (let i = 0; i < 5; i++) seen.push(await it.statusOf("/v2/pods"));
    expect(seen).toEqual([200, 500, 500, 200, 200]);
  });

  test.each([
    ["dropRequest, before the request has an effect", { dropRequest: true }, 0],
    ["dropResponse, after the request has had its effect", { dropResponse: true }, 1],
  ] as const)("can cut the connection with %s", async (_what, effect, pods) => {
    it.emulator.addFault({ operation: "createPod", effect });
    await expect(fetchRest("POST", "/v2/pods", body)).rejects.toThrow();
    expect(it.emulator.state().pods).toHaveLength(pods);
    expect(it.emulator.requests()).toMatchObject([{ operation: "createPod", status: 0 }]);
  });

  test("can return an error after the operation has had its effect (`afterWork`)", async () => {
    it.emulator.addFault({ operation: "createPod", effect: { status: 500, afterWork: true } });
    const reply = await it.post("/v2/pods", body);
    expect([reply.status, reply.body.title]).toEqual([500, "Internal Server Error"]);
    expect(it.emulator.state().pods).toHaveLength(1);
    it.emulator.addFault({ operation: "createPod", effect: { status: 502, body: "bad gateway", afterWork: true } });
    expect((await it.post("/v2/pods", body)).text).toBe("bad gateway");
    expect(it.emulator.state().pods).toHaveLength(2);
  });

  test("can return invalid JSON after the operation has had its effect (`malformed`)", async () => {
    it.emulator.addFault({ operation: "createPod", effect: { malformed: true } });
    const reply = await it.post("/v2/pods", body);
    expect([reply.status, reply.body]).toEqual([200, undefined]);
    expect(it.emulator.state().pods).toHaveLength(1);
  });

  test("with `noCapacity` do not hide the error about an invalid pod", async () => {
    it.emulator.addFault({ operation: "createPod", times: 2, effect: { noCapacity: true } });
    expect((await it.post("/v2/pods", { name: "p" })).status).toBe(422);
    const reply = await it.post("/v2/pods", body);
    expect([reply.status, reply.body.detail.startsWith("There are no longer any instances")]).toEqual([400, true]);
    expect(it.emulator.state().pods).toEqual([]);
  });

  test("do not hide the error about an invalid cluster (`noCapacity`)", async () => {
    it.emulator.addFault({ operation: "createCluster", times: 2, effect: { noCapacity: true } });
    const compute = { gpuTypeId: "NVIDIA H100 80GB HBM3", gpuCountPerPod: 8, podCount: 2 };
    const cluster = { name: "c", type: "TRAINING", image: "nginx", compute };
    expect((await it.post("/v2/clusters", { ...cluster, compute: {} })).status).toBe(422);
    expect((await it.post("/v2/clusters", cluster)).body.detail).toMatch(/^There are no longer any instances/);
    expect(await it.get("/v2/clusters")).toEqual({ clusters: [] });
    it.emulator.addFault({ operation: "createEndpoint", effect: { noCapacity: true } });
    expect((await it.post("/v2/serverless", {})).body.detail).toMatch(/^There are no longer any instances/);
  });

  test("can delay a response in real time (`delayMs`)", async () => {
    it.emulator.addFault({ operation: "listPods", effect: { delayMs: 40 } });
    const start = performance.now();
    await it.send("GET", "/v2/pods");
    expect(performance.now() - start).toBeGreaterThanOrEqual(39);
  });

  test("end a delay when the emulator closes, and the emulator does not carry out the delayed request", async () => {
    const emulator = await startEmulator();
    emulator.addFault({ operation: "createPod", effect: { delayMs: 600_000 } });
    const headers = { authorization: `Bearer ${emulator.apiKey}` };
    const reply = emulator.inject({ method: "POST", url: "/v2/pods", headers, payload: body });
    await expect.poll(() => emulator.counts()).toEqual({ createPod: 1 });
    await emulator.close();
    await reply;
    expect(emulator.state().pods).toEqual([]);
  });

  test("match a GraphQL request by the first operation in its document", async () => {
    it.emulator.addFault({ operation: "myself", effect: { status: 200, body: { errors: [{ message: "busy" }] } } });
    expect((await it.query("{ me: myself { id } }")).body.errors[0].message).toBe("busy");
    it.emulator.addFault({ operation: "saveEndpoint", effect: { status: 502 } });
    expect((await it.query("{ myself { id } }")).status).toBe(200);
    const { status, body } = await it.save({ name: "abc" });
    expect([status, body.data]).toEqual([502, null]);
  });

  test("can hide a resource only from lists (`absent`)", async () => {
    const pod = await it.pod({ name: "web-1" });
    const other = await it.pod({ name: "other" });
    const volume = await it.volume();
    const template = await it.template({ name: "web-t" });
    const registry = await it.registry();
    const endpoint = await it.endpoint();
    const lists = {
      "/v2/pods": ["pods", pod.id],
      "/v2/serverless": ["endpoints", endpoint],
      "/v2/templates": ["templates", template.id],
      "/v2/network-volumes": ["networkVolumes", volume.id],
      "/v2/registries": ["registries", registry.id],
    } as const;
    for (const [path, [key, id]] of Object.entries(lists)) {
      it.emulator.addFault({ operation: "*", skip: 1, times: 2, effect: { absent: id } });
      const shows = [];
      for (let i = 0; i < 4; i++) {
        const ids = (await it.get(path))[key].map((one: { id: string }) => one.id);
        shows.push(ids.includes(id));
        if (path === "/v2/pods") expect(ids).toContain(other.id);
        expect(await it.statusOf(`${path}/${id}`)).toBe(200);
      }
      expect(shows, path).toEqual([true, false, false, true]);
    }
  });

  test("can show the account as it was when the fault was planned (`older`)", async () => {
    const { id } = await it.create("/v2/pods", { ...body, name: "old" });
    const older = (operation: string, times: number) =>
      it.control("/faults", { operation, times, effect: { older: true } });
    await older("getPod", 1);
    await older("listPods", 2);
    await older("myself", 1);
    await it.patch(`/v2/pods/${id}`, { name: "new" });
    await it.endpoint();
    const list = async () => (await it.get("/v2/pods")).pods.map(({ name }: { name: string }) => name);
    const one = async () => (await it.get(`/v2/pods/${id}`)).name;
    const seen = [await list(), await one(), await one(), await list(), await list()];
    expect(seen).toEqual([["old"], "old", "new", ["old"], ["new"]]);
    const endpoints = async () => (await it.query("{ myself { endpoints { id } } }")).body.data.myself.endpoints.length;
    expect([await endpoints(), await endpoints()]).toEqual([0, 1]);
    await older("*", 1);
    await it.patch(`/v2/pods/${id}`, { name: "newer" });
    expect([await one(), await one()]).toEqual(["new", "newer"]);
  });

  test("can hide a resource that a later request creates (`absent`)", async () => {
    const plan = { operation: "myself", times: 1, effect: { absent: "end*" } };
    expect((await it.post("/_emulator/faults", plan, { authorization: "" })).status).toBe(204);
    const listed = async () => (await it.query("{ myself { endpoints { id } } }")).body.data.myself.endpoints;
    expect(await listed()).toEqual([]);
    const id = await it.endpoint();
    expect((await it.get("/v2/serverless")).endpoints).toHaveLength(1);
    expect((await it.query("{ myself { podTemplates { id } } }")).body.data.myself.podTemplates).toHaveLength(1);
    it.emulator.addFault({ operation: "myself", effect: { status: 502 } });
    expect((await it.query("{ myself { endpoints { id } } }")).status).toBe(502);
    expect(await listed()).toEqual([]);
    expect(await listed()).toEqual([{ id }]);
  });

  test("can be added and removed over HTTP", async () => {
    const plan = { operation: "listPods", times: 9, effect: { status: 500 } };
    expect((await it.post("/_emulator/faults", plan, { authorization: "" })).status).toBe(204);
    expect(await it.statusOf("/v2/pods")).toBe(500);
    await it.delete("/_emulator/faults");
    expect(await it.statusOf("/v2/pods")).toBe(200);
    const mistakes = [{ operation: "x", effect: {} }, { effect: { status: 500 } }, { ...plan, effect: { staus: 500 } }];
    for (const mistake of mistakes) expect((await it.post("/_emulator/faults", mistake)).status).toBe(400);
  });
});
