import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { expect, test } from "vitest";
import { connect } from "../../../../client";
import type { Emulator } from "../../../../emulator";
import type { Lifeline } from "../../../../provider/hosts/engine/lifeline";
import { EngineGoneError } from "../../../../provider/pulumi/errors";
import { createEndpoint } from "../../../support/endpoints";
import { urn as urnOf } from "./support/grpc";
import { startProvider, struct } from "./support/provider";

const runJob = "podwright:index:runJob";

/** An engine that a test kills, and everything that the plugin's process waits for afterwards. */
function mortalEngine() {
  const engine = new AbortController();
  const held: Promise<unknown>[] = [];
  const hold: Lifeline["hold"] = (work) => {
    held.push(work);
    return work;
  };
  return {
    lifeline: { signal: engine.signal, hold },
    async dies() {
      engine.abort(new EngineGoneError("the Pulumi engine is gone"));
      await Promise.allSettled(held);
    },
  };
}

test.each([
  ["runJob", "invoke", (args: object) => new proto.InvokeRequest().setTok(runJob).setArgs(struct(args))],
  [
    "a Job",
    "create",
    (args: object) =>
      new proto.CreateRequest().setUrn(urnOf("Job")).setProperties(struct({ ...args, __autoname: "job-1" })),
  ],
] as const)("if the engine is killed, the plugin cancels the job of %s", async (_, method, of) => {
  const engine = mortalEngine();
  const { ask, emulator } = await startProvider({ workerStart: 1 }, engine.lifeline);
  const endpointId = await workingEndpoint(emulator);
  const called = ask(method, of({ endpointId, input: { n: 1 } }));
  const refused = expect(called).rejects.toThrow(/the Pulumi engine is gone|^job \S+ /);
  await expect.poll(() => emulator.counts().status ?? 0).toBeGreaterThan(0);

  await engine.dies();

  expect(emulator.counts().cancel).toBe(1);
  await refused;
});

test("a recorded job keeps running if the engine is killed while an update waits for the job", async () => {
  const engine = mortalEngine();
  const { ask, emulator } = await startProvider({ workerStart: 1 }, engine.lifeline);
  const endpointId = await workingEndpoint(emulator);
  const id = await submit(emulator, endpointId);
  const inputs = { endpointId, input: { n: 1 }, __autoname: "smoke-1" };
  const request = new proto.UpdateRequest()
    .setUrn(urnOf("Job"))
    .setId(id)
    .setOldInputs(struct(inputs))
    .setOlds(struct({ ...inputs, status: "IN_PROGRESS", output: null }))
    .setNews(struct(inputs));
  emulator.clearRequests();
  const updated = ask("update", request).catch(({ message }: Error) => message);
  await expect.poll(() => emulator.counts().status ?? 0).toBeGreaterThan(0);

  await engine.dies();

  expect(await updated).toContain('"pulumi up" continues to wait for this job');
  expect(emulator.counts().cancel).toBeUndefined();
});

test("Ctrl-C does not cancel the job that a create of a Job waits for", async () => {
  const { ask, emulator } = await startProvider({ workerStart: 1 });
  const endpointId = await workingEndpoint(emulator);
  const inputs = struct({ endpointId, input: { n: 1 }, __autoname: "job-1" });
  const request = new proto.CreateRequest().setUrn(urnOf("Job")).setProperties(inputs);
  const created = ask("create", request).catch(({ message }: Error) => message);
  await expect.poll(() => emulator.counts().status ?? 0).toBeGreaterThan(0);

  await ask("cancel", new Empty());

  expect(await created).toContain("The job stays in the state");
  expect(emulator.counts().cancel).toBeUndefined();
});

test("if the engine is killed, the plugin restores the worker numbers of an endpoint that it drains", async () => {
  const engine = mortalEngine();
  const { ask, emulator } = await startProvider({ workerStart: 1 }, engine.lifeline);
  const id = await workingEndpoint(emulator);
  await submit(emulator, id);
  const workersMax = () => emulator.state().endpoints[0]?.workersMax;
  const request = new proto.DeleteRequest().setUrn(urnOf("ServerlessEndpoint")).setId(id);
  const deleted = ask("delete", request).catch(() => "refused");
  await expect.poll(workersMax).toBe(0);

  await engine.dies();

  expect(workersMax()).toBe(1);
  expect(await deleted).toBe("refused");
});

test("if the engine is killed, the plugin stops the wait of a running update", async () => {
  const engine = mortalEngine();
  const { ask, emulator } = await startProvider({ provision: 1, start: 1 }, engine.lifeline);
  const urn = urnOf("Pod");
  const olds = { name: "web-1", __autoname: "web-1", image: "nginx", gpu: { id: "NVIDIA L4" } };
  const create = new proto.CreateRequest().setUrn(urn).setProperties(struct(olds));
  const id = (await ask<proto.CreateResponse>("create", create)).getId();
  emulator.scriptPods({ outcome: "stuck" });
  emulator.clearRequests();
  const update = new proto.UpdateRequest()
    .setUrn(urn)
    .setId(id)
    .setOldInputs(struct(olds))
    .setOlds(struct(olds))
    .setNews(struct({ ...olds, image: "nginx:2" }));
  let isOver = false;
  const updated = ask("update", update).catch((error: Error) => {
    isOver = true;
    return error.message;
  });
  // The plugin reads the pod once before the change, and once while the update awaits it.
  await expect.poll(() => emulator.counts().getPod ?? 0).toBeGreaterThan(1);

  await engine.dies();

  await Promise.resolve();
  expect(isOver).toBe(true);
  expect(await updated).toContain("the wait was cancelled");
});

/** An endpoint whose jobs never end by themselves. */
async function workingEndpoint({ apiKey, url, handle }: Emulator): Promise<string> {
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url });
  const id = await createEndpoint(platform, { workersMax: 1 });
  await platform.close();
  handle(id, () => new Promise(() => undefined));
  return id;
}

/** The id of a job that a worker has taken. */
async function submit({ apiKey, url }: Emulator, endpoint: string): Promise<string> {
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url });
  const { id } = await platform.jobs.run(endpoint, { n: 1 });
  await expect.poll(async () => (await platform.jobs.health(endpoint)).jobs.inProgress).toBe(1);
  await platform.close();
  return id;
}
