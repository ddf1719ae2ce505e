import { describe, expect, test } from "vitest";
import { startWorld, useEmulator } from "../support/harness";

const it = useEmulator();
const from = (method: string, headers: Record<string, string>, url = "/_emulator/state") =>
  it.send(method, url, undefined, { authorization: "", ...headers });

describe("a foreign web page", () => {
  test("cannot read the emulator's state through a domain that resolves to this machine", async () => {
    for (const url of ["/_emulator/state", "/_emulator/", "/_emulator/console/events"]) {
      const { status, body } = await from("GET", { host: "evil.example:8484" }, url);
      expect([status, body.error]).toEqual([403, expect.stringContaining("evil.example")]);
    }
  });

  test("cannot send control calls from another origin", async () => {
    await it.pod();
    const headers = { host: "127.0.0.1:8484", "content-type": "text/plain" };
    for (const origin of ["https://evil.example", "http://127.0.0.1:3000", "http://localhost:8484", "null"]) {
      expect((await from("POST", { ...headers, origin }, "/_emulator/reset")).status).toBe(403);
      expect((await from("OPTIONS", { ...headers, origin }, "/_emulator/reset")).status).toBe(403);
    }
    expect(it.emulator.state().pods).toHaveLength(1);
  });

  test("cannot send control calls without the token of the console page", async () => {
    await it.pod();
    const own = { host: "127.0.0.1:8484", origin: "http://127.0.0.1:8484" };
    const attempts = [own, { ...own, "x-emulator-page": "guess" }, { host: own.host, "sec-fetch-site": "none" }];
    for (const headers of attempts) expect((await from("POST", headers, "/_emulator/reset")).status).toBe(403);
    expect(it.emulator.state().pods).toHaveLength(1);
  });

  test("cannot use the emulator's APIs, even with the default API keys", async () => {
    const origin = "https://evil.example";
    const query = { query: 'mutation { saveTemplate(input: { name: "x", imageName: "evil" }) { id } }' };
    // Browsers send a plain text without special headers, and without a preflight.
    const simple = { "content-type": "text/plain", origin, authorization: "" };
    const graphql = await it.send("POST", "/graphql?api_key=emulator-key", query, simple);
    expect([graphql.status, graphql.body]).toEqual([403, { errors: [{ message: expect.any(String) }], data: null }]);
    expect((await it.send("POST", "/v2/pods", {}, { origin })).status).toBe(403);
    expect((await it.send("OPTIONS", "/v2/pods", undefined, { origin })).status).toBe(403);
    expect((await it.send("POST", "/v2/some-endpoint/run", { input: { n: 1 } }, { origin })).status).toBe(403);
    expect((await it.send("GET", "/v2/pods", undefined, { host: "evil.example:8484" })).status).toBe(403);
    expect(it.emulator.requests()).toEqual([]);
  });

  test.each([
    "evil.example",
    "127.0.0.1.nip.example",
    "localhost.evil.example",
    "evil.local",
    "evil.internal",
    "evil",
    "a b",
  ])("cannot send a request with the host name %j", async (host) => {
    expect((await from("GET", { host })).status).toBe(403);
  });
});

describe("the emulator", () => {
  test.each([
    "localhost:8484",
    "LOCALHOST:8484",
    "localhost.:8484",
    "127.0.0.1:8484",
    "[::1]:8484",
    "10.0.0.7:8484",
    "demo.localhost:8484",
  ])("accepts requests under the host name %s", async (host) => {
    expect((await from("GET", { host })).status).toBe(200);
    const origin = `http://${host.toLowerCase()}`;
    const page = await it.emulator.inject({ method: "GET", url: "/_emulator/", headers: { host } });
    const [, token = ""] = /name="page-token" content="([^"]+)"/.exec(page.payload) ?? [];
    const own = await from("POST", { host, origin, "x-emulator-page": token }, "/_emulator/reset");
    expect(own.status).toBe(204);
  });

  test("accepts names of containers only if it listens on a network", async () => {
    const world = await startWorld({ host: "0.0.0.0" });
    const statusAs = async (host: string) => (await world.send("GET", "/_emulator/state", undefined, { host })).status;
    for (const host of ["emulator:8484", "emulator_1"]) {
      expect(await statusAs(host)).toBe(200);
      expect((await from("GET", { host })).status).toBe(403);
    }
    expect(await statusAs("evil.local")).toBe(403);
  });

  test("accepts requests under a host name in allowedHosts", async () => {
    const world = await startWorld({ allowedHosts: ["emulator.ci.example.com"] });
    const statusAs = async (host: string) => (await world.send("GET", "/_emulator/state", undefined, { host })).status;
    expect(await statusAs("emulator.ci.example.com:8484")).toBe(200);
    expect(await statusAs("ci.example.com")).toBe(403);
  });

  test("accepts requests from a page at the emulator's own address", async () => {
    const headers = { host: "localhost:8484", origin: "http://localhost:8484" };
    expect((await it.send("GET", "/v2/pods", undefined, headers)).status).toBe(200);
  });
});
