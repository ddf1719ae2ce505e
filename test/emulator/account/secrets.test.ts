import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../../emulator";
import { temporaryFolder } from "../../support/temporary-folder";
import { useEmulator } from "../support/harness";

const it = useEmulator();
const path = "/v2/account/secrets";
const now = () => new Date(it.emulator.now()).toISOString().replace(".000", "");
const post = (body: object) => it.send("POST", path, body);
const create = async (extra: object = {}) => (await post({ name: "db/password", value: "hush", ...extra })).body;

describe("a secret", () => {
  test("is returned without its value, with when the value was last set", async () => {
    const secret = await create({ description: "of the database" });
    const shown = { id: secret.id, name: "db/password", description: "of the database" };
    expect(secret).toEqual({ ...shown, createdAt: now(), valueLastUpdatedAt: now() });
    it.emulator.advance(60_000);
    const patch = (body: object) => it.send("PATCH", `${path}/${secret.id}`, body);
    expect((await patch({ description: "" })).body).toEqual({ ...secret, description: null });
    expect((await patch({ value: "again" })).body).toEqual({ ...secret, description: null, valueLastUpdatedAt: now() });
    expect((await patch({})).status).toBe(422);
    expect((await patch({ name: "other" })).status).toBe(422);
    expect((await it.send("GET", `${path}/${secret.id}`)).body.valueLastUpdatedAt).toBe(now());
    expect((await it.send("DELETE", `${path}/${secret.id}`)).status).toBe(204);
    for (const method of ["GET", "DELETE"]) expect((await it.send(method, `${path}/${secret.id}`)).status).toBe(404);
  });

  test("has a name of its own, whatever its letter case, by which the list finds it", async () => {
    const { id } = await create();
    await create({ name: "other" });
    const taken = await post({ name: "DB/Password", value: "v" });
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining("already in use")]);
    const ids = async (query: string) =>
      (await it.send("GET", `${path}${query}`)).body.secrets.map((one: { id: string }) => one.id);
    expect(await ids("")).toHaveLength(2);
    expect(await ids("?name=dB%2FpassworD")).toEqual([id]);
    expect(await ids("?name=db")).toEqual([]);
  });

  test.each([
    [422, { name: "" }],
    [422, { name: "1st" }],
    [422, { name: "a b" }],
    [422, { name: "a".repeat(192) }],
    [400, { name: "runPod_token" }],
    [422, { value: "" }],
    [422, { value: "v".repeat(16_777_217) }],
    [400, { value: "v".repeat(16_777_216) }],
    [400, { value: "ü".repeat(8_388_608) }],
    [400, { description: "ü".repeat(32_768) }],
    [422, { scope: "pods" }],
  ])("is refused with %i for a body out of bounds", async (status, wrong) => {
    const reply = await post({ name: "fine", value: "v", ...wrong });
    expect(reply.status).toBe(status);
    expect(it.emulator.state().secrets).toEqual([]);
  });

  test("may be as long as the platform allows", async () => {
    const longest = { name: "a".repeat(191), value: "v".repeat(16_777_215), description: "d".repeat(65_535) };
    expect((await post(longest)).status).toBe(201);
  });

  test("keeps its new value where the description beside it is refused", async () => {
    const { id } = await create({ description: "old" });
    it.emulator.advance(1000);
    const reply = await it.send("PATCH", `${path}/${id}`, { value: "new", description: "d".repeat(65_536) });
    expect(reply.status).toBe(400);
    const { description, valueLastUpdatedAt } = it.emulator.state().secrets[0]!;
    expect([description, valueLastUpdatedAt]).toEqual(["old", now()]);
  });

  test("is named by a placeholder that stays as it is in the environment of a pod", async () => {
    await create({ name: "token" });
    const env = { TOKEN: "{{ RUNPOD_SECRET_token }}" };
    const { id } = await it.runningPod({ env });
    expect((await it.send("GET", `/v2/pods/${id}`)).body.env).toEqual(env);
  });

  test("is the same over GraphQL", async () => {
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
    it.emulator.advance(1000);
    const change = (field: string, input: string) =>
      it.query(`mutation { ${field}(input: { id: "${id}", ${input} }) { id } }`);
    await change("secretValueUpdate", 'value: "new"');
    await change("secretDescriptionUpdate", 'description: "mine"');
    const shown = { id, name: "key", description: "mine", createdAt };
    const valueLastUpdatedAt = now();
    expect((await it.send("GET", path)).body).toEqual({ secrets: [{ ...shown, valueLastUpdatedAt }] });
    const own = await it.query("{ myself { secrets { id name description createdAt updatedAt } } }");
    expect(own.body).toEqual({ data: { myself: { secrets: [{ ...shown, updatedAt: valueLastUpdatedAt }] } } });
    const remove = () => it.query(`mutation { secretDelete(id: "${id}") }`);
    expect((await remove()).body).toEqual({ data: { secretDelete: null } });
    expect(await message(remove())).toContain("not found");
  });

  test("is changed by somebody else through the emulator's own API", async () => {
    const { id } = await create();
    it.emulator.advance(1000);
    const change = (body: object) => it.send("POST", `/_emulator/secrets/${id}`, body);
    expect((await change({ value: "theirs" })).body.valueLastUpdatedAt).toBe(now());
    expect((await change({ description: "theirs" })).body.description).toBe("theirs");
    expect((await change({ deleted: true })).body).toEqual({ deleted: true });
    expect((await change({ deleted: true })).status).toBe(404);
  });
});

test("the value of a secret is in nothing that the emulator shows, prints or keeps", async () => {
  const canary = "canary-secret-7d1e";
  const file = join(temporaryFolder("secrets"), "account.json");
  const lines: string[] = [];
  const emulator = await startEmulator({ state: file, log: (line) => lines.push(line) });
  onTestFinished(() => emulator.close());
  const send = (method: "GET" | "POST" | "PATCH", url: string, payload?: object) =>
    emulator.inject({
      method,
      url,
      headers: { authorization: `Bearer ${emulator.apiKey}`, "content-type": "application/json" },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
  const made = JSON.parse((await send("POST", path, { name: "a", value: canary })).payload) as { id: string };
  const replies = [
    await send("PATCH", `${path}/${made.id}`, { value: canary, description: "d" }),
    await send("POST", path, { name: "a", value: canary }),
    await send("POST", path, { name: "1", value: canary, [canary]: canary.length }),
    await send("POST", `/_emulator/secrets/${made.id}`, { value: canary }),
    await send("GET", path),
    await send("GET", "/_emulator/state"),
    await send("GET", "/_emulator/requests"),
  ];
  const [refused] = replies.splice(2, 1);
  expect(refused?.payload).toContain("additional properties");
  await emulator.close();
  expect(lines.length).toBeGreaterThan(4);
  const texts = [...replies.map(({ payload }) => payload), lines.join("\n"), readFileSync(file, "utf8")];
  for (const text of texts) expect(text).not.toContain(canary);
});
