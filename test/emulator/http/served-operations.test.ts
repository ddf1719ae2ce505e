import { describe, expect, test } from "vitest";
import { schema } from "../../../emulator/graphql/schema";
import { GRAPHQL, JOBS, type Operation, REST } from "../../client/support/contract-operations";
import { problem, useEmulator } from "../support/harness";

const it = useEmulator({ jobsWithoutWorkers: "queue" });

/** The emulator does not serve these operations. Either only a table of limits names them, or they belong to another API. */
const outside = ["requests", "load balancer", "load balancer's health", "batch"];

const at = (path: string, id: string) => path.replace("{id}", id).replace(/\{\w+\}/g, "nothing");
const hasBody = ({ method }: Operation) => ["POST", "PUT", "PATCH"].includes(method);

describe("the emulator's REST API", () => {
  test.each(REST)("serves $name as $method $path", async (operation) => {
    const url = at(operation.path, "nobody");
    const good = await it.send(operation.method, url, hasBody(operation) ? {} : undefined);
    expect(it.emulator.requests()).toMatchObject([{ surface: "rest", operation: operation.name, status: good.status }]);
    expect(it.emulator.unknownRequests).toEqual([]);
    // Without a key, the request is refused. A bad body or an unknown id gets an error in RunPod's format.
    const stranger = await it.send(operation.method, url, hasBody(operation) ? {} : undefined, { authorization: "" });
    expect(stranger.body).toMatchObject({ status: 401, title: "Unauthorized" });
    if (hasBody(operation)) {
      const broken = await it.send(operation.method, url, "{");
      expect(broken.body).toMatchObject({ status: 400, title: "Bad Request", detail: expect.any(String) });
      const unexpected = await it.send(operation.method, url, { nobodyKnowsThis: 1 });
      expect(unexpected.body).toMatchObject({ status: 422, errors: expect.any(Array) });
    } else if (operation.path.includes("{")) {
      expect(good.body).toMatchObject({ status: 404, title: "Not Found" });
    } else {
      expect(good.status).toBe(200);
    }
  });

  test.each(REST.filter(({ method }) => method !== "GET"))(
    "accepts $name only with a key that may write",
    async (operation) => {
      const headers = { authorization: `Bearer ${it.emulator.readOnlyKey}` };
      const { body } = await it.send(
        operation.method,
        at(operation.path, "nobody"),
        hasBody(operation) ? {} : undefined,
        headers,
      );
      expect(body).toMatchObject({ status: 403, title: "Forbidden" });
    },
  );

  test("answers methods that RunPod does not publish with a 405", async () => {
    for (const path of new Set(REST.map((operation) => operation.path))) {
      const own = REST.filter((operation) => operation.path === path).map(({ method }) => method);
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !own.includes(one))) {
        const reply = await it.send(method, at(path, "nobody"), {});
        expect([reply.status, path, reply.headers.allow?.split(", ").sort()]).toEqual([405, path, own.sort()]);
      }
    }
  });
});

describe("the emulator's GraphQL API", () => {
  test.each(GRAPHQL)("serves $name", ({ name }) => {
    const fields = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
    expect(Object.keys(fields)).toContain(name);
  });
});

describe("the emulator's job API", () => {
  const word = (name: string) => (name === "purgeQueue" ? "purge-queue" : name.replace(/^public /, ""));

  // Needs a worker that answers: see jobs/openai.test.ts.
  const served = JOBS.filter(({ name }) => !outside.includes(name) && name !== "openai");

  test.each(served)("serves $name as $method $path", async (operation) => {
    const own = await it.endpoint({ workersMax: 0 });
    const id = operation.name.startsWith("public ") ? "black-forest-labs-flux-1-dev" : own;
    it.emulator.clearRequests();
    const input = { input: { prompt: "a cat" } };
    const query = operation.name.endsWith("runsync") ? "?wait=1000" : "";
    const sent = it.send(operation.method, at(operation.path, id) + query, hasBody(operation) ? input : undefined);
    const { status, body } = await it.whileTimePasses(sent, 1000);
    expect(it.emulator.requests()).toMatchObject([{ surface: "jobs", operation: word(operation.name) }]);
    expect(it.emulator.unknownRequests).toEqual([]);
    if (operation.path.includes("{jobId}")) expect([status, body]).toEqual([404, problem(404, "job not found")]);
    else expect(status).toBe(200);
  });

  test.each(JOBS.filter(({ name }) => outside.includes(name)))(
    "does not serve the operation $name: $excuse",
    async (operation) => {
      const id = await it.endpoint({ workersMax: 0 });
      expect((await it.send(operation.method, at(operation.path, id), { input: { n: 1 } })).status).toBe(404);
    },
  );
});
