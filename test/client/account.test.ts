import { describe, expect, test } from "vitest";
import { NotFoundError, type Platform, RuleError, ValidationError } from "../../client";
import { client, failure, json, problem, serve } from "./support/local-server";

const AT = "2026-06-01T12:00:00Z";

test.each([
  {
    what: "password of a new registry credential",
    shown: { id: "reg1", name: "hub" },
    create: ({ registries }: Platform) => registries.create({ name: "hub", username: "ann", password: "echoed" }),
  },
  {
    what: "value of a new secret",
    shown: { id: "sec1", name: "hub", description: null, createdAt: AT, valueLastUpdatedAt: AT },
    create: ({ secrets }: Platform) => secrets.create({ name: "hub", value: "echoed" }),
  },
])("the client never returns the $what", async (of) => {
  const server = await serve(json(201, { ...of.shown, password: "echoed", value: "echoed" }));
  expect(await of.create(client(server.url))).toEqual(of.shown);
});

test("the error about a refused registry credential never contains the user name or the password", async () => {
  const server = await serve(problem(422, "bad login ann-the-user:secret-word", ["$.password: 'secret-word' is weak"]));
  const error = await failure(
    client(server.url).registries.create({ name: "hub", username: "ann-the-user", password: "secret-word" }),
  );
  expect(error).toBeInstanceOf(ValidationError);
  expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toMatch(/secret-word|ann-the-user/);
});

test("a revoke of an unknown registry delegation throws NotFoundError, even if RunPod responds with status 400", async () => {
  const server = await serve(
    problem(404, "delegation not found"),
    problem(400, "Delegation not found or access denied"),
  );
  const { delegations } = client(server.url).registries;
  for (let n = 0; n < 2; n++) expect(await failure(delegations.revoke("d1"))).toBeInstanceOf(NotFoundError);
});

describe("the account's SSH keys", () => {
  const KEY = "ssh-ed25519 AAAAC3Nza ann@example.com";

  test("never appear in the error about an invalid key", async () => {
    const server = await serve(json(200, { keys: [] }));
    const error = await failure(client(server.url).sshKeys.set([KEY, "-----BEGIN PRIVATE KEY-----"]));
    expect(error).toBeInstanceOf(ValidationError);
    expect(String(error)).toContain("keys[1]");
    expect(String(error)).not.toContain("PRIVATE");
    expect(server.seen).toHaveLength(0);
  });
});

test("the client never sends a log request with invalid options", async () => {
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

describe("the error about a secret", () => {
  test.each(["create", "update"] as const)(
    "does not contain the secret's value if RunPod refuses the %s",
    async (operation) => {
      const server = await serve(problem(400, "value 'canary-word' is bad", ["$.value: canary-word"]));
      const { secrets } = client(server.url);
      const body = { name: "a", value: "canary-word" };
      const error = await failure(operation === "create" ? secrets.create(body) : secrets.update("sec1", body));
      expect(error).toBeInstanceOf(RuleError);
      expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toContain("canary-word");
    },
  );
});

test("the client refuses a cluster that names a template and also sets a command or a disk size", async () => {
  const server = await serve(json(201, {}));
  const compute = { gpuTypeId: "g", gpuCountPerPod: 1, podCount: 2 };
  const body = { name: "c", type: "RAY", compute, templateId: "t1", cmd: ["a"], disk: 20 } as const;
  const error = await failure(client(server.url).clusters.create(body));
  expect(error).toBeInstanceOf(ValidationError);
  expect(String(error)).toContain("templateId cannot be given together with cmd, disk");
  expect(server.seen).toEqual([]);
});
