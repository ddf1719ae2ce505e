import { buildSchema, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import {
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RuleError,
  ServerError,
  UnexpectedAnswerError,
} from "../../../client";
import { fieldOf, NEWER } from "../../../client/endpoints/graphql/documents";
import { anEndpointInput } from "../../support/endpoints";
import { client, cut, failure, json, problem, type Seen, serve } from "../support/local-server";

const INPUT = anEndpointInput({ name: 'say "hi"\n', gpuIds: "AMPERE_16,-NVIDIA RTX 4000" });
const ENDPOINT = { ...INPUT, id: "ep1", pods: [{ desiredStatus: "RUNNING" }, { desiredStatus: "EXITED" }] };

const listed = (...endpoints: unknown[]) => json(200, { data: { myself: { endpoints } } });
const refused = (message: string, code?: string) =>
  json(200, { errors: [{ message, extensions: { code } }], data: null });
const documentOf = (seen: Seen | undefined) => JSON.parse(seen?.body ?? "").query as string;

test("a create over GraphQL returns the endpoint with the number of running workers", async () => {
  const server = await serve(json(200, { data: { saveEndpoint: ENDPOINT } }));
  const endpoint = await client(server.url).endpoints.create(INPUT);
  expect(endpoint).toEqual({ ...INPUT, id: "ep1", workers: 1 });
  const document = documentOf(server.seen[0]);
  expect(() => parse(document)).not.toThrow();
  for (const field of Object.keys(INPUT)) expect(document).toContain(`${field}: `);
  expect(document).toContain("flashBootType: FLASHBOOT");
  expect(document).toContain('name: "say \\"hi\\"\\n"');
  expect(document).not.toContain(" id: ");
});

test.each([
  ["no declared type", "QB", undefined],
  ["the declared type LB", "LB", "LB"],
] as const)("the client creates an endpoint with %s as type %s", async (_, sent, type) => {
  const server = await serve(json(200, { data: { saveEndpoint: ENDPOINT } }));
  await client(server.url).endpoints.create({ ...INPUT, type });
  expect(documentOf(server.seen[0])).toContain(`type: "${sent}"`);
});

/** The platform as its interface describes it: `FLASHBOOT` is the only value of its enum. */
const named = buildSchema(`
  enum FlashBootType { FLASHBOOT }
  input EndpointInput {
    id: String, name: String!, gpuIds: String!, templateId: String!, type: String, idleTimeout: Int, locations: String,
    flashBootType: FlashBootType, scalerType: String, scalerValue: Int, workersMin: Int, workersMax: Int,
    networkVolumeId: String
  }
  type Pod { desiredStatus: String }
  type Endpoint {
    id: String, name: String, gpuIds: String, templateId: String, type: String, idleTimeout: Int, locations: String,
    flashBootType: FlashBootType, scalerType: String, scalerValue: Int, workersMin: Int, workersMax: Int,
    networkVolumeId: String, pods: [Pod]
  }
  type Query { endpoint: Endpoint }
  type Mutation { saveEndpoint(input: EndpointInput!): Endpoint }
`);

test("a GraphQL request contains only fields that the program sets or RunPod reports", async () => {
  const { name, gpuIds, templateId, workersMin, workersMax } = INPUT;
  const chosen = { id: "ep1", name, gpuIds, templateId, workersMin, workersMax, flashBootType: null, scalerType: null };
  const lacking = NEWER.map((setting) => `Cannot query field "${fieldOf(setting)}" on type "Endpoint".`);
  const unknown = refused(lacking.join(" "));
  const server = await serve(unknown, json(200, { data: { saveEndpoint: chosen } }));
  const { endpoints } = client(server.url);
  const { id, workers: _, ...live } = await endpoints.create({ name, gpuIds, templateId });
  await endpoints.update(id, { ...live, workersMax: 5 });
  const [, created = "", updated = ""] = server.seen.map(documentOf);
  const inputOf = (document: string) =>
    /input: \{ (.*) \}\) /.exec(document)?.[1]?.replaceAll(/: ("([^"\\]|\\.)*"|\w+)/g, "");
  expect(inputOf(created)).toBe("name, gpuIds, templateId, type");
  expect(inputOf(updated)).toBe("id, name, gpuIds, templateId, locations, workersMin, workersMax, networkVolumeId");
  for (const document of [created, updated]) expect(validate(named, parse(document))).toEqual([]);
});

test("the client requests and sends no field that RunPod's schema lacks, unless the program sets the field", async () => {
  const saved = json(200, { data: { saveEndpoint: ENDPOINT } });
  const unknown = refused('Cannot query field "gpuCount" on type "Endpoint".');
  const server = await serve(unknown, listed(ENDPOINT), saved, unknown);
  const { endpoints } = client(server.url);
  const { id, workers: _, ...live } = await endpoints.get("ep1");
  await endpoints.update(id, live);
  const [first, ...others] = server.seen.map(documentOf);
  expect(first).toContain("gpuCount");
  expect(others).toHaveLength(2);
  expect(others.join()).not.toContain("gpuCount");
  expect(others.join()).toContain("workersPFBTarget");
  expect(await failure(endpoints.create({ ...INPUT, gpuCount: 2 }))).toMatchObject({
    detail: expect.stringContaining("Cannot query field"),
  });
  expect(documentOf(server.seen[3])).toContain("gpuCount: 2");
});

test("the client never repeats a create over GraphQL that may have succeeded", async () => {
  const errors = [{ message: 'Field "gpuCount" could not be resolved' }];
  const server = await serve(json(200, { data: { saveEndpoint: ENDPOINT }, errors }));
  expect(await failure(client(server.url).endpoints.create(INPUT))).toMatchObject({ outcomeUnknown: true });
  expect(server.seen).toHaveLength(1);
});

test("an invalid enum value cannot add an operation to a GraphQL request", async () => {
  const server = await serve(json(200, { data: { saveEndpoint: ENDPOINT } }));
  await client(server.url).endpoints.update("ep1", {
    ...INPUT,
    flashBootType: 'OFF } ) { id } deleteEndpoint(id: "ep2") #',
  });
  expect(parse(documentOf(server.seen[0])).definitions).toHaveLength(1);
  expect(documentOf(server.seen[0])).toContain('flashBootType: "OFF } )');
});

describe("a create of an endpoint", () => {
  test("reports RunPod's reason if a response with status 200 contains a refusal", async () => {
    const server = await serve(refused("template is already bound to another endpoint"));
    const error = await failure(client(server.url).endpoints.create(INPUT));
    expect(error).toBeInstanceOf(RuleError);
    expect(error).toMatchObject({ outcomeUnknown: false });
    expect((error as Error).message).toBe(
      "RunPod refused saveEndpoint: template is already bound to another endpoint.",
    );
  });

  test("has an unknown outcome after an internal error of RunPod", async () => {
    const server = await serve(refused("Something went wrong", "INTERNAL_SERVER_ERROR"));
    const error = await failure(client(server.url).endpoints.create(INPUT));
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ outcomeUnknown: true, retryable: false });
    expect(server.seen).toHaveLength(1);
  });
});

describe("an update of an endpoint", () => {
  test("is repeated after a lost response", async () => {
    const server = await serve(cut, json(200, { data: { saveEndpoint: ENDPOINT } }));
    expect(await client(server.url).endpoints.update("ep1", INPUT)).toMatchObject({ id: "ep1" });
    expect(server.seen).toHaveLength(2);
  });

  test("throws NotFoundError if the endpoint is deleted", async () => {
    const server = await serve(refused("endpoint not found"), listed(), problem(404, "endpoint not found"));
    expect(await failure(client(server.url).endpoints.update("ep1", INPUT))).toBeInstanceOf(NotFoundError);
  });

  test("does not report the endpoint as deleted if only the template is missing", async () => {
    const server = await serve(refused("template tpl1 not found"), listed(ENDPOINT));
    expect(await failure(client(server.url).endpoints.update("ep1", INPUT))).toBeInstanceOf(RuleError);
  });
});

test("a delete throws RuleError for an endpoint with workers", async () => {
  const busy = await serve(refused("workersMin and workersMax must be 0"), listed(ENDPOINT));
  expect(await failure(client(busy.url).endpoints.delete("ep1"))).toBeInstanceOf(RuleError);
});

test("a delete throws NotFoundError for a deleted endpoint", async () => {
  const gone = await serve(refused("not found"), listed(), problem(404, "endpoint not found"));
  expect(await failure(client(gone.url).endpoints.delete("ep1"))).toBeInstanceOf(NotFoundError);
});

test("a delete over GraphQL sends only the id of the endpoint", async () => {
  const fine = await serve(json(200, { data: { deleteEndpoint: null } }));
  await client(fine.url).endpoints.delete("ep1");
  expect(documentOf(fine.seen[0])).toBe('mutation { deleteEndpoint(id: "ep1") }');
});

test("a delete whose response is lost succeeds if its repetition finds no endpoint", async () => {
  const server = await serve(cut, refused("not found"), listed(), problem(404, "endpoint not found"));
  await client(server.url).endpoints.delete("ep1");
  expect(server.seen).toHaveLength(4);
});

test("the client repeats a read if RunPod reports an internal failure with status 200", async () => {
  const hiccup = refused("Something went wrong", "INTERNAL_SERVER_ERROR");
  const passing = await serve(hiccup, listed(ENDPOINT));
  expect(await client(passing.url).endpoints.list()).toHaveLength(1);
  const lasting = await serve(hiccup);
  expect(await failure(client(lasting.url).endpoints.list())).toMatchObject({
    code: "SERVER",
    retryable: true,
    outcomeUnknown: false,
    hint: "Try again later.",
  });
  expect(lasting.seen).toHaveLength(4);
});

test("a response without an account never counts as an empty account", async () => {
  for (const [myself, kind] of [
    [null, PermissionError],
    [{}, UnexpectedAnswerError],
  ] as const) {
    const server = await serve(json(200, { data: { myself } }));
    expect(await failure(client(server.url).endpoints.get("ep1"))).toBeInstanceOf(kind);
  }
  const unauthenticated = await serve(refused("who are you", "UNAUTHENTICATED"));
  expect(await failure(client(unauthenticated.url).endpoints.get("ep1"))).toBeInstanceOf(AuthenticationError);
});

describe("the read of an endpoint that RunPod's list omits", () => {
  const rest = { id: "ep1", name: "jobs", type: "QUEUE", gpu: { pools: ["ADA_24"], count: 1 } };
  const whole = {
    ...rest,
    ...{ image: "worker", env: {}, workers: { min: 0, max: 3, idleTimeout: 5 }, dataCenterIds: [], networkVolumes: [] },
    ...{ scaling: { type: "QUEUE_DELAY", queueDelay: 4 }, flashboot: "OFF" },
  };

  test.each([
    ["does not find the endpoint", problem(404, "endpoint not found")],
    ["denies access to the endpoint", problem(403, "access denied")],
  ])("throws NotFoundError if REST %s", async (_, answer) => {
    const server = await serve(listed(ENDPOINT), listed(ENDPOINT), answer);
    const { endpoints } = client(server.url);
    expect(await endpoints.get("ep1")).toMatchObject({ id: "ep1", workers: 1 });
    expect(await failure(endpoints.get("ep2"))).toBeInstanceOf(NotFoundError);
    expect(server.seen.map(({ method, url }) => `${method} ${url.split("?")[0]}`)).toEqual([
      ...["POST /graphql", "POST /graphql", "GET /v2/serverless/ep2"],
    ]);
  });

  test("requests the list again if REST finds the endpoint", async () => {
    const server = await serve(listed(), json(200, whole), listed(), json(200, whole), listed(ENDPOINT));
    expect(await client(server.url).endpoints.get("ep1")).toMatchObject({ id: "ep1", workers: 1 });
  });

  test("never counts the endpoint as deleted if REST may still have the endpoint", async () => {
    const pair = [listed(), json(200, whole)] as const;
    const hidden = await serve(...pair, ...pair, ...pair, ...pair);
    expect(await failure(client(hidden.url).endpoints.get("ep1"))).toMatchObject({
      code: "UNEXPECTED_ANSWER",
      retryable: true,
      message: "Endpoint ep1 exists, but RunPod's list of endpoints does not contain it.",
    });
    const unreadable = await serve(listed(), json(200, { unlike: "an endpoint" }));
    expect(await failure(client(unreadable.url).endpoints.get("ep1"))).toBeInstanceOf(UnexpectedAnswerError);
  });
});

test("no endpoint counts as deleted if RunPod's address does not serve GraphQL", async () => {
  const server = await serve(problem(404, "no such route"));
  const { endpoints } = client(server.url);
  expect(await failure(endpoints.delete("ep1"))).toBeInstanceOf(UnexpectedAnswerError);
  expect(await failure(endpoints.get("ep1"))).toBeInstanceOf(UnexpectedAnswerError);
});
