import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useEmulator } from "../../../emulator/testing";

const early: unknown[] = [];
let folder = "";

// Vitest runs `afterAll` hooks in reverse order, so this hook runs after the emulator has closed.
afterAll(async () => {
  await expect(fetch(local.url)).rejects.toThrow();
  expect(existsSync(folder)).toBe(false);
});
const local = useEmulator({ beforeAll, afterAll });
try {
  early.push(local.url);
} catch (error) {
  early.push(error);
}

test("useEmulator gives a test file its own emulator and its own folder for Pulumi's states", async () => {
  expect(early).toEqual([new Error("The emulator starts in beforeAll: read its values inside a test")]);
  const { PODWRIGHT_API_KEY, PODWRIGHT_BASE_URL, PULUMI_BACKEND_URL = "" } = local.env;
  expect([PODWRIGHT_API_KEY, PODWRIGHT_BASE_URL]).toEqual([local.apiKey, local.url]);
  folder = new URL(PULUMI_BACKEND_URL).pathname;
  expect(existsSync(folder)).toBe(true);
  const headers = { authorization: `Bearer ${local.apiKey}` };
  expect((await fetch(`${local.url}/v2/pods`, { headers })).status).toBe(200);
  expect(local.emulator.counts()).toEqual({ listPods: 1 });
});
