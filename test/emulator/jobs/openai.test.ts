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
