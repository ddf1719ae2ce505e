import { expect, onTestFinished, test } from "vitest";
import type { Emulator, JobResult } from "../../../emulator";
import { send } from "../../support/account";
import { type Emulated, emulated } from "../harness/emulated";
import { endAll, killEngine } from "../harness/kills/kill";
import { descendantsOf, providersAmong } from "../harness/kills/processes";
import { startProxy } from "../harness/platform/proxy";
import type { Declared } from "../harness/stack/stack";
import { deploy, mustDo, mustSucceed } from "../harness/stack/steps";

type Live = ReturnType<Emulator["state"]>["endpoints"][number];

/** An endpoint with one worker and its template. */
function declared(name: string, args: Declared["args"], options: Declared["options"] = {}): Declared[] {
  const template: Declared = {
    kind: "Template",
    name: `${name}-template`,
    args: { image: "worker", serverless: true },
  };
  const endpoint = { name, gpuIds: "AMPERE_16", workersMax: 1, templateId: `\${${template.name}.id}`, ...args };
  return [template, { kind: "ServerlessEndpoint", name, args: endpoint, options }];
}

const inProgress = ["wait", "abandon"] as const;

/** The first job of each endpoint runs until a call of the returned function. Other jobs run for a moment. */
function holdFirstJobs(emulator: Emulator): () => void {
  let finish = () => {};
  const finished = new Promise<JobResult>((resolve) => {
    finish = () => resolve({ durationMs: 0 });
  });
  emulator.handle("*", ({ job }) => (job === 0 ? finished : { durationMs: 50 }));
  return finish;
}

async function submit(emulator: Emulator, endpoint: string, jobs: number): Promise<void> {
  for (let job = 0; job < jobs; job++) await send(emulator, "POST", `/v2/${endpoint}/run`, { input: { job } });
}

/** Records the state of each endpoint just before its `deleteEndpoint` arrives. */
async function witnessDeletes({ emulator, stack }: Emulated): Promise<ReadonlyMap<string, Live>> {
  const seen = new Map<string, Live>();
  const witness = await startProxy(emulator.url, ({ url: { pathname: path }, body, method }) => {
    if (!body.includes("deleteEndpoint") && method !== "DELETE") return;
    const endpoint = emulator
      .state()
      .endpoints.find(({ id }) => body.includes(id) || path.endsWith(`/serverless/${id}`));
    // During the drain, the endpoint has another name.
    if (endpoint !== undefined) seen.set(endpoint.name.replace(/ \(podwright drain .*\)$/, ""), endpoint);
  });
  onTestFinished(witness.close);
  stack.env.PODWRIGHT_BASE_URL = witness.url;
  return seen;
}

function workersOf({ workers }: Live): number {
  const { idle, running, initializing = 0, throttled = 0, unhealthy = 0 } = workers;
  return idle + running + initializing + throttled + unhealthy;
}

/** The settings of every endpoint. */
function settings(emulator: Emulator) {
  return emulator
    .state()
    .endpoints.map(({ jobs: _jobs, workers: _workers, pods: _pods, version: _version, ...rest }) => rest);
}

/** The REST delete would also delete the template. */
function expectNoRestDelete(emulator: Emulator): void {
  const deletes = emulator.requests().filter(({ method, path }) => method === "DELETE" && path.includes("/serverless"));
  expect(deletes).toEqual([]);
}

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { timeout: 120_000, interval: 50 }).toBe(true);
}

test("pulumi destroy deletes an endpoint only when the endpoint's drain policy allows the deletion", async () => {
  const emulation = await emulated();
  const { emulator, stack } = emulation;
  const policies = ["purge", "process", "refuse"].flatMap((queued) =>
    inProgress.map((running) => ({ queued, inProgress: running })),
  );
  await deploy(
    stack,
    policies.flatMap((drain) =>
      declared(`${drain.queued}-${drain.inProgress}`, { drain, scalerType: "REQUEST_COUNT" }),
    ),
  );
  const finish = holdFirstJobs(emulator);
  // A refusing endpoint gets no queue at first, because a running job alone does not make it refuse.
  for (const { name, id } of emulator.state().endpoints) await submit(emulator, id, /^refuse/.test(name) ? 1 : 3);
  await until(() => emulator.state().endpoints.every(({ jobs }) => jobs.inProgress === 1));
  const deleted = await witnessDeletes(emulation);
  emulator.clearRequests();

  const destroying = stack.destroy();
  // All endpoints that do not process their queue are scaled down by then, and the abandoning endpoints are deleted.
  await until(() => (emulator.counts().saveEndpoint ?? 0) === 4 && emulator.state().endpoints.length <= 4);
  const abandoned = ["purge-abandon", "refuse-abandon"];
  expect([...deleted.keys()].sort()).toEqual(abandoned);
  finish();
  const destroyed = await mustSucceed(destroying);
  expect(emulator.state()).toMatchObject({ endpoints: [], templates: [] });
  expect(deleted.size).toBe(6);
  for (const [name, before] of deleted) {
    const running = abandoned.includes(name) ? 1 : 0;
    expect([workersOf(before), before.jobs.inProgress], name).toEqual([running, running]);
    expect(before.jobs.completed, name).toBe(name.startsWith("process") ? 3 : 1 - running);
  }
  expect(destroyed.text).toContain("2 queued jobs purged");
  expect(destroyed.text).toMatch(/processes 2 jobs in its queue/);
  expect(emulator.counts()).toMatchObject({ "purge-queue": 2, deleteEndpoint: 6, deleteTemplate: 6 });
  expectNoRestDelete(emulator);
});

test("the provider restores workersMin and workersMax if only Pulumi is killed during a drain", async () => {
  const { emulator, stack } = await emulated();
  await deploy(stack, declared("busy", { workersMin: 1, workersMax: 2 }));
  const before = settings(emulator);
  emulator.handle("*", () => ({ durationMs: 600_000 }));
  for (const { id } of emulator.state().endpoints) await submit(emulator, id, 1);

  const destroying = stack.start("destroy");
  await until(() => emulator.state().endpoints.every(({ workersMax }) => workersMax === 0));
  await killEngine(destroying);

  await until(() => emulator.state().endpoints.every(({ workersMax }) => workersMax !== 0));
  expect(settings(emulator)).toEqual(before);
  expect(emulator.counts().deleteEndpoint).toBeUndefined();
});

test("a plain up restores workersMin and workersMax after a kill of Pulumi and the provider during a drain", async () => {
  const { emulator, stack } = await emulated({}, { attach: false });
  await deploy(stack, declared("busy", { workersMin: 1, workersMax: 2 }));
  const before = settings(emulator);
  emulator.handle("*", () => ({ durationMs: 600_000 }));
  for (const { id } of emulator.state().endpoints) await submit(emulator, id, 1);

  const destroying = stack.start("destroy");
  await until(() => emulator.state().endpoints.every(({ workersMax }) => workersMax === 0));
  endAll(providersAmong(descendantsOf(destroying.child.pid ?? Number.NaN)));
  await killEngine(destroying);
  expect(emulator.state().endpoints).toMatchObject([{ workersMin: 0, workersMax: 0 }]);

  await mustSucceed(stack.cancel());
  const up = await mustDo(stack.up(), { busy: "update" });
  expect(up.text).toContain("Podwright restores its name and workersMin 1 and workersMax 2");
  expect(settings(emulator)).toEqual(before);
  await mustSucceed(stack.preview({ expectNoChanges: true }));
});
