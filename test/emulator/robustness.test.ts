import fc from "fast-check";
import { expect, test } from "vitest";
import { gpu, useEmulator } from "./harness";

const it = useEmulator();

const segment = fc.oneof(
  fc.constantFrom(
    "pods",
    "templates",
    "network-volumes",
    "registries",
    "delegations",
    "catalog",
    "gpus",
    "account",
    "ssh-keys",
    "KNOWN",
    "run",
    "runsync",
    "status",
    "cancel",
    "health",
    "logs",
    "action",
    "serverless",
    "%",
    "%20",
    "%ff",
    "..",
    "__proto__",
    "constructor",
  ),
  fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ""))),
);
const path = fc.oneof(
  fc.array(segment, { maxLength: 4 }).map((parts) => `/v2/${parts.join("/")}`),
  fc.constantFrom(
    "/graphql",
    "/",
    "/v2",
    "//",
    "/_emulator/faults",
    "/_emulator/clock",
    "/_emulator/pods/KNOWN",
    "/_emulator/endpoints/KNOWN",
    "/_emulator/script",
    "/_emulator/stock",
  ),
);
const query = fc.oneof(
  fc.constant(""),
  fc.constantFrom(
    "?tail=x",
    "?source=",
    "?wait=1000",
    "?ttl=0",
    "?include=AVAILABILITY",
    "?a[b]=c",
    "?%=%",
    "?tail=1&tail=2",
  ),
);
const key = fc.constantFrom(
  "image",
  "args",
  "disk",
  "ports",
  "env",
  "registry",
  "name",
  "mounts",
  "gpu",
  "cpu",
  "cloud",
  "dataCenterIds",
  "locked",
  "templateId",
  "action",
  "size",
  "keys",
  "input",
  "policy",
  "query",
  "variables",
  "__proto__",
  "status",
  "effect",
  "operation",
  "workersMax",
);
const leaf = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(gpu, "SECURE", "cpu3c", "stop", "KNOWN", "{ myself { id } }", "mutation { deleteEndpoint }"),
);
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie("node"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(key, fc.string()), tie("node"), { maxKeys: 4 }),
  ),
})).node;
const body = fc.oneof(
  fc.dictionary(key, value, { maxKeys: 8 }).map((object) => JSON.stringify(object)),
  value.map((any) => JSON.stringify(any)),
  fc.string(),
  fc.constant(undefined),
);

test("whatever a client sends, the emulator does not break, and REST errors are problem+json", async () => {
  const created = await it.pod();
  const endpoint = await it.endpoint({ workersMax: 0 });
  const known = (text: string, id: string) => text.replaceAll("KNOWN", id);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS"),
      path,
      query,
      body,
      fc.boolean(),
      async (method, where, how, what, podId) => {
        const id = podId ? created.id : endpoint;
        const payload = what === undefined ? undefined : known(what, id);
        // A long poll for a job that cannot run would wait for time that does not move.
        if (where.endsWith("/runsync")) return;
        if (method === "GET" && where.endsWith("/logs")) return;
        const reply = await it.send(method, known(where, id) + how, payload);
        expect([reply.status < 500, method, where, payload]).toEqual([true, method, where, payload]);
        const rest =
          where.startsWith("/v2/pods") || where.startsWith("/v2/templates") || where.startsWith("/v2/registries");
        if (rest && reply.status >= 400 && method !== "HEAD")
          expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json/);
        it.emulator.clearFaults();
      },
    ),
    { numRuns: 600, seed: 20260601 },
  );
});
