import { expect, onTestFinished, test } from "vitest";
import type { Emulator, JobResult } from "../../../emulator";
import { send } from "../../support/account";
import { type Emulated, emulated } from "../harness/emulated";
import { endAll, killEngine } from "../harness/kills/kill";
import { descendantsOf, providersAmong } from "../harness/kills/processes";
import { startProxy } from "../harness/platform/proxy";
import type { Declared } from "../harness/stack/stack";
import { deploy, mustDo, mustFail, mustSucceed } from "../harness/stack/steps";

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

/** The first job of each endpoint runs until a call of the returned function, other jobs run for a moment. */
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

test("no endpoint is deleted before the workers and jobs of its drain policy are gone", async () => {
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

test("a refused, hopeless or slow drain deletes nothing, restores the workers and reports the remaining jobs", async () => {
  const { emulator, stack } = await emulated({ saveEndpoint: "replace" });
  const soon = { customTimeouts: { delete: "2s" } };
  const endpoints = [
    ...declared("refusing", { drain: { queued: "refuse" } }),
    ...declared("hopeless", { drain: { queued: "process" }, workersMax: 0 }),
    ...declared("slow", { workersMin: 1, workersMax: 2 }, soon),
    ...declared("busy", { drain: { queued: "process" } }, soon),
    ...declared("stubborn", { workersMax: 3, idleTimeout: 60, flashBootType: "FLASHBOOT", locations: "CZ,FR" }),
  ];
  await deploy(stack, endpoints);
  const before = settings(emulator);
  emulator.handle("*", () => ({ durationMs: 600_000 }));
  const id = (name: string) => emulator.state().endpoints.find((one) => one.name === name)?.id ?? "";
  for (const [name, jobs] of [
    ["refusing", 2],
    ["hopeless", 1],
    ["slow", 1],
    ["busy", 2],
  ] as const)
    await submit(emulator, id(name), jobs);
  await until(() => emulator.state().endpoints.filter(({ jobs }) => jobs.inProgress > 0).length === 3);
  emulator.addFault({
    operation: "deleteEndpoint",
    effect: { status: 200, body: { errors: [{ message: "not while it is being billed" }], data: null } },
  });
  emulator.clearRequests();
  const replaced = ({ args, ...one }: Declared) => ({
    ...one,
    args: "gpuIds" in args ? { ...args, type: "LB" } : args,
  });
  stack.declare(endpoints.map(replaced));
  const previewed = await mustSucceed(stack.preview());
  expect(previewed.text).toMatch(
    /slow: (warning: )?the delete of endpoint \w+ purges its queue, which is empty now\. To keep/,
  );
  expect(previewed.text).toMatch(
    /refusing: (warning: )?the delete of endpoint \w+ fails while jobs wait in its queue: 1 job there now/,
  );
  expect(previewed.text).not.toMatch(/(busy|hopeless): (warning: )?the delete of/);
  stack.declare(endpoints);

  const failed = await mustFail(stack.destroy({ continueOnError: true }));
  expect(settings(emulator)).toEqual(before);
  expect(stack.resources().filter(({ type }) => type.endsWith(":ServerlessEndpoint"))).toHaveLength(5);
  const told = (name: string) =>
    failed.text.split("\n").find((line) => line.includes(`("${name}") could not be drained`));
  expect(told("refusing")).toMatch(/it has 1 job in its queue, and drain.queued is "refuse"; nothing was changed/);
  expect(told("hopeless")).toMatch(/1 job in its queue that must be processed, but workersMax is 0/);
  expect(told("slow")).toMatch(
    /gave up after \d+m?s waiting for it to become idle, with 1 job in progress, 1 worker left; it was not deleted, and it has workersMin 1 and workersMax 2 again/,
  );
  expect(told("busy")).toMatch(
    /gave up after \d+m?s waiting for its jobs to finish, with 1 job queued, 1 job in progress, .*; nothing was changed.*As long as clients submit jobs/,
  );
  expect(told("stubborn")).toMatch(
    /RunPod refused the delete: .*not while it is being billed.*workersMin 0 and workersMax 3 again/,
  );
  expect(failed.text).toContain("a longer customTimeouts.delete");
  expect(emulator.counts().deleteEndpoint).toBe(1);
  expectNoRestDelete(emulator);

  await mustSucceed(stack.preview({ expectNoChanges: true }));
});

test("the provider restores the workers after a kill of the engine during a drain", async () => {
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

test("the next plain up restores the workers after a kill of engine and provider during a drain", async () => {
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
