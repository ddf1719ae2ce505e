import { credentials, Server, ServerCredentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { type Emulator, startEmulator } from "../../../../../emulator";
import { Engines } from "../../../../../provider/hosts/plugin/grpc/engines";
import { Provider } from "../../../../../provider/hosts/plugin/provider";
import { providerService } from "../../../../../provider/hosts/plugin/service";
import { struct } from "./provider";

export const signature = "4dabf18193072939515e22adb298388d";
export const secret = (value: unknown) => ({ [signature]: "1b47061264138c4ac30d75fd1eb44270", value });
export const urn = (kind: string, name = "web") => `urn:pulumi:dev::project::podwright:index:${kind}::${name}`;
export const gpu = { id: "NVIDIA L4" };
export const valid = { image: "nginx", gpu, name: "web-1", __autoname: "web-1", desiredStatus: "RUNNING" };

/** The options of the engine: a connection to this machine without a proxy, and messages of any size. */
export function clientOf(port: number | string): ResourceProviderClient {
  return new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), {
    "grpc.enable_http_proxy": 0,
    "grpc.max_send_message_length": -1,
    "grpc.max_receive_message_length": -1,
    // A separate connection for each client, as for each engine.
    "grpc.use_local_subchannel_pool": 1,
  });
}

/** The first call of an engine on each connection. */
export async function introduce(client: ResourceProviderClient, address = ""): Promise<void> {
  const request = new proto.ProviderHandshakeRequest().setEngineAddress(address);
  await ask<proto.ProviderHandshakeResponse>((answer) => client.handshake(request, answer));
}

/** Sends one call and returns its response as a promise. */
export function ask<Response>(call: (answer: (error: ServiceError | null, response: Response) => void) => unknown) {
  return new Promise<Response>((found, failed) =>
    call((error, response) => (error === null ? found(response) : failed(error))),
  );
}

/** The error of a call that must fail. */
export async function refused(work: Promise<unknown>): Promise<ServiceError> {
  const outcome = await work.then(
    () => undefined,
    (error: ServiceError) => error,
  );
  if (outcome === undefined) throw new Error("it was answered");
  return outcome;
}

/** A message of the protocol with these fields. An object becomes a struct. */
export function message<Message extends object>(empty: Message, fields: Readonly<Record<string, unknown>>): Message {
  for (const [name, value] of Object.entries(fields)) {
    const setter = `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
    const set = Reflect.get(empty as object, setter) as (value: unknown) => void;
    if (value !== undefined) set.call(empty, isPlain ? struct(value) : value);
  }
  return empty;
}

/** The unfinished resource in the error of a create or an update. */
export function initFailure(error: ServiceError): proto.ErrorResourceInitFailed {
  const [packed] = error.metadata.get("grpc-status-details-bin");
  const [detail] = Status.deserializeBinary(packed as Buffer).getDetailsList();
  expect(detail?.getTypeName()).toBe("pulumirpc.ErrorResourceInitFailed");
  return proto.ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() ?? new Uint8Array());
}

/** Values with the engine's wrappers on. */
export const wire = (properties: Struct | undefined) => (properties?.toJavaScript() ?? {}) as Record<string, unknown>;

export const creation = (properties: object, of = urn("Pod")) =>
  message(new proto.CreateRequest(), { urn: of, properties });

/** The creation of a pod with a fixed name. */
export const named = (name: string, more: object = {}) =>
  creation({ ...valid, name, __autoname: name, ...more }, urn("Pod", name));

/** The plugin's service on the file's own emulator, over gRPC as the engine calls it, and calls of its methods. */
export function usePlugin() {
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

  /** A new provider, as the plugin's process serves it. An engine has introduced itself to it. */
  async function serve(): Promise<ResourceProviderClient> {
    const client = await serveStranger();
    await introduce(client);
    return client;
  }

  /** The same provider for a caller that has not introduced itself. */
  async function serveStranger(): Promise<ResourceProviderClient> {
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

  async function configure(of: ResourceProviderClient, values: object): Promise<void> {
    const args = { baseUrl: emulator.url, serverlessUrl: emulator.url, ...values };
    await ask<proto.ConfigureResponse>((answer) =>
      of.configure(message(new proto.ConfigureRequest(), { args }), answer),
    );
  }

  async function check(kind: string, news: object, of = urn(kind), { on = client, olds = {} } = {}) {
    const request = message(new proto.CheckRequest(), { urn: of, olds, news });
    return await ask<proto.CheckResponse>((answer) => on.check(request, answer));
  }

  async function diff(olds: object, news: object, of = urn("Pod")) {
    const fields = { urn: of, oldInputs: olds, olds: { ...olds, status: "RUNNING" }, news };
    return await ask<proto.DiffResponse>((answer) => client.diff(message(new proto.DiffRequest(), fields), answer));
  }

  const create = (request: proto.CreateRequest, from = client) =>
    ask<proto.CreateResponse>((answer) => from.create(request, answer));

  function invoke(tok: string, args: object, from = client) {
    const request = message(new proto.InvokeRequest(), { tok, args });
    return ask<proto.InvokeResponse>((answer) => from.invoke(request, answer));
  }

  return {
    get emulator() {
      return emulator;
    },
    get client() {
      return client;
    },
    ...{ serve, serveStranger, configure, check, diff, create, invoke },
  };
}
