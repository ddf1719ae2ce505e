import { status } from "@grpc/grpc-js";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { describe, expect, test, vi } from "vitest";
import { startEmulator } from "../../../../emulator";
import { Engines } from "../../../../provider/hosts/plugin/grpc/engines";
import { formsOf, userOf } from "../../../../provider/hosts/plugin/peer-user";
import { UnknownCallerError } from "../../../../provider/hosts/plugin/request-errors";
import { ask, creation, message, refused, urn, usePlugin, valid } from "./support/grpc";
import { struct } from "./support/provider";

const plugin = usePlugin();

describe("a caller without a handshake", () => {
  const requests = {
    getSchema: new proto.GetSchemaRequest(),
    getPluginInfo: new Empty(),
    configure: new proto.ConfigureRequest(),
    check: message(new proto.CheckRequest(), { urn: urn("Pod"), news: valid }),
    create: creation(valid),
    read: message(new proto.ReadRequest(), { urn: urn("Pod"), id: "web" }),
    delete: message(new proto.DeleteRequest(), { urn: urn("Pod"), id: "web" }),
    invoke: new proto.InvokeRequest().setTok("podwright:index:getPods"),
    cancel: new Empty(),
  };

  test.each(Object.keys(requests) as (keyof typeof requests)[])("may not call %s", async (method) => {
    const stranger = await plugin.serveStranger();
    const call = stranger[method].bind(stranger) as (request: unknown, answer: never) => unknown;
    const error = await refused(ask((answer) => call(requests[method], answer as never)));
    expect(error.code).toBe(status.PERMISSION_DENIED);
    expect(error.details).toMatch(/engines that call Handshake first: use Pulumi [\d.]+ or newer$/);
    expect(plugin.emulator.requests()).toEqual([]);
  });

  test("may not list resources", async () => {
    const stranger = await plugin.serveStranger();
    const stream = stranger.list(new proto.ListRequest().setToken("podwright:index:Pod"));
    const error = await new Promise<{ code: number }>((failed) => stream.on("error", failed as never));
    expect(error.code).toBe(status.PERMISSION_DENIED);
  });

  test("cannot make the plugin send a key to the caller's address", async () => {
    await using own = await startEmulatorOf("the-key");
    const stranger = await plugin.serveStranger();
    const args = struct({ baseUrl: own.emulator.url });
    await refused(ask((answer) => stranger.configure(new proto.ConfigureRequest().setArgs(args), answer)));
    await refused(ask((answer) => stranger.create(creation(valid), answer)));
    expect(own.emulator.requests()).toEqual([]);
  });
});

test("an engine's configuration cannot make the plugin send the environment's key to another address", async () => {
  await using own = await startEmulatorOf("the-key");
  vi.stubEnv("PODWRIGHT_API_KEY", "the-key");
  const client = await plugin.serve();
  const args = struct({ baseUrl: own.emulator.url });
  await ask((answer) => client.configure(new proto.ConfigureRequest().setArgs(args), answer));
  const error = await refused(ask((answer) => client.create(creation(valid), answer)));
  expect(error.details).toMatch(/does not send a key from the environment to an address/);
  expect(own.emulator.requests()).toEqual([]);
});

async function startEmulatorOf(apiKey: string) {
  const emulator = await startEmulator({ apiKey });
  return { emulator, [Symbol.asyncDispose]: () => emulator.close() };
}

describe("an engine", () => {
  test("is accepted only if the engine started the plugin", () => {
    const engines = new Engines("127.0.0.1:5000");
    expect(() => engines.introduce("127.0.0.1:6000")).toThrow(UnknownCallerError);
    expect(() => engines.introduce("127.0.0.1:5000")).not.toThrow();
  });

  test("may open only one new connection after its connection has ended", async () => {
    const engines = new Engines();
    const served: string[] = [];
    const call = (method: string, peer: string) => {
      const handle = engines.tracking(method, (() => {
        if (method === "attach") engines.introduce("127.0.0.1:5000");
        served.push(`${peer} ${method}`);
      }) as never) as unknown as (call: object, respond: () => void) => void;
      handle({ request: new PluginAttach(), getPeer: () => peer }, () => undefined);
    };
    call("check", "early");
    call("attach", "engine");
    call("check", "beside");
    engines.forget("beside");
    call("check", "still beside");
    engines.forget("engine");
    call("check", "again");
    call("check", "again");
    call("check", "second");
    expect(served).toEqual(["engine attach", "again check", "again check"]);
  });
});

describe("the search for the user of a connection", () => {
  const ends = { own: formsOf("127.0.0.1", 40_000), peer: formsOf("127.0.0.1", 50_000) };
  const row = (local: string | undefined, remote: string | undefined, uid: number, inode = 77) =>
    `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 0000 20 4 30 10 -1`;
  const [own, ownMapped] = ends.own;
  const [peer, peerMapped] = ends.peer;
  const here = row(own, peer, 1000);

  /** Sockets of IPv6 have longer addresses, and a separate table. */
  const tables = (rows: readonly string[]) => async (table: string) =>
    `  sl  local_address\n${rows.filter((text) => text.includes("FFFF") === (table === "tcp6")).join("\n")}\n`;

  test.each([
    ["finds the user of an IPv4 socket", [here, row(peer, own, 1001)], 1001],
    ["finds the user of an IPv6 socket", [row(ownMapped, peerMapped, 1000), row(peerMapped, ownMapped, 1001)], 1001],
    ["reports a closed connection, although Linux lists root as its user", [here, row(peer, own, 0, 0)], "gone"],
    ["reports a connection that Linux no longer lists", [here], "gone"],
    ["finds no user if the table lacks the plugin's end", [row(peer, own, 1001)], "unknown"],
    ["finds no user if no table has the connection", [], "unknown"],
  ])("%s", async (_, rows, user) => {
    expect(await userOf(tables(rows), ends)).toBe(user);
  });

  test("ignores a connection with the same ports but another address", async () => {
    const [elsewhere] = formsOf("127.0.0.2", 50_000);
    const rows = [here, row(own, elsewhere, 1000), row(peer, own, 1000), row(elsewhere, own, 1001)];
    expect(await userOf(tables(rows), { ...ends, peer: formsOf("127.0.0.2", 50_000) })).toBe(1001);
  });
});
