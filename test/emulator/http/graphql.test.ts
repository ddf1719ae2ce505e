import { describe, expect, test } from "vitest";
import { documentIn } from "../../../emulator/graphql/documents";
import { startWorld, useEmulator, type World } from "../support/harness";

const it = useEmulator();
const fields =
  "id name gpuIds idleTimeout locations flashBootType scalerType scalerValue templateId workersMax workersMin networkVolumeId type pods { desiredStatus }";
const list = async () => (await it.query("{ myself { endpoints { id } } }")).body.data.myself.endpoints;

describe("GraphQL documents", () => {
  test("may contain inline literals, comments and unquoted enums", async () => {
    const { id } = await it.template();
    const { body } = await it.query(`
      mutation {
        saveEndpoint(input: {
          gpuIds: "AMPERE_16,AMPERE_24",
          # a comment
          locations: "US", flashBootType: FLASHBOOT, # another
          name: "My Endpoint", idleTimeout: 5, scalerType: "REQUEST_COUNT", scalerValue: 2,
          templateId: "${id}", workersMax: 4, workersMin: 0
        }) { ${fields} }
      }`);
    expect(body.data.saveEndpoint).toEqual({
      ...{ id: expect.stringMatching(/^[a-z0-9]{14}$/), name: "My Endpoint", gpuIds: "AMPERE_16,AMPERE_24" },
      ...{ idleTimeout: 5, locations: "US", flashBootType: "FLASHBOOT", scalerType: "REQUEST_COUNT", scalerValue: 2 },
      ...{ templateId: id, workersMax: 4, workersMin: 0, networkVolumeId: null, type: "QB", pods: [] },
    });
  });

  test("may contain aliases, fragments and variables", async () => {
    const { id } = await it.template();
    const { body } = await it.query(
      "mutation Save($input: EndpointInput!) { made: saveEndpoint(input: $input) { ...E } } fragment E on Endpoint { boot: flashBootType }",
      { input: { name: "abc", gpuIds: "ADA_24", templateId: id, flashBootType: "PRIORITY_FLASHBOOT" } },
    );
    expect(body).toEqual({ data: { made: { boot: "PRIORITY_FLASHBOOT" } } });
  });

  test("may choose one of several named operations", async () => {
    const { id } = await it.template();
    expect((await it.query("query Named { myself { id } }", {})).body.data.myself.id).toBe("user_emulator");
    const query = `query A { myself { id } } query B { podTemplate(id: "${id}") { name } }`;
    const { body } = await it.post("/graphql", { query, operationName: "B", variables: {} });
    expect(body).toEqual({ data: { podTemplate: { name: "t" } } });
  });

  test.each(["{ __schema { types { name } } }", '{ __type(name: "Endpoint") { name } }'])(
    "cannot query the schema: %s",
    async (query) => {
      const { status, body } = await it.query(query);
      expect([status, body.data]).toEqual([200, null]);
      expect(body.errors[0].message).toContain("introspection has been disabled");
      expect((await it.query("{ __typename }")).body.data).toEqual({ __typename: "Query" });
    },
  );

  test("get an error with the status 200 if they do not match the schema", async () => {
    for (const query of [
      'mutation { saveEndpoint(input: { name: "abc", flashBootType: "FLASHBOOT" }) { id } }',
      'mutation { saveEndpoint(input: { name: "abc", bogus: 1 }) { id } }',
      "{ myself { bogus } }",
    ]) {
      const { status, body } = await it.query(query);
      expect([status, body.data, body.errors.length > 0]).toEqual([200, null, true]);
    }
  });

  test.each([["{"], ["mutation {"], ["nonsense"], [""]])("with the syntax error %j get a 400", async (query) => {
    const { status, body } = await it.query(query);
    expect([status, body.data]).toEqual([400, null]);
    expect(body.errors[0].message).toBeTypeOf("string");
  });

  test("cannot be missing from a request: a body without `query` gets a 400", async () => {
    expect((await it.post("/graphql", {})).status).toBe(400);
    expect((await it.post("/graphql", "[")).status).toBe(400);
  });
});

describe("saveEndpoint", () => {
  const cases: [string, object, string][] = [
    ["an unknown endpoint", { id: "nope" }, "not found"],
    ["an unknown template", { templateId: "nope" }, "not found"],
    ["a missing template", { templateId: null }, "templateId is required"],
    ["an unknown pool", { gpuIds: "TESLA" }, "not found"],
    ["no pool", { gpuIds: null }, "gpuIds is required"],
    ["only excluded GPU types", { gpuIds: "-NVIDIA L4" }, "must name a GPU pool"],
    ["an unknown country", { locations: "CZ,XX" }, "location XX not found"],
    ["an unknown data center", { locations: "US-ZZ-1" }, "location US-ZZ-1 not found"],
    ["an unknown volume", { networkVolumeId: "nope" }, "not found"],
    ["no name", { name: undefined }, 'required field "name"'],
    ["a short name", { name: "ab" }, "3 characters"],
    ["a negative workersMin", { workersMin: -1 }, "negative"],
    ["workersMin above workersMax", { workersMin: 4, workersMax: 3 }, "workersMin"],
    ["a scaler value below 1", { scalerValue: 0 }, "scalerValue"],
    ["an unknown scaler", { scalerType: "MAGIC" }, "scalerType"],
    ["an unknown type", { type: "QUEUE" }, "type"],
  ];
  test.each(cases)("refuses an input with %s", async (_name, input, message) => {
    const { id } = await it.template();
    const reply = await it.save({ name: "endpoint", gpuIds: "ADA_24", templateId: id, ...input });
    const errors = [{ message: expect.stringContaining(message) }];
    expect(reply).toMatchObject({ status: 200, body: { data: null, errors } });
    expect(await list()).toEqual([]);
  });

  test("refuses a template for pods and a template of another endpoint", async () => {
    const pod = await it.template({ serverless: false, name: "pod" });
    const base = { name: "endpoint", gpuIds: "ADA_24" };
    expect((await it.save({ ...base, templateId: pod.id })).body.errors[0].message).toContain(
      "not a serverless template",
    );
    const { id } = await it.template({ name: "worker" });
    await it.save({ ...base, templateId: id });
    const second = await it.save({ ...base, templateId: id });
    expect(second.body.errors[0].message).toBe("template is already bound to another endpoint");
  });

  test.each([
    ["leaves out gpuIds", { gpuIds: undefined }, "gpuIds is required"],
    ["leaves out templateId", { templateId: undefined }, "templateId is required"],
    ["changes the type", { type: "LB" }, "type cannot be changed"],
  ])("refuses an update that %s", async (_, change, message) => {
    const id = await it.endpoint({ workersMax: 3 });
    const [present] = it.emulator.state().endpoints;
    const { name, gpuIds, templateId } = present ?? {};
    const input = { id, name, gpuIds, templateId, workersMax: 5, ...change };
    const { body } = await it.query("mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }", {
      input,
    });
    expect(body.errors[0].message).toContain(message);
    expect(it.emulator.state().endpoints).toEqual([present]);
  });
});

describe("deleteEndpoint", () => {
  test("does not delete an endpoint while workersMin or workersMax is not 0", async () => {
    const id = await it.endpoint({ workersMin: 0, workersMax: 1 });
    const { status, body } = await it.query(`mutation { deleteEndpoint(id: "${id}") }`);
    expect([status, body.data]).toEqual([200, null]);
    expect(body.errors[0].message).toMatch(/workersMin.*workersMax/);
    await it.save({ id, name: "endpoint", workersMax: 0 });
    expect((await it.query(`mutation { deleteEndpoint(id: "${id}") }`)).body).toEqual({
      data: { deleteEndpoint: null },
    });
    expect(await list()).toEqual([]);
  });

  test('answers "not found" for an unknown endpoint', async () => {
    const { body } = await it.query('mutation { deleteEndpoint(id: "nope") }');
    expect(body.errors[0].message).toContain("not found");
  });
});

const everything = { idleTimeout: 60, scalerValue: 9, gpuCount: 2, workersPFBTarget: 1, locations: "US" } as const;
const reset = { idleTimeout: 10, scalerValue: 4, gpuCount: 1, workersPFBTarget: 0, workersMin: 0, workersMax: 3 };
const settings =
  "{ workersMin workersMax idleTimeout scalerValue gpuCount workersPFBTarget locations executionTimeoutMs }";

/** Returns the settings of an endpoint after the smallest possible update. */
async function left(world: World, workers: object): Promise<unknown> {
  const id = await world.endpoint({ ...everything, ...workers, executionTimeoutMs: 5000 });
  const { name, gpuIds, templateId } = world.emulator.state().endpoints[0]!;
  const input = { id, name, gpuIds, templateId };
  const mutation = `mutation ($input: EndpointInput!) { saveEndpoint(input: $input) ${settings} }`;
  return (await world.query(mutation, { input })).body.data.saveEndpoint;
}

test.each([
  [
    "defaults",
    "resets omitted fields that have a default in the schema",
    { ...reset, locations: "US", executionTimeoutMs: 5000 },
  ],
  ["merge", "keeps omitted fields", { ...everything, workersMin: 2, workersMax: 7, executionTimeoutMs: 5000 }],
  ["replace", "resets omitted fields", { ...reset, locations: null, executionTimeoutMs: 0 }],
] as const)("with --save-endpoint %s, an update of an endpoint %s", async (saveEndpoint, _effect, kept) => {
  const world = await startWorld({ saveEndpoint });
  expect(await left(world, { workersMin: 2, workersMax: 7 })).toEqual(kept);
  const query = `{ myself { endpoint(id: "${await world.endpoint()}") { ${fields} gpuCount workersPFBTarget } } }`;
  expect((await world.query(query)).body.data.myself.endpoint).toMatchObject({
    ...{ ...reset, locations: null, networkVolumeId: null, flashBootType: "OFF", scalerType: "QUEUE_DELAY" },
  });
});

test("GraphQL shows the account's volumes, registry credentials and SSH keys", async () => {
  const { id: volume } = await it.volume();
  const credential = { name: "hub", username: "ann", password: "hush" };
  const { id: registry } = (await it.post("/v2/registries", credential)).body;
  const key = "ssh-ed25519 AAAAC3Nza ann@example.com";
  await it.send("PUT", "/v2/account/ssh-keys", { keys: [key] });
  const query = "{ myself { pubKey networkVolumes { id name size dataCenterId } containerRegistryCreds { id name } } }";
  expect((await it.query(query)).body.data.myself).toEqual({
    pubKey: key,
    networkVolumes: [{ id: volume, name: "v", size: 10, dataCenterId: "US-TX-3" }],
    containerRegistryCreds: [{ id: registry, name: "hub" }],
  });
});

test("the emulator reads a document of GraphQL once, and forgets it after many others", () => {
  const text = "{ myself { id } }";
  const first = documentIn(text);
  expect(documentIn(text) === first).toBe(true);
  for (let index = 0; index < 500; index++) documentIn(`{ field${index} }`);
  expect(documentIn(text) === first).toBe(false);
  const long = `{ ${"a ".repeat(9_990)}}`.padEnd(20_001);
  const again = documentIn(long);
  expect(documentIn(long) === again).toBe(false);
});
