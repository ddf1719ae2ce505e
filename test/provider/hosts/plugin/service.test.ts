import { spawn } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import { resolve } from "node:path";
import { credentials, Server, ServerCredentials, type ServiceError, status } from "@grpc/grpc-js";
import { ResourceProviderClient, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connect } from "../../../../client";
import { type Emulator, startEmulator } from "../../../../emulator";
import { Engines } from "../../../../provider/hosts/plugin/grpc/engines";
import { Provider } from "../../../../provider/hosts/plugin/provider";
import { providerService } from "../../../../provider/hosts/plugin/service";
import { unknownValue } from "../../../../provider/hosts/properties/unknowns";
import { struct } from "./support/provider";

const canary = "canary-61d0-secret";
const signature = "4dabf18193072939515e22adb298388d";
const secret = (value: unknown) => ({ [signature]: "1b47061264138c4ac30d75fd1eb44270", value });
const urn = (kind: string, name = "web") => `urn:pulumi:dev::project::podwright:index:${kind}::${name}`;
const gpu = { id: "NVIDIA L4" };
const valid = { image: "nginx", gpu, name: "web-1", __autoname: "web-1", desiredStatus: "RUNNING" };

let emulator: Emulator;
let client: ResourceProviderClient;
const ends: (() => void)[] = [];

const hurry = () => vi.stubEnv("PODWRIGHT_TIME_SCALE", "0.01");
beforeEach(hurry);

beforeAll(async () => {
  hurry();
  emulator = await startEmulator({ provision: 5, start: 5, strict: true });
  client = await serve();
  await configure(client, { apiKey: secret(emulator.apiKey) });
});

afterEach(() => {
  emulator.clearFaults();
  emulator.clearRequests();
});

afterAll(async () => {
  for (const end of ends) end();
  await emulator.close();
});

/** A provider of its own, as the plugin's process serves it. */
async function serve(): Promise<ResourceProviderClient> {
  const provider = new Provider({});
  const lifeline = { signal: new AbortController().signal, hold: <T>(work: Promise<T>) => work };
  const server = new Server({ "grpc.max_receive_message_length": 400 * 1024 * 1024 });
  server.addService(
    ResourceProviderService,
    providerService({
      version: "1.2.3",
      schema: () => '{"name":"podwright"}',
      provider: async () => provider,
      engines: new Engines(),
      lifeline,
    }),
  );
  const port = await new Promise<number>((found, failed) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? found(bound) : failed(error),
    ),
  );
  const made = clientOf(port);
  ends.push(
    () => made.close(),
    () => server.forceShutdown(),
  );
  return made;
}

/** As the engine connects: to this machine without a proxy, and with messages of any size. */
function clientOf(port: number | string): ResourceProviderClient {
  return new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), {
    "grpc.enable_http_proxy": 0,
    "grpc.max_send_message_length": -1,
    "grpc.max_receive_message_length": -1,
    // A connection of its own for each client, as each engine has one.
    "grpc.use_local_subchannel_pool": 1,
  });
}

/** One call, as a promise. */
function ask<Response>(call: (answer: (error: ServiceError | null, response: Response) => void) => unknown) {
  return new Promise<Response>((found, failed) =>
    call((error, response) => (error === null ? found(response) : failed(error))),
  );
}

/** The error of a call that must fail. */
async function refused(work: Promise<unknown>): Promise<ServiceError> {
  const outcome = await work.then(
    () => undefined,
    (error: ServiceError) => error,
  );
  if (outcome === undefined) throw new Error("it was answered");
  return outcome;
}

/** A message of the protocol with these fields; what is an object there is a struct. */
function message<Message extends object>(empty: Message, fields: Readonly<Record<string, unknown>>): Message {
  for (const [name, value] of Object.entries(fields)) {
    const setter = `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
    const set = Reflect.get(empty as object, setter) as (value: unknown) => void;
    if (value !== undefined) set.call(empty, isPlain ? struct(value) : value);
  }
  return empty;
}

async function configure(of: ResourceProviderClient, values: object): Promise<void> {
  const args = { baseUrl: emulator.url, serverlessUrl: emulator.url, ...values };
  await ask<proto.ConfigureResponse>((answer) => of.configure(message(new proto.ConfigureRequest(), { args }), answer));
}

async function check(kind: string, news: object, of = urn(kind)) {
  const request = message(new proto.CheckRequest(), { urn: of, news });
  return await ask<proto.CheckResponse>((answer) => client.check(request, answer));
}

async function diff(olds: object, news: object, of = urn("Pod")) {
  const fields = { urn: of, oldInputs: olds, olds: { ...olds, status: "RUNNING" }, news };
  return await ask<proto.DiffResponse>((answer) => client.diff(message(new proto.DiffRequest(), fields), answer));
}

const creation = (properties: object, of = urn("Pod")) => message(new proto.CreateRequest(), { urn: of, properties });

/** The creation of a pod with a name of its own. */
const named = (name: string, more: object = {}) =>
  creation({ ...valid, name, __autoname: name, ...more }, urn("Pod", name));

const create = (request: proto.CreateRequest, from = client) =>
  ask<proto.CreateResponse>((answer) => from.create(request, answer));

function invoke(tok: string, args: object, from = client) {
  const request = message(new proto.InvokeRequest(), { tok, args });
  return ask<proto.InvokeResponse>((answer) => from.invoke(request, answer));
}

/** What an error keeps of a resource whose creation or update did not come to its end. */
function initFailure(error: ServiceError): proto.ErrorResourceInitFailed {
  const [packed] = error.metadata.get("grpc-status-details-bin");
  const [detail] = Status.deserializeBinary(packed as Buffer).getDetailsList();
  expect(detail?.getTypeName()).toBe("pulumirpc.ErrorResourceInitFailed");
  return proto.ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() ?? new Uint8Array());
}

/** Values with the engine's wrappers on. */
const wire = (properties: Struct | undefined) => (properties?.toJavaScript() ?? {}) as Record<string, unknown>;

const podNamed = (wanted: string) => emulator.state().pods.find(({ name }) => name === wanted) ?? fail();

describe("inputs that are wrong", () => {
  test("are refused in one failure that names no property, with a line for each, and quote no value", async () => {
    const response = await check("Pod", {
      image: 7,
      gpu: [{ id: canary }],
      env: secret({ TOKEN: [canary], OTHER: secret({ deep: canary }) }),
      mounts: "everywhere",
      ports: { "0": canary },
      desiredStatus: canary,
      [canary.slice(0, 6)]: secret(canary),
    });

    const failures = response.getFailuresList();
    expect(failures.map((failure) => failure.getProperty())).toEqual([""]);
    expect(failures[0]?.getReason().split("\n").toSorted()).toEqual([
      "canary: is not a property of this resource",
      'desiredStatus: must be "RUNNING" or "EXITED"',
      "env.OTHER: must be a string, not an object",
      "env.TOKEN: must be a string, not a list",
      "gpu: must be an object, not a list",
      "image: must be a string, not a number",
      "mounts: must be an object, not a string",
      "ports: must be a list, not an object",
    ]);
    expect(emulator.requests()).toEqual([]);
  });

  test("are left out where they are null", async () => {
    const response = await check("Pod", { image: "nginx", gpu, cpu: null, env: secret(null), ports: unknownValue });
    expect(response.getFailuresList()).toEqual([]);
    const inputs = response.getInputs()?.toJavaScript();
    expect(inputs).not.toHaveProperty("cpu");
    expect(inputs).not.toHaveProperty("env");
  });

  test("may be missing altogether", async () => {
    const request = message(new proto.CheckRequest(), { urn: urn("Template") });
    const response = await ask<proto.CheckResponse>((answer) => client.check(request, answer));
    expect(response.getFailuresList().map((failure) => failure.getReason())).toEqual(["image: is required"]);
  });
});

describe("what the engine marks as secret", () => {
  test("is secret in the checked inputs, wherever it stands", async () => {
    const marked = { image: secret("nginx"), gpu: { id: secret("NVIDIA L4") }, args: secret("--quiet") };
    expect(wire((await check("Pod", marked)).getInputs())).toMatchObject(marked);
  });

  test("and the environment always, in inputs, in outputs and in a read that finds another", async () => {
    const checked = wire((await check("Pod", { image: "nginx", gpu, env: { TOKEN: canary } })).getInputs());
    expect(checked.env).toEqual(secret({ TOKEN: canary }));

    const created = await create(named("reads", { env: { TOKEN: canary } }));
    expect(wire(created.getProperties()).env).toEqual(secret({ TOKEN: canary }));

    const id = created.getId();
    emulator.changePod(id, { env: { TOKEN: "drifted" } });
    const fields = { id, urn: urn("Pod"), inputs: checked, properties: created.getProperties() };
    const request = message(new proto.ReadRequest(), fields);
    const read = await ask<proto.ReadResponse>((answer) => client.read(request, answer));
    for (const side of [read.getInputs(), read.getProperties()])
      expect(wire(side).env).toEqual(secret({ TOKEN: "drifted" }));
  });

  test("and the key of the configuration, also where nobody marked it; it is never filled in from the environment", async () => {
    vi.stubEnv("PODWRIGHT_API_KEY", canary);
    const inputsOf = async (news: object) => wire((await checkConfig("default", news)).getInputs());
    expect(await inputsOf({ apiKey: "plain", version: "1.0.0" })).toEqual({
      apiKey: secret("plain"),
      version: "1.0.0",
    });
    expect(await inputsOf({})).toEqual({});
  });

  test("comes without the quotes that some SDKs put around a value of an enum", async () => {
    const checked = await checkConfig("default", { endpointTransport: '"rest"' });
    expect(wire(checked.getInputs())).toEqual({ endpointTransport: "rest" });
    expect(checked.getFailuresList()).toEqual([]);
  });
});

function checkConfig(name: string, news: object) {
  const of = `urn:pulumi:dev::project::pulumi:providers:podwright::${name}`;
  const request = message(new proto.CheckRequest(), { urn: of, news });
  return ask<proto.CheckResponse>((answer) => client.checkConfig(request, answer));
}

test("a provider's configuration is checked before it is used, in one failure that names no property", async () => {
  const failures = async (name: string, values: object) =>
    (await checkConfig(name, values)).getFailuresList().map((failure) => failure.toObject());
  const wrong = {
    baseURL: "https://api.example.com",
    endpointTransport: "soap",
    apiKey: secret("key"),
    version: "1.0.0",
  };
  expect(await failures("default_1_0_0", wrong)).toEqual([
    {
      property: "",
      reason:
        "podwright:baseURL is no setting of Podwright; did you mean podwright:baseUrl? Remove this one.\n" +
        'podwright:endpointTransport is "soap", and there are two: graphql and rest. Leave it out, or write one of the two.',
    },
  ]);
  expect(await failures("mine", { allowInsecureUrl: 5 })).toEqual([
    {
      property: "",
      reason: "the provider argument allowInsecureUrl must be true or false. Leave it out, or write one of the two.",
    },
  ]);
  expect(await failures("mine", { baseUrl: unknownValue, allowInsecureUrl: true })).toEqual([]);
});

describe("a request that makes no sense", () => {
  test.each([
    [
      "a type it does not have",
      "urn:pulumi:dev::project::podwright:index:Toaster::web",
      /no resource of type "podwright:index:Toaster"/,
    ],
    ["another provider's type", "urn:pulumi:dev::project::aws:s3:Bucket::web", /no resource of type "aws:s3:Bucket"/],
    ["no type at all", "", /no resource of type ""/],
    ["a name that is no URN", "Pod", /no resource of type ""/],
    ["a type that every object has", "urn:pulumi:dev::project::constructor::web", /no resource of type "constructor"/],
  ])("about %s is answered with an error that says so", async (_what, of, said) => {
    const errors = [
      await refused(check("", valid, of)),
      await refused(diff(valid, valid, of)),
      await refused(create(creation(valid, of))),
    ];
    for (const error of errors) {
      expect(error.code).toBe(status.INVALID_ARGUMENT);
      expect(error.details).toMatch(said);
    }
  });

  test("about a function it does not have, or with arguments that are wrong, says which", async () => {
    expect(await refused(invoke("podwright:index:getToaster", {}))).toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: 'this provider has no function "podwright:index:getToaster"',
    });
    const wrong = await invoke("podwright:index:getPod", { id: 7, [canary]: secret(canary) });
    expect(wrong.getFailuresList().map((failure) => failure.getReason().split("\n").toSorted())).toEqual([
      [`["${canary}"]: is not a property of this function`, "id: must be a string, not a number"],
    ]);
  });

  test("to list, read, change or delete what it does not have names it", async () => {
    const of = urn("Toaster");
    const errors = [
      refused(ask((answer) => client.read(new proto.ReadRequest().setUrn(of).setId("x"), answer))),
      refused(ask((answer) => client.update(new proto.UpdateRequest().setUrn(of).setId("x"), answer))),
      refused(ask((answer) => client.delete(new proto.DeleteRequest().setUrn(of).setId("x"), answer))),
      refused(
        new Promise((ended, failed) =>
          client
            .list(new proto.ListRequest().setToken("podwright:index:Toaster"))
            .on("data", () => undefined)
            .on("end", ended)
            .on("error", failed),
        ),
      ),
    ];
    for (const error of await Promise.all(errors)) {
      expect(error.code).toBe(status.INVALID_ARGUMENT);
      expect(error.details).toContain('no resource of type "podwright:index:Toaster"');
    }
  });

  test("about something that does not exist is answered as gone, or as the platform's sentence", async () => {
    const nowhere = { id: "nowhere", urn: urn("Pod") };
    const request = message(new proto.ReadRequest(), nowhere);
    const read = await ask<proto.ReadResponse>((answer) => client.read(request, answer));
    expect(read.getId()).toBe("");
    expect((await refused(invoke("podwright:index:getPod", { id: "nowhere" }))).details).toMatch(/nowhere|not found/i);

    const deletion = message(new proto.DeleteRequest(), nowhere);
    await expect(ask<Empty>((answer) => client.delete(deletion, answer))).resolves.toBeInstanceOf(Empty);
  });

  test("for a create with inputs that were never checked makes nothing, or what the platform agrees to", async () => {
    const error = await refused(
      create(creation({ name: "x", __autoname: "x", image: { nested: [canary] }, env: secret(3) })),
    );
    expect(error.details).not.toContain(canary);
    expect(emulator.state().pods.filter(({ name }) => name === "x")).toEqual([]);
  });

  test("for a schema of another version says which", async () => {
    const request = message(new proto.GetSchemaRequest(), { version: 7 });
    const error = await refused(ask<proto.GetSchemaResponse>((answer) => client.getSchema(request, answer)));
    expect(error).toMatchObject({ code: status.INVALID_ARGUMENT, details: "schema version 7 is not known" });
  });

  test("that no method takes is answered as unimplemented", async () => {
    const calls = [
      refused(ask((answer) => client.construct(new proto.ConstructRequest(), answer))),
      refused(ask((answer) => client.call(new proto.CallRequest(), answer))),
      refused(ask((answer) => client.parameterize(new proto.ParameterizeRequest(), answer))),
      refused(ask((answer) => client.getMapping(new proto.GetMappingRequest(), answer))),
    ];
    for (const error of await Promise.all(calls)) {
      expect(error.code).toBe(status.UNIMPLEMENTED);
      expect(error.details).toMatch(/^the podwright provider has no \w+$/);
    }
  });

  test("with bytes that are no message does not end the process", async () => {
    const nonsense = refused(
      ask((answer) =>
        client.makeUnaryRequest(
          "/pulumirpc.ResourceProvider/Check",
          () => Buffer.from([0xff, 0xff, 0xff, 0xff, 0x01]),
          (bytes: Buffer) => bytes,
          {},
          answer as (error: ServiceError | null, response?: Buffer) => void,
        ),
      ),
    );
    expect((await nonsense).code).toBe(status.INTERNAL);
    expect(
      (await ask<{ getVersion(): string }>((answer) => client.getPluginInfo(new Empty(), answer))).getVersion(),
    ).toBe("1.2.3");
  });
});

test("a list has no more entries than its limit", async () => {
  const platform = connect({ apiKey: emulator.apiKey, baseUrl: emulator.url, serverlessUrl: emulator.url });
  for (const name of ["first", "second", "third"]) await platform.templates.create({ name, image: "nginx" });
  await platform.close();
  const listed = (limit: number) =>
    new Promise<number>((ended, failed) => {
      let told = 0;
      client
        .list(new proto.ListRequest().setToken("podwright:index:Template").setLimit(limit))
        .on("data", () => {
          told += 1;
        })
        .on("end", () => ended(told))
        .on("error", failed);
    });

  expect(await listed(2)).toBe(2);
  expect(await listed(0)).toBe(emulator.state().templates.length);
});

describe("size and depth", () => {
  test("a body twice as big as what gRPC takes by default is checked", async () => {
    const response = await check("Job", { endpointId: "llm", input: { BIG: "x".repeat(8_000_000) } });
    expect(response.getFailuresList()).toEqual([]);
  });

  test("values nested two hundred deep get an answer", async () => {
    let deep: object = { end: canary };
    for (let level = 0; level < 200; level++) deep = { deep };
    const [failure] = (await check("Pod", { image: "nginx", gpu, env: { DEEP: deep } })).getFailuresList();
    expect(failure?.getReason()).toBe("env.DEEP: must be a string, not an object");
  });

  test("keys that mean something to JavaScript are only keys", async () => {
    const env = new Struct();
    for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"])
      env.getFieldsMap().set(key, struct({ v: canary }).getFieldsMap().get("v") ?? fail());
    const news = struct({ image: "nginx", gpu });
    const value = struct({ env: {} }).getFieldsMap().get("env") ?? fail();
    value.setStructValue(env);
    news.getFieldsMap().set("env", value);
    const request = message(new proto.CheckRequest(), { urn: urn("Pod"), news });
    const response = await ask<proto.CheckResponse>((answer) => client.check(request, answer));
    expect(response.getFailuresList()).toEqual([]);
    expect(({} as Record<string, unknown>).v).toBeUndefined();
    expect(Object.prototype).not.toHaveProperty(canary);
  });
});

function fail(): never {
  throw new Error("no such field");
}

describe("several requests at once", () => {
  test("do not wait for each other: what is quick is answered while a pod is awaited", async () => {
    emulator.scriptPods({ match: { name: "slow" }, outcome: "stuck" });
    let created = false;
    const slow = create(named("slow")).then(() => {
      created = true;
    });
    await expect.poll(() => emulator.counts().getPod ?? 0).toBeGreaterThan(0);
    const quick = [
      check("Pod", valid),
      diff(valid, { ...valid, image: "nginx:2" }),
      invoke("podwright:index:getTemplates", {}),
    ];
    await Promise.all(quick);
    expect(created).toBe(false);
    emulator.changePod(podNamed("slow").id, { status: "RUNNING" });
    await slow;
  });
});

describe("a create whose pod does not run", () => {
  test("is an error that carries id, outputs and reasons, with the environment secret", async () => {
    emulator.scriptPods({ match: { name: "broken" }, outcome: "error", echoEnv: true });
    const error = await refused(create(named("broken", { env: { TOKEN: canary } })));
    const failed = initFailure(error);
    expect(failed.getId()).toBe(podNamed("broken").id);
    expect(wire(failed.getProperties())).toMatchObject({ status: "ERROR", env: secret({ TOKEN: canary }) });
    const reasons = failed.getReasonsList().join("\n");
    expect(reasons).toContain("TOKEN=[secret]");
    expect(reasons, "nothing is replaced").not.toMatch(/replace|old pod/);
    expect(reasons + error.message).not.toContain(canary);
  });

  test("keeps it secret, and what the program marks, when a later update fails", async () => {
    const inputs = { ...valid, name: "updated", __autoname: "updated", env: { TOKEN: canary } };
    const created = await create(creation(inputs));
    emulator.scriptPods({ match: { name: "updated" }, outcome: "error" });
    const request = message(new proto.UpdateRequest(), {
      ...{ urn: urn("Pod"), id: created.getId(), oldInputs: inputs, olds: created.getProperties() },
      news: { ...inputs, image: secret("other") },
    });
    const failed = initFailure(await refused(ask<proto.UpdateResponse>((answer) => client.update(request, answer))));
    expect(failed.getId()).toBe(created.getId());
    expect(wire(failed.getProperties())).toMatchObject({ env: secret({ TOKEN: canary }), image: secret("other") });
  });
});

test("an explicit provider chooses the API of its endpoints, and a function returns the same over both", async () => {
  const { apiKey, url } = emulator;
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url });
  const { id: templateId } = await platform.templates.create({ name: "worker", image: "worker", serverless: true });
  await platform.close();
  const rest = await serve();
  await configure(rest, { apiKey, endpointTransport: "rest" });
  const inputs = { name: "answers", __autoname: "answers", gpuIds: "ADA_24", templateId, locations: "EU-RO-1" };
  const made = await create(creation(inputs, urn("ServerlessEndpoint")), rest);
  expect(emulator.counts()).toMatchObject({ createEndpoint: 1 });
  expect(emulator.counts()).not.toHaveProperty("saveEndpoint");

  for (const provider of [rest, client]) {
    const answer = await invoke("podwright:index:getServerlessEndpoint", { id: made.getId() }, provider);
    expect(answer.getReturn()?.toJavaScript()).toMatchObject({ templateId, locations: "EU-RO-1", workers: 0 });
  }
});

describe("cancelling", () => {
  test("ends a wait at once with the pod's id, and what comes after it sends nothing", async () => {
    const other = await serve();
    await configure(other, { apiKey: emulator.apiKey });
    emulator.scriptPods({ match: { name: "stuck" }, outcome: "stuck" });
    const waiting = refused(create(named("stuck"), other));
    await expect.poll(() => emulator.counts().getPod ?? 0).toBeGreaterThan(0);
    await ask<Empty>((answer) => other.cancel(new Empty(), answer));
    expect(initFailure(await waiting).getId()).toBe(podNamed("stuck").id);
    const { createPod } = emulator.counts();
    expect((await refused(create(named("late"), other))).details).toBe("cancelled before anything was created");
    expect(emulator.counts().createPod).toBe(createPod);
  });
});

describe("the configuration", () => {
  test("a changed one is an update, never a replacement, and an unchanged one is none; unknown keys are tolerated", async () => {
    const diffConfig = async (olds: object, news: object) => {
      const of = "urn:pulumi:dev::project::pulumi:providers:podwright::default";
      const request = message(new proto.DiffRequest(), { urn: of, oldInputs: olds, olds, news });
      return await ask<proto.DiffResponse>((answer) => client.diffConfig(request, answer));
    };
    const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
    const same = await diffConfig({ apiKey: secret("a"), version: "1" }, { apiKey: secret("a"), version: "2" });
    expect(same.getChanges()).toBe(DIFF_NONE);
    const other = await diffConfig({ apiKey: secret("a"), "e2e:other": "x" }, { apiKey: secret("b") });
    expect(other.getChanges()).toBe(DIFF_SOME);
    expect(other.getReplacesList()).toEqual([]);
  });

  test("without a key is accepted; the first request says what is missing and how to set it", async () => {
    for (const name of ["PODWRIGHT_API_KEY", "RUNPOD_API_KEY"]) vi.stubEnv(name, "");
    const other = await serve();
    await configure(other, {});
    const error = await refused(create(creation(valid), other));
    expect(error.details).toContain("PODWRIGHT_API_KEY");
    expect(error.details).toContain("pulumi config set --secret");
    expect(emulator.requests()).toEqual([]);
  });
});

describe("the plugin's process", () => {
  const main = resolve(__dirname, "../../../../dist/provider/hosts/plugin/main.js");

  async function start(...args: string[]) {
    const child = spawn(process.execPath, [main, ...args], { stdio: ["pipe", "pipe", "pipe"] });
    const printed = { out: "", err: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      printed.out += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      printed.err += chunk;
    });
    await once(child.stdout, "data");
    return { child, printed, port: printed.out.trim() };
  }

  /** Returns once all of the plugin is loaded. */
  async function schemaOf(port: string): Promise<void> {
    const provider = clientOf(port);
    await ask<proto.GetSchemaResponse>((answer) => provider.getSchema(new proto.GetSchemaRequest(), answer));
    provider.close();
  }

  test("prints its port and nothing else, and ends when the engine's end of its input does", async () => {
    const { child, printed, port } = await start("127.0.0.1:1");
    await schemaOf(port);

    child.stdin.end();

    const [code] = await once(child, "close");
    expect(code).toBe(0);
    expect(printed).toEqual({ out: expect.stringMatching(/^\d+\n$/), err: "" });
  });

  test("goes on when whoever connects hangs up before all of it is loaded", async () => {
    const { child, port } = await start();
    for (let count = 0; count < 5; count++) {
      const early = createConnection(Number(port), "127.0.0.1");
      await once(early, "connect");
      early.resetAndDestroy();
    }

    await schemaOf(port);
    child.kill();
  });

  test("answers whoever connects before all of it is loaded", async () => {
    const { child, port } = await start();
    const clients = Array.from({ length: 5 }, () => clientOf(port));

    const news = { endpointId: "llm", input: { LONG: "x".repeat(200_000) } };
    const answers = clients.map((early) => {
      const request = message(new proto.CheckRequest(), { urn: urn("Job"), news });
      return ask<proto.CheckResponse>((answer) => early.check(request, answer));
    });

    for (const answer of await Promise.all(answers)) expect(answer.getFailuresList()).toEqual([]);
    for (const early of clients) early.close();
    child.kill();
  });

  test("ends at once when it is interrupted", async () => {
    const { child } = await start();
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
