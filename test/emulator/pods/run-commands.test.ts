import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEmulator } from "../../../emulator";
import { temporaryFolder } from "../../support/temporary-folder";

const options = { runCommands: true, apiKey: "a-key-of-this-test" };

test.each([
  ["the key that everybody knows", { runCommands: true }],
  ["an address that others can reach", { ...options, host: "0.0.0.0" }],
])("the emulator runs no commands with %s", async (_, given) => {
  await expect(startEmulator(given)).rejects.toThrow(/everyone who knows the API key run programs as you: set apiKey/);
});

test("the key of a container reads and stops its own pod, and does nothing else", async () => {
  const emulator = await startEmulator({ ...options, provision: 1, start: 1 });
  const create = (cmd: readonly string[]) =>
    emulator.inject({
      ...{ method: "POST", url: "/v2/pods", headers: { authorization: `Bearer ${options.apiKey}` } },
      payload: {
        name: "work",
        image: "ubuntu",
        cpu: { id: "cpu3c", vcpuCount: 2 },
        entrypoint: ["/bin/sh", "-c"],
        cmd,
      },
    });
  const file = join(temporaryFolder("key"), "key");
  const { id } = (await create([`echo $RUNPOD_API_KEY >${file}; sleep 60`])).json() as { readonly id: string };
  const other = (await create(["sleep 60"])).json() as { readonly id: string };
  const read = () => (existsSync(file) ? readFileSync(file, "utf8").trim() : "");
  await expect.poll(read).toMatch(/^pod-key-/);
  const key = read();
  const ask = async (method: "GET" | "POST" | "DELETE", url: string, payload?: object) =>
    (await emulator.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) }))
      .statusCode;

  expect(await ask("GET", `/v2/pods/${id}`)).toBe(200);
  expect(await ask("GET", `/v2/pods/${other.id}`)).toBe(403);
  expect(await ask("POST", `/v2/pods/${other.id}/action`, { action: "stop" })).toBe(403);
  expect(await ask("GET", "/v2/pods")).toBe(403);
  expect(await ask("DELETE", `/v2/pods/${id}`)).toBe(403);
  expect(await ask("POST", "/v2/pods", { name: "more" })).toBe(403);
  expect(await ask("POST", `/v2/pods/${id}/action`, { action: "stop" })).toBe(200);
  await emulator.close();
});
