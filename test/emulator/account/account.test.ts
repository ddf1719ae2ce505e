import { describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const it = useEmulator();

describe("registry delegations", () => {
  const path = "/v2/registries/delegations";
  const image = "418399314813.dkr.ecr.us-east-2.amazonaws.com/team/deployment";

  test("can be created from an image's address, listed and revoked", async () => {
    const body = await it.create(path, { resource: image, name: "mine" });
    expect(body).toEqual({
      ...{ id: expect.any(String), name: "mine", delegatorUserId: "user_emulator", awsUser: "418399314813" },
      ...{ repository: "team/deployment", tag: "latest", awsRegion: "us-east-2" },
      dockerRegistryUri: "418399314813.dkr.ecr.us-east-2.amazonaws.com",
      createdAt: expect.stringMatching(/^2026-06-01T/),
    });
    const other = (await it.post(path, { resource: `${image}:v2`, name: null })).body;
    expect(other).toMatchObject({ name: null, tag: "v2" });
    expect(await it.get(path)).toEqual({ delegations: [body, other] });
    expect((await it.delete(`${path}/${body.id}`)).status).toBe(204);
    expect((await it.delete(`${path}/${body.id}`)).status).toBe(404);
    expect(await it.get(path)).toEqual({ delegations: [other] });
    expect(await it.get("/v2/registries")).toEqual({ registries: [] });
  });

  test.each<[unknown, number]>([
    ["{", 400],
    [{ resource: "arn:aws:ecr:us-east-2:418399314813:repository/team/deployment" }, 400],
    [{ resource: "" }, 400],
  ])("cannot be created from %j: the response is %d", async (body, status) => {
    expect((await it.post(path, body)).status).toBe(status);
    expect(await it.get(path)).toEqual({ delegations: [] });
  });

  test("cannot be read by id", async () => {
    const { id } = (await it.post(path, { resource: image })).body;
    expect(await it.statusOf(`${path}/${id}`)).toBe(405);
  });
});

describe("the account's SSH keys", () => {
  const path = "/v2/account/ssh-keys";
  const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 me@example.com";

  test("are added to a new pod with startSsh unless the request for the pod contains a key", async () => {
    expect(await it.get(path)).toEqual({ keys: [] });
    const before = await it.pod({ startSsh: true });
    expect((await it.send("PUT", path, { keys: [key, "sk-ssh AAAA"] })).body).toEqual({ keys: [key, "sk-ssh AAAA"] });
    expect((await it.send("PUT", path, { keys: [key] })).body).toEqual({ keys: [key] });
    expect(await it.get(path)).toEqual({ keys: [key] });
    expect((await it.get(`/v2/pods/${before.id}`)).env).toEqual({});
    expect((await it.pod({ startSsh: true })).env).toEqual({ PUBLIC_KEY: key });
    const own = { PUBLIC_KEY: "mine" };
    expect((await it.pod({ startSsh: true, env: own })).env).toEqual(own);
    expect((await it.pod()).env).toEqual({});
    expect((await it.send("PUT", path, { keys: [] })).body).toEqual({ keys: [] });
  });

  test.each([{ keys: null }, { keys: ["ssh-rsa"] }, { keys: [`${key}\nmore`] }])(
    "stay the same after the invalid request %j",
    async (body) => {
      await it.send("PUT", path, { keys: [key] });
      expect((await it.send("PUT", path, body)).status).toBe(422);
      expect(await it.get(path)).toEqual({ keys: [key] });
    },
  );
});
