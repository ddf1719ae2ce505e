import { describe, expect, test } from "vitest";
import { gpu, onlyPage, useEmulator } from "../support/harness";

const it = useEmulator();
const status = async (id: string) => (await it.get(`/v2/pods/${id}`)).status;
const act = (id: string, action: string) => it.post(`/v2/pods/${id}/action`, { action });
const patch = (id: string, change: object) => it.patch(`/v2/pods/${id}`, change);

describe("a pod", () => {
  test("goes from PROVISIONING through STARTING to RUNNING as time passes", async () => {
    const pod = await it.pod();
    expect(pod).toMatchObject({ status: "PROVISIONING", startedAt: null, runtime: null, template: null, cost: 0.69 });
    it.advance(999);
    expect(await status(pod.id)).toBe("PROVISIONING");
    it.advance(1);
    expect(await status(pod.id)).toBe("STARTING");
    it.advance(1000);
    const body = await it.get(`/v2/pods/${pod.id}`);
    expect(body).toMatchObject({
      status: "RUNNING",
      startedAt: expect.any(String),
      runtime: { uptime: 0 },
      cost: 0.69,
    });
  });

  test("shows its uptime in seconds", async () => {
    const { id } = await it.runningPod();
    it.advance(90_000);
    expect((await it.get(`/v2/pods/${id}`)).runtime.uptime).toBe(90);
  });

  test.each<[string, string[], number]>([
    ["PROVISIONING", ["stop", "terminate"], 0.69],
    ["STARTING", ["stop", "terminate"], 0.69],
    ["RUNNING", ["stop", "restart", "terminate"], 0.69],
    ["EXITED", ["start", "terminate"], 0],
    ["ERROR", ["start", "terminate"], 0],
    ["TERMINATED", [], 0],
  ])("in the status %s allows only the actions %j and costs %d USD an hour", async (state, allowed, cost) => {
    for (const action of ["start", "stop", "restart", "terminate"]) {
      const { id } = await it.pod();
      it.emulator.changePod(id, { status: state as "RUNNING" });
      const body = await it.get(`/v2/pods/${id}`);
      expect(body).toMatchObject({ status: state, actions: allowed, cost });
      const reply = await act(id, action);
      const expected = action === "terminate" ? 204 : 200;
      expect(reply.status).toBe(allowed.includes(action) ? expected : 409);
      if (reply.status === 409) expect(await status(id)).toBe(state);
    }
  });

  test("has a new startedAt after a stop and a start", async () => {
    const { id, startedAt } = await it.runningPod();
    expect((await act(id, "stop")).body).toMatchObject({ status: "EXITED", cost: 0, runtime: null, startedAt });
    it.advance(60_000);
    expect((await act(id, "start")).body.status).toBe("STARTING");
    it.advance(1000);
    const body = await it.get(`/v2/pods/${id}`);
    expect(body.status).toBe("RUNNING");
    expect(body.startedAt > startedAt).toBe(true);
  });

  test("has the status STARTING and no runtime after a restart", async () => {
    const { id } = await it.runningPod();
    expect((await act(id, "restart")).body).toMatchObject({ status: "STARTING", runtime: null });
  });

  test.each(["DELETE", "terminate"])("no longer exists after %s", async (way) => {
    const { id } = await it.pod();
    const reply = way === "DELETE" ? await it.delete(`/v2/pods/${id}`) : await act(id, "terminate");
    expect([reply.status, reply.text]).toEqual([204, ""]);
    for (const [method, path, body] of [
      ["GET", ""],
      ["PATCH", "", {}],
      ["DELETE", ""],
      ["POST", "/action", { action: "start" }],
      ["GET", "/logs"],
    ] as const)
      expect((await it.send(method, `/v2/pods/${id}${path}`, body)).status).toBe(404);
    expect(await it.get("/v2/pods")).toEqual({ pods: [], ...onlyPage });
  });
});

describe("a locked pod", () => {
  test("can be terminated, but not stopped or restarted", async () => {
    const { id } = await it.runningPod();
    const { body } = await patch(id, { locked: true });
    expect(body).toMatchObject({ locked: true, status: "RUNNING", actions: ["terminate"] });
    expect((await act(id, "stop")).status).toBe(409);
    expect((await act(id, "restart")).status).toBe(409);
    expect((await it.delete(`/v2/pods/${id}`)).status).toBe(204);
  });

  test("refuses a change that resets the pod unless the same request unlocks the pod", async () => {
    const { id } = await it.runningPod();
    await patch(id, { locked: true });
    expect((await patch(id, { image: "new" })).status).toBe(409);
    expect((await patch(id, { name: "new" })).status).toBe(200);
    expect((await patch(id, { image: "new", locked: false })).status).toBe(200);
  });
});

describe("an update of a pod", () => {
  const effects: [object, "keeps" | "resets"][] = [
    [{ name: "n" }, "keeps"],
    [{ locked: true }, "keeps"],
    [{ globalNetworking: true }, "keeps"],
    [{ mounts: {} }, "keeps"],
    [{ image: "n" }, "resets"],
    [{ args: "n" }, "resets"],
    [{ disk: 60 }, "resets"],
    [{ ports: ["80/http"] }, "resets"],
    [{ env: {} }, "resets"],
    [{ registry: null }, "resets"],
    [{ mounts: { persistent: { size: 20, path: "/b" } } }, "resets"],
  ];
  test.each(effects)("with %o %s the container", async (change, effect) => {
    const reset = effect === "resets";
    const { id } = await it.runningPod({ mounts: { persistent: { size: 20, path: "/a" } } });
    const { body } = await patch(id, change);
    expect(body.status).toBe(reset ? "STARTING" : "RUNNING");
    expect(body.runtime === null).toBe(reset);
    it.advance(1000);
    expect(await status(id)).toBe("RUNNING");
  });

  test("does not start a stopped pod", async () => {
    const { id } = await it.runningPod();
    await act(id, "stop");
    expect((await patch(id, { image: "n" })).body.status).toBe("EXITED");
  });

  test("replaces the whole environment, including variables that RunPod added", async () => {
    it.emulator.addPlatformEnv({ PLATFORM: "1" });
    const { id, env } = await it.pod({ env: { A: "1", B: "2" } });
    expect(env).toEqual({ PLATFORM: "1", A: "1", B: "2" });
    const { body } = await patch(id, { env: { A: "3" } });
    expect(body.env).toEqual({ A: "3" });
  });
});

describe("global networking", () => {
  test("needs an NVIDIA GPU", async () => {
    const cpu = { name: "p", image: "x", cpu: { id: "cpu3c", vcpuCount: 2 }, globalNetworking: true };
    expect((await it.post("/v2/pods", cpu)).status).toBe(400);
    const amd = { name: "p", image: "x", gpu: { id: "AMD Instinct MI300X OAM" }, globalNetworking: true };
    expect((await it.post("/v2/pods", amd)).status).toBe(400);
  });

  test("needs a data center with global networking", async () => {
    const body = { name: "p", image: "x", gpu: { id: gpu }, dataCenterIds: ["US-GA-2"] };
    expect((await it.post("/v2/pods", { ...body, globalNetworking: true })).status).toBe(400);
    const { id } = await it.pod({ dataCenterIds: ["US-GA-2"] });
    expect((await patch(id, { globalNetworking: true })).status).toBe(400);
  });

  test("takes effect at the pod's next restart", async () => {
    const { id } = await it.runningPod();
    const { body } = await patch(id, { globalNetworking: true });
    expect(body.globalNetworking).toEqual({ enabled: false });
    const after = (await act(id, "restart")).body.globalNetworking;
    expect(after).toEqual({ enabled: true, ip: expect.stringMatching(/^10\./), internalDns: `${id}.runpod.internal` });
  });
});

describe("scripted containers", () => {
  test("can fail after they write lines to the log", async () => {
    it.emulator.scriptPods({ match: { name: "bad-*" }, outcome: "error", log: ["out of memory"] });
    const bad = await it.runningPod({ name: "bad-1" });
    const good = await it.runningPod({ name: "good" });
    expect([bad.status, good.status]).toEqual(["ERROR", "RUNNING"]);
    expect((await it.send("GET", `/v2/pods/${bad.id}/logs`)).text).toContain("out of memory");
  });

  test("can hang in STARTING for ever", async () => {
    it.emulator.scriptPods({ match: { image: "nginx" }, outcome: "stuck" });
    const { id } = await it.pod();
    it.advance(86_400_000);
    expect(await status(id)).toBe("STARTING");
  });

  test("can exit after the scripted time", async () => {
    it.emulator.scriptPods({ outcome: "exit", afterMs: 5000, echoEnv: true });
    const { id, status: first } = await it.runningPod({ env: { GREETING: "hello" } });
    it.advance(5000);
    expect([first, await status(id)]).toEqual(["RUNNING", "EXITED"]);
    expect((await it.send("GET", `/v2/pods/${id}/logs?source=container`)).text).toContain("GREETING=hello");
  });
});
