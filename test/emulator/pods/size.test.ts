import { expect, test } from "vitest";
import { gpu, useEmulator } from "../support/harness";

const it = useEmulator();
const create = (bytes: number, headers: Record<string, string> = {}) => {
  const body = { name: "p", image: "x", gpu: { id: gpu }, env: { A: "" } };
  body.env.A = "a".repeat(bytes - JSON.stringify(body).length);
  return it.post("/v2/pods", body, headers);
};

test("the emulator refuses a request above 102400 bytes for a new pod before it checks the API key", async () => {
  expect((await create(102_400)).status).toBe(201);
  const refused = await create(102_401, { authorization: "Bearer wrong" });
  expect(refused.body).toEqual({ title: "Content Too Large", status: 413, detail: "request exceeds 102400 bytes" });
  expect((await create(102_400, { authorization: "Bearer wrong" })).status).toBe(401);
});

test("the size limit of a request for a new pod also counts the template's settings", async () => {
  const template = await it.template({ serverless: false, env: { B: "b".repeat(60_000) } });
  const withTemplate = (env: object) =>
    it.post("/v2/pods", { name: "p", templateId: template.id, gpu: { id: gpu }, env });
  expect((await withTemplate({ A: "a".repeat(30_000) })).status).toBe(201);
  expect((await withTemplate({ A: "a".repeat(50_000) })).status).toBe(413);
  expect((await withTemplate({ B: "a".repeat(90_000) })).status).toBe(201);
});
