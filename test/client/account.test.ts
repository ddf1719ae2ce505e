import { describe, expect, test } from "vitest";
import { NotFoundError, RuleError, ValidationError } from "../../client";
import { client, cut, failure, json, POD, problem, serve } from "./support/local-server";

describe("registry credentials", () => {
  test("are listed, found, read, created and deleted, without their password", async () => {
    const registry = { id: "reg1", name: "hub" };
    const server = await serve(
      json(201, { ...registry, password: "echoed" }),
      json(200, { registries: [registry] }),
      json(200, registry),
      json(204, undefined),
    );
    const { registries } = client(server.url);
    expect(await registries.create({ name: "hub", username: "ann", password: "secret-word" })).toEqual(registry);
    expect(await registries.find("reg1")).toEqual(registry);
    expect(await registries.get("reg1")).toEqual(registry);
    await registries.delete("reg1");
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /v2/registries",
      "GET /v2/registries",
      "GET /v2/registries/reg1",
      "DELETE /v2/registries/reg1",
    ]);
  });

  test("keep user name and password out of the error when the platform repeats them", async () => {
    const server = await serve(
      problem(422, "bad login ann-the-user:secret-word", ["$.password: 'secret-word' is weak"]),
    );
    const error = await failure(
      client(server.url).registries.create({ name: "hub", username: "ann-the-user", password: "secret-word" }),
    );
    expect(error).toBeInstanceOf(ValidationError);
    expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toMatch(/secret-word|ann-the-user/);
  });

  test("an unknown delegation is not found, whichever status says so", async () => {
    const server = await serve(
      problem(404, "delegation not found"),
      problem(400, "Delegation not found or access denied"),
    );
    const { delegations } = client(server.url).registries;
    for (let n = 0; n < 2; n++) expect(await failure(delegations.revoke("d1"))).toBeInstanceOf(NotFoundError);
  });

  test("in use are not deleted", async () => {
    const server = await serve(problem(400, "credential is in use by a pod"));
    expect(await failure(client(server.url).registries.delete("reg1"))).toBeInstanceOf(RuleError);
  });
});

test("delegations are listed, created once, and revoked", async () => {
  const delegation = {
    id: "del1",
    name: null,
    delegatorUserId: "u1",
    awsUser: "123",
    repository: "worker",
    tag: "latest",
    awsRegion: "eu-central-1",
    createdAt: "2026-06-01T12:00:00Z",
  };
  const server = await serve(
    json(200, { delegations: [delegation] }),
    json(201, delegation),
    json(204, undefined),
    problem(404, "none"),
  );
  const { delegations } = client(server.url).registries;
  expect(await delegations.list()).toEqual([delegation]);
  expect(await delegations.create({ resource: "arn:aws:ecr:eu-central-1:123:repository/worker" })).toEqual(delegation);
  await delegations.revoke("del1");
  expect(await failure(delegations.revoke("del1"))).toBeInstanceOf(NotFoundError);
  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET /v2/registries/delegations",
    "POST /v2/registries/delegations",
    "DELETE /v2/registries/delegations/del1",
    "DELETE /v2/registries/delegations/del1",
  ]);
  const lost = await serve(cut);
  expect(await failure(client(lost.url).registries.delegations.create({ resource: "arn" }))).toMatchObject({
    outcomeUnknown: true,
  });
  expect(lost.seen).toHaveLength(1);
});

test("clusters live their life, and show the pods that the list of pods leaves out", async () => {
  const cluster = {
    id: "clu1",
    name: "train",
    type: "TRAINING",
    compute: { gpuTypeId: "NVIDIA H100", gpuCountPerPod: 8, podCount: 2 },
    pods: { total: 2, byStatus: { RUNNING: 2 } },
    createdAt: "2026-06-01T12:00:00Z",
  };
  const server = await serve(
    json(201, cluster),
    json(200, { clusters: [cluster] }),
    json(200, { ...cluster, primary: { podId: "p1", status: "RUNNING" } }),
    json(200, { ...cluster, name: "renamed" }),
    json(200, { pods: [{ ...POD, cluster: { id: "clu1", rank: 0 } }] }),
    json(204, undefined),
  );
  const { clusters } = client(server.url);
  const { name, compute } = cluster;
  expect(await clusters.create({ name, type: "TRAINING", compute, image: "torch" })).toEqual(cluster);
  expect(await clusters.list()).toEqual([cluster]);
  expect(await clusters.get("clu1")).toMatchObject({ primary: { podId: "p1" } });
  expect(await clusters.update("clu1", { name: "renamed" })).toMatchObject({ name: "renamed" });
  expect(await clusters.pods("clu1")).toMatchObject([{ id: POD.id, cluster: { id: "clu1", rank: 0 } }]);
  await clusters.delete("clu1");
  expect(server.seen.at(-2)?.url).toBe("/v2/clusters/clu1/pods");
});

describe("the account's SSH keys", () => {
  const KEY = "ssh-ed25519 AAAAC3Nza ann@example.com";

  test("are read and replaced whole", async () => {
    const server = await serve(json(200, { keys: [KEY] }), cut, json(200, { keys: [] }));
    const { sshKeys } = client(server.url);
    expect(await sshKeys.get()).toEqual([KEY]);
    expect(await sshKeys.set([])).toEqual([]);
    expect(server.seen.at(-1)).toMatchObject({ method: "PUT", url: "/v2/account/ssh-keys", body: '{"keys":[]}' });
  });

  test("that are none are refused unsent and unquoted", async () => {
    const server = await serve(json(200, { keys: [] }));
    const error = await failure(client(server.url).sshKeys.set([KEY, "-----BEGIN PRIVATE KEY-----"]));
    expect(error).toBeInstanceOf(ValidationError);
    expect(String(error)).toContain("keys[1]");
    expect(String(error)).not.toContain("PRIVATE");
    expect(server.seen).toHaveLength(0);
  });
});

test("an endpoint shows its workers, their logs, and its releases", async () => {
  const worker = { id: "w1", status: "IDLE", isStale: false, gpuCount: 1 };
  const summary = { running: 0, idle: 1, initializing: 0, throttled: 0, unhealthy: 0, total: 1 };
  const release = { id: "rel1", version: 2, source: "MANUAL", createdAt: "2026-06-01T12:00:00Z", workerCount: 1 };
  const rollout = { inProgress: true, workersOnLatest: 0, workersTotal: 1, percentOnLatest: 0 };
  const server = await serve(
    json(200, { workers: [worker], summary, endpointVersion: 2 }),
    json(200, { releases: [{ ...release, diff: [{ field: "image", old: "a", new: "b" }] }], rollout }),
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end('data: {"ts":"2026-06-01T12:00:00Z","source":"container","line":"ready"}\n\n');
    },
  );
  const { workers } = client(server.url);
  expect(await workers.list("ep1")).toMatchObject({
    workers: [{ id: "w1", version: null }],
    summary,
    endpointVersion: 2,
  });
  expect(await workers.releases("ep1")).toMatchObject({
    releases: [{ ...release, buildId: null, diff: [{ field: "image", old: "a", new: "b" }] }],
    rollout,
    endpointVersion: null,
  });
  expect(await workers.logs("ep1", "w1", { tail: 5, source: "container" })).toMatchObject([{ line: "ready" }]);
  expect(server.seen.map(({ url }) => url)).toEqual([
    "/v2/serverless/ep1/workers",
    "/v2/serverless/ep1/releases",
    "/v2/serverless/ep1/workers/w1/logs?tail=5&source=container",
  ]);
});

test("a log is read since a time, or for a valid number of lines; nothing else is sent", async () => {
  const server = await serve((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).end();
  });
  const { pods } = client(server.url);
  expect(await pods.logs("pod1", { since: "2026-06-01T12:00:00Z" })).toEqual([]);
  expect(server.seen[0]?.url).toBe("/v2/pods/pod1/logs?since=2026-06-01T12%3A00%3A00Z");
  for (const wrong of [{ tail: 5001 }, { tail: 0 }, { since: "yesterday" }, { source: "both" as "system" }]) {
    expect(await failure(pods.logs("pod1", wrong))).toBeInstanceOf(ValidationError);
  }
  expect(server.seen).toHaveLength(1);
});

describe("secrets", () => {
  const secret = {
    id: "sec1",
    name: "db/password",
    description: null,
    createdAt: "2026-06-01T12:00:00Z",
    valueLastUpdatedAt: "2026-06-01T12:00:00Z",
  };

  test("are created, listed, found by name, read, changed and deleted, without their value", async () => {
    const server = await serve(
      json(201, { ...secret, value: "echoed" }),
      json(200, { secrets: [secret] }),
      json(200, { secrets: [secret] }),
      json(200, { id: "sec1", name: "db/password", createdAt: secret.createdAt }),
      json(200, secret),
      json(204, undefined),
    );
    const { secrets } = client(server.url);
    expect(await secrets.create({ name: "db/password", value: "hush" })).toEqual(secret);
    expect(await secrets.list()).toEqual([secret]);
    expect(await secrets.list({ name: "DB/password" })).toEqual([secret]);
    expect(await secrets.get("sec1")).toEqual({ ...secret, valueLastUpdatedAt: null });
    await secrets.update("sec1", { value: "hush again" });
    await secrets.delete("sec1");
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /v2/account/secrets",
      "GET /v2/account/secrets",
      "GET /v2/account/secrets?name=DB%2Fpassword",
      "GET /v2/account/secrets/sec1",
      "PATCH /v2/account/secrets/sec1",
      "DELETE /v2/account/secrets/sec1",
    ]);
  });

  test.each(["create", "update"] as const)("keep the value out of the error of a refused %s", async (operation) => {
    const server = await serve(problem(400, "value 'canary-word' is bad", ["$.value: canary-word"]));
    const { secrets } = client(server.url);
    const body = { name: "a", value: "canary-word" };
    const error = await failure(operation === "create" ? secrets.create(body) : secrets.update("sec1", body));
    expect(error).toBeInstanceOf(RuleError);
    expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toContain("canary-word");
  });
});

test("a cluster from a template is not requested with settings that the template has", async () => {
  const server = await serve(json(201, {}));
  const compute = { gpuTypeId: "g", gpuCountPerPod: 1, podCount: 2 };
  const body = { name: "c", type: "RAY", compute, templateId: "t1", cmd: ["a"], disk: 20 } as const;
  const error = await failure(client(server.url).clusters.create(body));
  expect(error).toBeInstanceOf(ValidationError);
  expect(String(error)).toContain("templateId cannot be given together with cmd, disk");
  expect(server.seen).toEqual([]);
});
