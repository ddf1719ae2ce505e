import { describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const it = useEmulator({
  unknownDelegation: "400",
  unknownRoute: "404",
  privateCommunity: true,
  changingPorts: true,
  streamHold: 10_000,
  workerStart: 500,
  hiddenTemplate: true,
  missingImages: ["acme/*"],
});
const documented = useEmulator();

test("with the option unknownDelegation: 400, the delete of an unknown registry delegation gets a 400", async () => {
  const path = "/v2/registries/delegations";
  const detail = "Delegation not found or access denied";
  expect((await it.delete(`${path}/nope`)).body).toMatchObject({ status: 400, detail });
  expect((await documented.send("DELETE", `${path}/nope`)).status).toBe(404);
  expect((await it.post(path, { resource: "arn" })).body.detail).toBe("Invalid ARN format");
});

test("with the option changingPorts, a pod gets a new public port at each start", async () => {
  const portsOf = async (world: typeof it) => {
    const { id } = await world.runningPod({ ports: ["22/tcp"] });
    const port = async () => (await world.send("GET", `/v2/pods/${id}`)).body.runtime?.ports[0].public;
    const first = await port();
    expect(await port()).toBe(first);
    await world.send("POST", `/v2/pods/${id}/action`, { action: "stop" });
    expect(await port()).toBeUndefined();
    await world.send("POST", `/v2/pods/${id}/action`, { action: "start" });
    world.emulator.advance(2000);
    const { ssh, runtime } = (await world.send("GET", `/v2/pods/${id}`)).body;
    expect(ssh.direct.port).toBe(runtime.ports[0].public);
    return [first, runtime.ports[0].public];
  };
  const [first, second] = await portsOf(it);
  expect(second).not.toBe(first);
  const [always, again] = await portsOf(documented);
  expect(again).toBe(always);
});

test("with the option hiddenTemplate, the template of a pod stays null", async () => {
  const shownBy = async (world: typeof it) => {
    const { id: templateId } = await world.template({ serverless: false });
    return { templateId, shown: (await world.pod({ templateId })).template };
  };
  expect((await shownBy(it)).shown).toBeNull();
  const { templateId, shown } = await shownBy(documented);
  expect(shown).toBe(templateId);
});

test("with the option missingImages, a request with such an image gets a 422 that names no field", async () => {
  const created = async (world: typeof it, path: string, image: string) => {
    const { status, body } = await world.post(path, { ...bodies[path], image });
    return { status, errors: body.errors, detail: body.detail };
  };
  const bodies: Readonly<Record<string, object>> = {
    "/v2/pods": { name: "web", gpu: { id: "NVIDIA L4", count: 1 } },
    "/v2/templates": { name: "worker", serverless: true },
  };
  for (const path of Object.keys(bodies)) {
    const detail = "image acme/queue:1 was not found in its registry";
    expect(await created(it, path, "acme/queue:1")).toEqual({ status: 422, errors: undefined, detail });
    expect(await created(it, path, "nginx")).toMatchObject({ status: 201 });
    expect(await created(documented, path, "acme/queue:1")).toMatchObject({ status: 201 });
  }
});

test("with the option unknownRoute: 404, a REST path that does not exist gets a 404", async () => {
  expect(await it.statusOf("/v2/endpoints")).toBe(404);
  expect(await documented.statusOf("/v2/endpoints")).toBe(422);
});

test("with the option privateCommunity, a pod in the community cloud has no public port", async () => {
  const portsOf = async (world: typeof it, cloud: string) => {
    const { runtime, ssh } = await world.runningPod({ ports: ["22/tcp"], cloud });
    return { port: runtime.ports[0].public, ssh: ssh.direct?.port ?? null };
  };
  expect(await portsOf(it, "COMMUNITY")).toEqual({ port: null, ssh: null });
  expect(await portsOf(it, "SECURE")).toEqual({ port: expect.any(Number), ssh: expect.any(Number) });
  expect(await portsOf(documented, "COMMUNITY")).toEqual({ port: expect.any(Number), ssh: expect.any(Number) });
});

test("each REST response has its own x-request-id, even a refusal", async () => {
  const ids = await Promise.all(
    ["/v2/pods", "/v2/pods/nope", "/v2/nothing"].map(
      async (path) => (await it.send("GET", path)).headers["x-request-id"],
    ),
  );
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

describe("an empty stream", () => {
  const submitted = async (world: typeof it) => {
    const endpoint = await world.endpoint();
    world.emulator.handle(endpoint, function* () {
      yield { output: "late", afterMs: 5_000 };
    });
    const { id } = (await world.send("POST", `/v2/${endpoint}/run`, { input: { n: 1 } })).body;
    return `/v2/${endpoint}/stream/${id}`;
  };
  const held = async (world: typeof it, path: string) => {
    let isOver = false;
    const response = world.send("GET", path).finally(() => {
      isOver = true;
    });
    await new Promise(setImmediate);
    return { response, isOver: () => isOver };
  };

  test("stays open until the first chunk comes if the option streamHold is set", async () => {
    const path = await submitted(it);
    const early = await held(it, path);
    expect(early.isOver()).toBe(false);
    it.advance(6_000);
    expect((await early.response).body).toEqual([{ output: "late" }]);
  });

  test("ends at once by default unless the request asks to wait", async () => {
    const path = await submitted(documented);
    expect((await documented.send("GET", path)).body).toEqual([]);
    const brief = await held(documented, `${path}?wait=1000`);
    expect(brief.isOver()).toBe(false);
    documented.emulator.advance(1_000);
    expect((await brief.response).body).toEqual([]);
    expect((await documented.send("GET", `${path}?wait=999`)).status).toBe(400);
  });
});
