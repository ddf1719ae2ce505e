import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { type LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Emulator } from "../../../../emulator";
import { startProvider, struct } from "./support/provider";

const urn = "urn:pulumi:dev::project::podwright:index:Pod::web";
const inputs = { name: "web-1", __autoname: "web-1", image: "nginx", gpu: { id: "NVIDIA L4" } };

/** An engine that only collects log messages. */
async function listen(): Promise<{ address: string; told: LogRequest.AsObject[] }> {
  const told: LogRequest.AsObject[] = [];
  const server = new Server();
  server.addService(EngineService, {
    log: (call: ServerUnaryCall<LogRequest, Empty>, answer: sendUnaryData<Empty>) => {
      told.push(call.request.toObject());
      answer(null, new Empty());
    },
  });
  const port = await new Promise<number>((found, failed) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? found(bound) : failed(error),
    ),
  );
  onTestFinished(() => server.forceShutdown());
  return { address: `127.0.0.1:${port}`, told };
}

/** The time that a pod stays in a state unless the test moves the platform's time. */
const minutes = 600_000;
const slowly = { provision: minutes, start: minutes };

test("the engine shows each status of an awaited pod in a temporary line", async () => {
  const { address, told } = await listen();
  const { ask, emulator } = await startProvider(slowly);
  await ask("handshake", new proto.ProviderHandshakeRequest().setEngineAddress(address));
  const lastTold = () => expect.poll(() => told.at(-1)?.message);

  const creating = ask("create", new proto.CreateRequest().setUrn(urn).setProperties(struct(inputs)));
  await lastTold().toMatch(/ is PROVISIONING/);
  emulator.advance(minutes);
  await lastTold().toMatch(/ is STARTING/);
  emulator.advance(minutes);
  await creating;

  await lastTold().toMatch(/is RUNNING$/);
  for (const line of told) expect(line).toMatchObject({ urn, ephemeral: true, severity: LogSeverity.INFO });
  const states = told.flatMap(({ message }) => / is ([A-Z]+)/.exec(message)?.[1] ?? []);
  expect(states).toEqual(["PROVISIONING", "STARTING", "RUNNING"]);
});

test("a preview prints the effect of a change under the name of the changed resource", async () => {
  const { address, told } = await listen();
  const { ask } = await startProvider(slowly);
  await ask("handshake", new proto.ProviderHandshakeRequest().setEngineAddress(address));
  const mounted = (size: number) => ({ ...inputs, mounts: { persistent: { size, path: "/data" } } });
  const diff = new proto.DiffRequest()
    .setUrn(urn)
    .setOldInputs(struct(mounted(20)))
    .setOlds(struct(mounted(20)))
    .setNews(struct(mounted(10)));

  await ask("diff", diff);
  expect(told).toEqual([]);
  await ask("check", new proto.CheckRequest().setUrn(urn).setNews(struct(mounted(10))));
  await ask("diff", diff);

  await expect.poll(() => told.map(({ severity }) => severity)).toContain(LogSeverity.WARNING);
  for (const line of told) expect(line).toMatchObject({ urn, ephemeral: false });
  expect(told.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^web: .*data/));
});

test("an engine that attaches to a debugged plugin prints the plugin's log lines", async () => {
  // Nothing answers there, because the engine is on this machine.
  for (const name of ["grpc_proxy", "https_proxy", "http_proxy"]) vi.stubEnv(name, "http://127.0.0.1:9");
  for (const name of ["no_proxy", "no_grpc_proxy"]) vi.stubEnv(name, "");
  const { address, told } = await listen();
  const { ask } = await startProvider(slowly);
  await ask("attach", new PluginAttach().setAddress(address));
  const change = <T extends proto.DiffRequest | proto.UpdateRequest>(request: T): T => {
    request.setUrn(urn).setOldInputs(struct(inputs)).setOlds(struct(inputs));
    request.setNews(struct({ ...inputs, image: "nginx:2" }));
    return request;
  };

  await ask("check", new proto.CheckRequest().setUrn(urn).setOlds(struct(inputs)).setNews(struct(inputs)));
  await ask("diff", change(new proto.DiffRequest()));
  await ask("update", change(new proto.UpdateRequest().setPreview(true)));

  await expect
    .poll(() => told.map(({ message }) => message))
    .toEqual([expect.stringContaining("changing image resets the running container")]);
});

test("two engines on one plugin never receive each other's log lines or cancels", async () => {
  const [first, second] = [await listen(), await listen()];
  const { ask, emulator } = await startProvider(slowly);
  const attach = (peer: string, address: string) => ask("attach", new PluginAttach().setAddress(address), peer);
  const create = (peer: string, of: string) =>
    ask<proto.CreateResponse>(
      "create",
      new proto.CreateRequest().setUrn(of).setProperties(struct({ ...inputs, name: peer, __autoname: peer })),
      peer,
    );
  await attach("one", first.address);
  const ofFirst = create("one", `${urn}-first`).catch((error: Error) => error.message);
  await expect.poll(() => first.told.length).toBeGreaterThan(0);
  await attach("two", second.address);
  const ofSecond = create("two", `${urn}-second`);
  await expect.poll(() => second.told.length).toBeGreaterThan(0);

  await ask("cancel", new Empty(), "one");
  expect(await ofFirst).toContain("the wait was cancelled");
  emulator.advance(2 * minutes);
  emulator.advance(2 * minutes);
  expect((await ofSecond).getId()).not.toBe("");

  await expect.poll(() => second.told.at(-1)?.message).toMatch(/is RUNNING$/);
  expect(new Set(first.told.map(({ urn: of }) => of))).toEqual(new Set([`${urn}-first`]));
  expect(new Set(second.told.map(({ urn: of }) => of))).toEqual(new Set([`${urn}-second`]));
});

test("a broken connection stops only the creates of its own engine", async () => {
  const [first, second] = [await listen(), await listen()];
  const { ask, leave, emulator } = await startProvider(slowly);
  const attach = (peer: string, { address }: { address: string }) =>
    ask("attach", new PluginAttach().setAddress(address), peer);
  const create = (peer: string, more: object = {}) =>
    ask<proto.CreateResponse>(
      "create",
      new proto.CreateRequest()
        .setUrn(`${urn}-${peer}`)
        .setProperties(struct({ ...inputs, name: peer, __autoname: peer, ...more })),
      peer,
    );
  await attach("two", second);
  const ofSecond = create("two");
  await expect.poll(() => emulator.counts().createPod).toBe(1);
  await attach("one", first);
  emulator.addFault({ operation: "createPod", times: 1_000, effect: { noCapacity: true } });
  const ofFirst = create("one", { capacityTimeout: "10h" }).catch((error: Error) => error.message);
  await expect.poll(() => emulator.counts().createPod).toBeGreaterThan(2);

  leave("one");
  expect(await ofFirst).toBe("the Pulumi engine is gone");
  emulator.clearFaults();
  emulator.advance(2 * minutes);
  emulator.advance(2 * minutes);
  expect((await ofSecond).getId()).not.toBe("");
  expect(emulator.state().pods).toHaveLength(1);
  // An engine connects again after a long idle time.
  expect(
    (
      await ask<proto.CheckResponse>("check", new proto.CheckRequest().setUrn(urn).setNews(struct(inputs)), "three")
    ).getFailuresList(),
  ).toEqual([]);
  expect((await create("three", { skipAwait: true })).getId()).not.toBe("");
});

test("two engines on one plugin each use their own account", async () => {
  const [own, other] = [await startProvider({ provision: 1, start: 1 }), await startProvider({})];
  const configure = async (peer: string, { apiKey, url }: Emulator) => {
    await own.ask("handshake", new proto.ProviderHandshakeRequest(), peer);
    const args = struct({ apiKey, baseUrl: url, serverlessUrl: url });
    await own.ask("configure", new proto.ConfigureRequest().setArgs(args), peer);
  };
  await configure("one", own.emulator);
  await configure("two", other.emulator);
  await own.ask("create", new proto.CreateRequest().setUrn(urn).setProperties(struct(inputs)), "one");
  const called = new proto.InvokeRequest().setTok("podwright:index:getNetworkVolumes").setArgs(struct({}));
  await own.ask("invoke", called, "one");
  await own.ask("check", new proto.CheckRequest().setUrn(urn).setNews(struct(inputs)), "one");
  expect(own.emulator.state().pods).toHaveLength(1);
  expect(own.emulator.counts().createPod).toBe(1);
  expect(other.emulator.counts()).toEqual({});
});

describe("a plugin that Pulumi has cancelled", () => {
  const introductions: Record<string, (address: string, emulator: Emulator) => [string, unknown]> = {
    "a new Attach": (address) => ["attach", new PluginAttach().setAddress(address)],
    "a new Handshake": (address) => ["handshake", new proto.ProviderHandshakeRequest().setEngineAddress(address)],
    "a new Configure": (_address, { apiKey, url }) => [
      "configure",
      new proto.ConfigureRequest().setArgs(struct({ apiKey, baseUrl: url, serverlessUrl: url })),
    ],
  };

  test.each(Object.keys(introductions))("starts a new session after %s", async (which) => {
    const [first, second] = [await listen(), await listen()];
    const { ask, emulator } = await startProvider({ provision: 1, start: 1 });
    await ask("attach", new PluginAttach().setAddress(first.address));
    await ask("cancel", new Empty());
    const [method = "", request] = introductions[which]?.(second.address, emulator) ?? [];
    await ask(method, request);
    const create = new proto.CreateRequest().setUrn(urn).setProperties(struct(inputs));
    expect((await ask<proto.CreateResponse>("create", create)).getId()).not.toBe("");
    const { told } = method === "configure" ? first : second;
    await expect.poll(() => told.at(-1)?.message).toMatch(/is RUNNING$/);
  });
});
