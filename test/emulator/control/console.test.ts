import { describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const harness = useEmulator();
const get = (url: string) => harness.emulator.inject({ method: "GET", url });

describe("the emulator's console page", () => {
  test("has a content security policy that forbids foreign files and inline scripts", async () => {
    const { statusCode, headers, payload } = await get("/_emulator/");
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    const policy = String(headers["content-security-policy"]).split("; ");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy.filter((rule) => /'unsafe|https?:|data:|\*/.test(rule))).toEqual([]);
    expect(payload).not.toMatch(/<script(?! type="module" src="\/)|<style| style=| on\w+=|https?:/);
  });

  test("can load every file that the page and its scripts use", async () => {
    const seen = new Set<string>(["/_emulator/"]);
    for (const url of seen) {
      const { statusCode, payload } = await get(url);
      expect([url, statusCode]).toEqual([url, 200]);
      for (const [, found = ""] of payload.matchAll(/(?:src|href|from)[= ]"([^"#]+)"/g))
        seen.add(new URL(found, `http://emulator${url}`).pathname);
    }
    expect(seen.size).toBeGreaterThan(7);
  });

  test("opens by redirect from the root and from /_emulator", async () => {
    for (const [url, status] of [
      ["/_emulator", 308],
      ["/", 307],
    ] as const) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers.location]).toEqual([status, "/_emulator/"]);
    }
    for (const url of ["/_emulator/console/", "/_emulator/console/..%2fview.ts", "/_emulator/console/tsconfig.json"])
      expect((await get(url)).statusCode).toBe(404);
  });

  test.each(["/", "/_emulator", "/_emulator/", "/_emulator/console/style.css"])(
    "answers a HEAD request to %s like a GET request, without a body",
    async (url) => {
      const [head, whole] = await Promise.all(
        ["HEAD", "GET"].map((method) => fetch(`${harness.emulator.url}${url}`, { method, redirect: "manual" })),
      );
      const facts = (reply?: Response) => [
        reply?.status,
        reply?.headers.get("content-type"),
        reply?.headers.get("location"),
      ];
      expect(facts(head)).toEqual(facts(whole));
      expect(await head?.text()).toBe("");
    },
  );

  test("needs no key and leaves no entry in the request journal", async () => {
    await get("/_emulator/");
    expect(harness.emulator.requests()).toEqual([]);
  });
});
