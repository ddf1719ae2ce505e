import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder";
import { startWorld, useEmulator } from "../support/harness";

const it = useEmulator();
const path = "/v2/account/secrets";
const now = () => new Date(it.emulator.now()).toISOString().replace(".000", "");
const post = (body: object) => it.post(path, body);
const create = async (extra: object = {}) => (await post({ name: "db/password", value: "hush", ...extra })).body;

describe("a secret", () => {
  test("shows when its value last changed, but never the value", async () => {
    const secret = await create({ description: "of the database" });
    const shown = { id: secret.id, name: "db/password", description: "of the database" };
    expect(secret).toEqual({ ...shown, createdAt: now(), valueLastUpdatedAt: now() });
    it.advance(60_000);
    const patch = (body: object) => it.patch(`${path}/${secret.id}`, body);
    expect((await patch({ description: "" })).body).toEqual({ ...secret, description: null });
    expect((await patch({ value: "again" })).body).toEqual({ ...secret, description: null, valueLastUpdatedAt: now() });
    expect((await it.get(`${path}/${secret.id}`)).valueLastUpdatedAt).toBe(now());
    expect((await it.delete(`${path}/${secret.id}`)).status).toBe(204);
    for (const method of ["GET", "DELETE"]) expect((await it.send(method, `${path}/${secret.id}`)).status).toBe(404);
  });

  test("cannot have the name of another secret, even with different upper and lower case", async () => {
    const { id } = await create();
    await create({ name: "other" });
    const taken = await post({ name: "DB/Password", value: "v" });
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining("already in use")]);
    const ids = async (query: string) => (await it.get(`${path}${query}`)).secrets.map((one: { id: string }) => one.id);
    expect(await ids("")).toHaveLength(2);
    expect(await ids("?name=dB%2FpassworD")).toEqual([id]);
    expect(await ids("?name=db")).toEqual([]);
  });

  test.each([
    ["a space in the name", 422, { name: "a b" }],
    ["a name of 192 characters", 422, { name: "a".repeat(192) }],
    ["a name that begins with runPod_", 400, { name: "runPod_token" }],
    ["a value of 16,777,217 characters", 422, { value: "v".repeat(16_777_217) }],
    ["a value of 16,777,216 characters", 400, { value: "v".repeat(16_777_216) }],
    ["a value of 8,388,608 two-byte letters", 400, { value: "ü".repeat(8_388_608) }],
    ["a description of 32,768 two-byte letters", 400, { description: "ü".repeat(32_768) }],
    [
      "the longest name, value and description",
      201,
      { name: "a".repeat(191), value: "v".repeat(16_777_215), description: "d".repeat(65_535) },
    ],
  ])("with %s gets the status $1 on create", async (_, status, body) => {
    const reply = await post({ name: "fine", value: "v", ...body });
    expect([reply.status, it.emulator.state().secrets.length]).toEqual([status, status === 201 ? 1 : 0]);
  });

  test("stores a new value even if the emulator refuses the description in the same request", async () => {
    const { id } = await create({ description: "old" });
    it.advance(1000);
    const reply = await it.patch(`${path}/${id}`, { value: "new", description: "d".repeat(65_536) });
    expect(reply.status).toBe(400);
    const { description, valueLastUpdatedAt } = it.emulator.state().secrets[0]!;
    expect([description, valueLastUpdatedAt]).toEqual(["old", now()]);
  });

  test("appears only as a placeholder in the environment that a pod shows", async () => {
    const name = "shown";
    await create({ name, value: "hush-7f3a" });
    const env = { TOKEN: `{{ RUNPOD_SECRET_${name} }}` };
    const { id, env: shown } = await it.runningPod({ env });
    expect(shown).toEqual(env);
    expect(JSON.stringify(await it.get(`/v2/pods/${id}`))).not.toContain("hush-7f3a");
  });

  test("can be created over GraphQL and read over REST", async () => {
    const make = (name: string) =>
      it.query(
        `mutation { secretCreate(input: { name: "${name}", value: "hush" }) { id name description createdAt updatedAt } }`,
      );
    const { id, ...made } = (await make("key")).body.data.secretCreate;
    const createdAt = now();
    expect(made).toEqual({ name: "key", description: null, createdAt, updatedAt: createdAt });
    const message = async (reply: ReturnType<typeof make>) => (await reply).body.errors[0].message;
    expect(await message(make("KEY"))).toContain("already in use");
    expect(await message(make(""))).toContain("$.name: minLength");
    expect(await message(make("RunPod"))).toContain("reserved");
    it.advance(1000);
    const change = (field: string, input: string) =>
      it.query(`mutation { ${field}(input: { id: "${id}", ${input} }) { id } }`);
    await change("secretValueUpdate", 'value: "new"');
    await change("secretDescriptionUpdate", 'description: "mine"');
    const shown = { id, name: "key", description: "mine", createdAt };
    const valueLastUpdatedAt = now();
    expect(await it.get(path)).toEqual({ secrets: [{ ...shown, valueLastUpdatedAt }] });
    const own = await it.query("{ myself { secrets { id name description createdAt updatedAt } } }");
    expect(own.body).toEqual({ data: { myself: { secrets: [{ ...shown, updatedAt: valueLastUpdatedAt }] } } });
    const remove = () => it.query(`mutation { secretDelete(id: "${id}") }`);
    expect((await remove()).body).toEqual({ data: { secretDelete: null } });
    expect(await message(remove())).toContain("not found");
  });

  test("can be changed with a control call, as if by another user", async () => {
    const { id } = await create();
    it.advance(1000);
    const change = (body: object) => it.post(`/_emulator/secrets/${id}`, body);
    expect((await change({ value: "theirs" })).body.valueLastUpdatedAt).toBe(now());
    expect((await change({ description: "theirs" })).body.description).toBe("theirs");
    expect((await change({ deleted: true })).body).toEqual({ deleted: true });
    expect((await change({ deleted: true })).status).toBe(404);
  });
});

test("the emulator never shows, prints or stores the value of a secret", async () => {
  const canary = "canary-secret-7d1e";
  const file = join(temporaryFolder("secrets"), "account.json");
  const lines: string[] = [];
  const world = await startWorld({ state: file, log: (line) => lines.push(line) });
  const { id } = await world.create(path, { name: "a", value: canary });
  const replies = [
    await world.patch(`${path}/${id}`, { value: canary, description: "d" }),
    await world.post(path, { name: "a", value: canary }),
    await world.post(path, { name: "1", value: canary, [canary]: canary.length }),
    await world.control(`/secrets/${id}`, { value: canary }),
    await world.send("GET", path),
    await world.send("GET", "/_emulator/state"),
    await world.send("GET", "/_emulator/requests"),
  ];
  const [refused] = replies.splice(2, 1);
  expect(refused?.text).toContain("additional properties");
  await world.emulator.close();
  expect(lines.length).toBeGreaterThan(4);
  const texts = [...replies.map(({ text }) => text), lines.join("\n"), readFileSync(file, "utf8")];
  for (const text of texts) expect(text).not.toContain(canary);
});
