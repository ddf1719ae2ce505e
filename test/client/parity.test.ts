import { expect, test } from "vitest";
import { contract } from "../contract/exceptions";
import { GRAPHQL, JOBS, type Operation, REST } from "./support/contract-operations";
import { client, json, KEY, problem, type Seen, serve } from "./support/local-server";

const AT_REST = {
  id: "id1",
  name: "answers",
  type: "QUEUE",
  workers: { min: 0, max: 0 },
  scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
};

/** The requests that the client sends for an operation, with any outcome. */
async function requestsOf({ use }: Operation, endpointTransport: "graphql" | "rest"): Promise<Seen[]> {
  const server = await serve((response, seen, socket) => {
    const known: Record<string, unknown> = {
      "GET /v2/serverless/id1": AT_REST,
      "GET /v2/templates": { templates: [] },
    };
    const answer = known[`${seen.method} ${seen.url}`];
    const reply = answer === undefined ? problem(404, "resource not found") : json(200, answer);
    reply(response, seen, socket);
  });
  await use?.(client(server.url, { endpointTransport })).then(
    () => undefined,
    () => undefined,
  );
  return server.seen;
}

const matches = ({ method, path }: Operation) => {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/?]+")}(\\?|$)`);
  return (seen: Seen) => seen.method === method && pattern.test(seen.url);
};
const isUsed = ({ use }: Operation) => use !== undefined;

test("the client has every operation of RunPod's published OpenAPI document", () => {
  const published = contract.operations.map(({ name, method, path }) => ({ name, method, path }));
  expect(REST.map(({ name, method, path }) => ({ name, method, path }))).toEqual(published);
  for (const operations of [REST, GRAPHQL, JOBS]) {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
    for (const { name, use, excuse } of operations) expect(use ?? excuse, name).toBeTruthy();
  }
  expect(REST.filter(({ excuse }) => excuse !== undefined)).toEqual([]);
});

test.each(REST.filter(isUsed))("the client sends the REST operation $name as $method $path", async (operation) => {
  const request = (await requestsOf(operation, "rest")).find(matches(operation));
  expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
});

test.each(GRAPHQL.filter(isUsed))("the client sends the GraphQL operation $name", async (operation) => {
  const [request] = (await requestsOf(operation, "graphql")).filter(matches({ ...operation, path: "/graphql" }));
  expect(request?.body).toMatch(new RegExp(`\\{ ${operation.name}\\b`));
});

test.each(JOBS.filter(isUsed))("the client sends the job operation $name as $method $path", async (operation) => {
  const request = (await requestsOf(operation, "graphql")).find(matches(operation));
  expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
});
