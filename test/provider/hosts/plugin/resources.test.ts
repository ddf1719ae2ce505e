import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { describe, expect, test } from "vitest";
import { connect } from "../../../../client";
import {
  ask,
  creation,
  gpu,
  initFailure,
  message,
  named,
  refused,
  secret,
  urn,
  usePlugin,
  valid,
  wire,
} from "./support/grpc";

const canary = "canary-61d0-secret";
const plugin = usePlugin();
const { check, configure, create, diff, invoke, serve } = plugin;

describe("secret values", () => {
  test("stay secret in the checked inputs", async () => {
    const marked = { image: secret("nginx"), gpu: { id: secret("NVIDIA L4") }, args: secret("--quiet") };
    expect(wire((await check("Pod", marked)).getInputs())).toMatchObject(marked);
  });

  test("include the environment in inputs, outputs and reads", async () => {
    const checked = wire((await check("Pod", { image: "nginx", gpu, env: { TOKEN: canary } })).getInputs());
    expect(checked.env).toEqual(secret({ TOKEN: canary }));

    const created = await create(named("reads", { env: { TOKEN: canary } }));
    expect(wire(created.getProperties()).env).toEqual(secret({ TOKEN: canary }));

    const id = created.getId();
    plugin.emulator.changePod(id, { env: { TOKEN: "drifted" } });
    const fields = { id, urn: urn("Pod"), inputs: checked, properties: created.getProperties() };
    const request = message(new proto.ReadRequest(), fields);
    const read = await ask<proto.ReadResponse>((answer) => plugin.client.read(request, answer));
    for (const side of [read.getInputs(), read.getProperties()])
      expect(wire(side).env).toEqual(secret({ TOKEN: "drifted" }));
  });
});

test("the engine receives the differences and replacements of a plan", async () => {
  const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
  const { UPDATE, UPDATE_REPLACE } = proto.PropertyDiff.Kind;
  const told = async (olds: object, news: object) => {
    const response = await diff(olds, news);
    const { changes, replacesList, diffsList, deletebeforereplace, hasdetaileddiff, detaileddiffMap } =
      response.toObject();
    const detailed = detaileddiffMap.map(([path, { kind, inputdiff }]) => [path, kind, inputdiff]);
    return [changes, diffsList, replacesList, deletebeforereplace, hasdetaileddiff, detailed];
  };
  expect(await told(valid, valid)).toEqual([DIFF_NONE, [], [], false, true, []]);
  const image = ["image", UPDATE, true];
  expect(await told(valid, { ...valid, image: "nginx:2" })).toEqual([DIFF_SOME, ["image"], [], false, true, [image]]);
  const kept = { ...valid, mounts: { network: [{ volumeId: "v", path: "/data" }] } };
  const elsewhere = { ...kept, image: "nginx:2", gpu: { id: "NVIDIA A40" } };
  expect(await told(kept, elsewhere)).toEqual([
    ...[DIFF_SOME, ["image", "gpu"], ["gpu"], true, true],
    [["gpu.id", UPDATE_REPLACE, true], image],
  ]);
});

test("a generated name depends on the engine's seed and the project's autonaming", async () => {
  const { PROPOSE, ENFORCE, DISABLE } = proto.CheckRequest.AutonamingOptions.Mode;
  const named = async (mode?: 0 | 1 | 2, seed = new Uint8Array([1])) => {
    const options = new proto.CheckRequest.AutonamingOptions().setProposedName("proposed");
    const autonaming = mode === undefined ? undefined : options.setMode(mode);
    const fields = { urn: urn("Template"), news: { image: "worker" }, randomseed: seed, autonaming };
    const request = message(new proto.CheckRequest(), fields);
    const response = await ask<proto.CheckResponse>((answer) => plugin.client.check(request, answer));
    return [wire(response.getInputs()).name, response.getFailuresList().length];
  };
  expect(await named()).toEqual(await named());
  expect(await named()).not.toEqual(await named(undefined, new Uint8Array([2])));
  expect(await named(PROPOSE)).toEqual(["proposed", 0]);
  expect(await named(ENFORCE)).toEqual(["proposed", 0]);
  expect(await named(DISABLE)).toEqual([undefined, 1]);
});

describe("simultaneous requests to the plugin", () => {
  test("do not wait for each other", async () => {
    plugin.emulator.scriptPods({ match: { name: "slow" }, outcome: "stuck" });
    let created = false;
    const slow = create(named("slow")).then(() => {
      created = true;
    });
    await expect.poll(() => plugin.emulator.counts().getPod ?? 0).toBeGreaterThan(0);
    const quick = [
      check("Pod", valid),
      diff(valid, { ...valid, image: "nginx:2" }),
      invoke("podwright:index:getTemplates", {}),
    ];
    await Promise.all(quick);
    expect(created).toBe(false);
    plugin.emulator.changePod(podNamed("slow").id, { status: "RUNNING" });
    await slow;
  });
});

describe("the error about a failed pod", () => {
  test("contains the pod's id and outputs, with the environment as a secret", async () => {
    plugin.emulator.scriptPods({ match: { name: "broken" }, outcome: "error", echoEnv: true });
    const error = await refused(create(named("broken", { env: { TOKEN: canary } })));
    const failed = initFailure(error);
    expect(failed.getId()).toBe(podNamed("broken").id);
    expect(wire(failed.getProperties())).toMatchObject({ status: "ERROR", env: secret({ TOKEN: canary }) });
    const reasons = failed.getReasonsList().join("\n");
    expect(reasons).toContain("TOKEN=[secret]");
    expect(reasons, "nothing is replaced").not.toMatch(/replace|old pod/);
    expect(reasons + error.message).not.toContain(canary);
  });

  test("keeps the environment secret after a failed update", async () => {
    const inputs = { ...valid, name: "updated", __autoname: "updated", env: { TOKEN: canary } };
    const created = await create(creation(inputs));
    plugin.emulator.scriptPods({ match: { name: "updated" }, outcome: "error" });
    const request = message(new proto.UpdateRequest(), {
      ...{ urn: urn("Pod"), id: created.getId(), oldInputs: inputs, olds: created.getProperties() },
      news: { ...inputs, image: secret("other") },
    });
    const failed = initFailure(
      await refused(ask<proto.UpdateResponse>((answer) => plugin.client.update(request, answer))),
    );
    expect(failed.getId()).toBe(created.getId());
    expect(wire(failed.getProperties())).toMatchObject({ env: secret({ TOKEN: canary }), image: secret("other") });
  });
});

test("an explicit provider chooses the API of its endpoints", async () => {
  const { apiKey, url } = plugin.emulator;
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url });
  const { id: templateId } = await platform.templates.create({ name: "worker", image: "worker", serverless: true });
  await platform.close();
  const rest = await serve();
  await configure(rest, { apiKey, endpointTransport: "rest" });
  const inputs = { name: "answers", __autoname: "answers", gpuIds: "ADA_24", templateId, locations: "EU-RO-1" };
  const made = await create(creation(inputs, urn("ServerlessEndpoint")), rest);
  expect(plugin.emulator.counts()).toMatchObject({ createEndpoint: 1 });
  expect(plugin.emulator.counts()).not.toHaveProperty("saveEndpoint");

  for (const provider of [rest, plugin.client]) {
    const answer = await invoke("podwright:index:getServerlessEndpoint", { id: made.getId() }, provider);
    expect(answer.getReturn()?.toJavaScript()).toMatchObject({ templateId, locations: "EU-RO-1", workers: 0 });
  }
});

test("a preview names the API that an endpoint's input needs", async () => {
  const rest = await serve();
  await configure(rest, { apiKey: plugin.emulator.apiKey, endpointTransport: "rest" });
  const without = { gpuIds: "ADA_24", templateId: "t1" };
  const given = { ...without, env: { TOKEN: canary } };
  const reasons = async (news: object, more: object = {}) =>
    (await check("ServerlessEndpoint", news, undefined, more)).getFailuresList().map((one) => one.getReason());
  const refusal =
    'env: cannot be managed over GraphQL, only over REST. Set podwright:endpointTransport to rest ("pulumi config set podwright:endpointTransport rest") and run the same command again: REST manages the same endpoints, and the switch changes nothing.';

  expect(await reasons(given)).toEqual([refusal]);
  expect(await reasons(without, { olds: given })).toEqual([refusal]);
  expect(await reasons({ ...without, env: {} })).toEqual([]);
  expect(await reasons(given, { on: rest })).toEqual([]);
});

test("a preview over REST refuses a worker with one virtual CPU, and names GraphQL", async () => {
  const rest = await serve();
  await configure(rest, { apiKey: plugin.emulator.apiKey, endpointTransport: "rest" });
  const given = (...counts: number[]) => ({
    cpu: counts.map((vcpuCount) => ({ id: "cpu3c", vcpuCount })),
    templateId: "t1",
  });
  const reasons = async (news: object, more: object = {}) =>
    (await check("ServerlessEndpoint", news, undefined, more)).getFailuresList().map((one) => one.getReason());

  expect(await reasons(given(2, 1), { on: rest })).toEqual([
    expect.stringMatching(
      /^cpu\[1\]\.vcpuCount: cannot be 1 over REST, only over GraphQL\. Set podwright:endpointTransport to graphql/,
    ),
  ]);
  expect(await reasons(given(2, 4), { on: rest })).toEqual([]);
  expect(await reasons(given(1))).toEqual([]);
});

describe("a cancel", () => {
  test("ends a wait at once with the pod's id", async () => {
    const other = await serve();
    await configure(other, { apiKey: plugin.emulator.apiKey });
    plugin.emulator.scriptPods({ match: { name: "stuck" }, outcome: "stuck" });
    const waiting = refused(create(named("stuck"), other));
    await expect.poll(() => plugin.emulator.counts().getPod ?? 0).toBeGreaterThan(0);
    await ask<Empty>((answer) => other.cancel(new Empty(), answer));
    const { id } = podNamed("stuck");
    expect(initFailure(await waiting).getId()).toBe(id);
    plugin.emulator.clearRequests();
    const of = { id, urn: urn("Pod", "stuck"), oldInputs: valid };
    const update = message(new proto.UpdateRequest(), { ...of, olds: valid, news: { ...valid, image: "nginx:2" } });
    const remove = message(new proto.DeleteRequest(), { ...of, properties: valid });
    const late = [
      create(named("late"), other),
      ask<proto.UpdateResponse>((answer) => other.update(update, answer)),
      ask<Empty>((answer) => other.delete(remove, answer)),
    ];
    const reasons = await Promise.all(late.map(async (work) => (await refused(work)).details));
    expect(reasons).toEqual(["created", "changed", "deleted"].map((what) => `cancelled, so Podwright ${what} nothing`));
    expect(plugin.emulator.requests()).toEqual([]);
  });
});

const podNamed = (wanted: string) => plugin.emulator.state().pods.find(({ name }) => name === wanted) ?? notThere();

function notThere(): never {
  throw new Error("there is no such pod");
}

describe("a command that was secret before", () => {
  const former = { ...valid, name: "former", __autoname: "former", args: secret("serve --token former-canary") };
  const state = { oldInputs: former, olds: { ...former, id: "x" } };
  const echo = { status: 400, body: { detail: "cannot run serve --token former-canary" } };
  const requests = {
    read: (id: string) =>
      message(new proto.ReadRequest(), { urn: urn("Pod", "former"), id, inputs: former, properties: former }),
    update: (id: string) =>
      message(new proto.UpdateRequest(), {
        urn: urn("Pod", "former"),
        id,
        ...state,
        news: { ...former, args: "serve" },
      }),
    delete: (id: string) => message(new proto.DeleteRequest(), { urn: urn("Pod", "former"), id, properties: former }),
  };

  test.each([
    ["read", "getPod"],
    ["update", "updatePod"],
    ["delete", "deletePod"],
  ] as const)("does not appear in the error of a refused %s", async (method, operation) => {
    const id = (await create(creation(former, urn("Pod", "former")))).getId();
    plugin.emulator.addFault({ operation, times: 5, effect: echo });
    if (method === "read") plugin.emulator.addFault({ operation: "listPods", times: 5, effect: echo });
    const call = plugin.client[method].bind(plugin.client) as (request: unknown, answer: never) => unknown;
    const error = await refused(ask((answer) => call(requests[method](id), answer as never)));
    expect(error.details).toContain("[secret]");
    expect(error.details).not.toContain("former-canary");
    plugin.emulator.clearFaults();
  });
});
