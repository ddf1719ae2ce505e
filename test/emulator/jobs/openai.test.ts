import { expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const it = useEmulator();

test("a request to an endpoint's OpenAI API returns the output of a job", async () => {
  const seen: unknown[] = [];
  it.emulator.handle("*", (input) => {
    seen.push(input);
    if (input.openai_route !== "/v1/chat/completions") throw new Error("no such route");
    return { output: { object: "chat.completion", choices: [] } };
  });
  const id = await it.endpoint({ workersMin: 1 });
  const ask = (method: string, route: string, body?: unknown) =>
    it.whileTimePasses(it.send(method, `/v2/${id}/openai/v1/${route}`, body), 100);

  const request = { model: "m", messages: [{ role: "user", content: "hi" }] };
  expect(await ask("POST", "chat/completions", request)).toMatchObject({
    ...{ status: 200, body: { object: "chat.completion", choices: [] } },
  });
  expect(await ask("GET", "models")).toMatchObject({ status: 400, body: { detail: "no such route" } });
  expect(seen).toEqual([
    { openai_route: "/v1/chat/completions", openai_input: request },
    { openai_route: "/v1/models" },
  ]);
});

test("the OpenAI API of a public model answers a chat, within max_tokens", async () => {
  const ask = (route: string, body: object) =>
    it.whileTimePasses(it.send("POST", `/v2/qwen3-32b-awq/openai/v1/${route}`, body), 100);
  const messages = [{ role: "user", content: "Who are you?" }];

  const { status, body } = await ask("chat/completions", { model: "m", messages, max_tokens: 2 });

  expect(status).toBe(200);
  expect(body).toMatchObject({ object: "chat.completion", model: "m", usage: { completion_tokens: 2 } });
  expect(body.choices).toEqual([
    { index: 0, message: { role: "assistant", content: expect.any(String) }, finish_reason: "stop" },
  ]);
  expect((await ask("chat/completions", { model: "m" })).status).toBe(400);
  expect((await ask("embeddings", { messages })).status).toBe(404);
});
