import { expect, onTestFinished } from "vitest";
import type { Emulator, EmulatorOptions, JobResult } from "../../../../emulator";
import { type Emulated, emulated } from "../emulated";
import type { Declared } from "../stack";
import { startWitness } from "./witness";

type Live = ReturnType<Emulator["state"]>["endpoints"][number];

/** An endpoint of one worker, with the template it needs. */
export function declared(name: string, args: Declared["args"], options: Declared["options"] = {}): Declared[] {
  const template: Declared = {
    kind: "Template",
    name: `${name}-template`,
    args: { image: "worker", serverless: true },
  };
  const endpoint = { name, gpuIds: "AMPERE_16", workersMax: 1, templateId: `\${${template.name}.id}`, ...args };
  return [template, { kind: "ServerlessEndpoint", name, args: endpoint, options }];
}

const inProgress = ["wait", "abandon"] as const;

/** Endpoints of every drain policy, with jobs, are destroyed at once: each is deleted when its policy allows it. */
export async function drainEveryPolicy(
  options: EmulatorOptions = {},
  transport: "graphql" | "rest" = "graphql",
): Promise<void> {
  const emulation = await emulated(options, { env: { PODWRIGHT_ENDPOINT_TRANSPORT: transport } });
  const { emulator, stack } = emulation;
  const policies = ["purge", "process", "refuse"].flatMap((queued) =>
    inProgress.map((running) => ({ queued, inProgress: running })),
  );
  stack.declare(
    policies.flatMap((drain) =>
      declared(`${drain.queued}-${drain.inProgress}`, { drain, scalerType: "REQUEST_COUNT" }),
    ),
  );
  expect((await stack.up()).ok).toBe(true);
  const finish = holdFirstJobs(emulator);
  // What refuses is given no queue at first: a running job alone is no reason to.
  for (const { name, id } of emulator.state().endpoints) await submit(emulator, id, /^refuse/.test(name) ? 1 : 3);
  await until(() => emulator.state().endpoints.every(({ jobs }) => jobs.inProgress === 1));
  const deleted = await witnessDeletes(emulation);
  emulator.clearRequests();

  const destroying = stack.destroy();
  // All but those that work off their queue are scaled down by then, and wait for the job they run.
  const save = transport === "rest" ? "updateEndpoint" : "saveEndpoint";
  await until(() => (emulator.counts()[save] ?? 0) === 4);
  expect(emulator.state().endpoints).toHaveLength(6);
  finish();
  const destroyed = await destroying;

  expect(destroyed.ok, destroyed.text).toBe(true);
  expect(emulator.state()).toMatchObject({ endpoints: [], templates: [] });
  expect(deleted.size).toBe(6);
  for (const [name, before] of deleted) {
    expect(workersOf(before), name).toBe(0);
    if (name.endsWith("-wait")) expect(before.jobs.inProgress, name).toBe(0);
    expect(before.jobs.completed, name).toBe(name.startsWith("process") ? 3 : 1);
  }
  expect(destroyed.text).toContain("2 queued jobs purged");
  expect(destroyed.text).toMatch(/processes 2 jobs in its queue/);
  expect(emulator.counts()).toMatchObject({ "purge-queue": 2, deleteEndpoint: 6, deleteTemplate: 6 });
  // Over REST each endpoint takes a copy along, and the template is still there to be deleted.
  const lost = emulator.requests().filter(({ operation, status }) => operation === "deleteTemplate" && status === 404);
  expect(lost).toEqual([]);
  if (transport === "graphql") expectNoRestDelete(emulator);
}

/** The first job of each endpoint runs until the answered function is called, the others for a moment. */
function holdFirstJobs(emulator: Emulator): () => void {
  let finish = () => {};
  const finished = new Promise<JobResult>((resolve) => {
    finish = () => resolve({ durationMs: 0 });
  });
  emulator.handle("*", ({ job }) => (job === 0 ? finished : { durationMs: 50 }));
  return finish;
}

export async function submit(emulator: Emulator, endpoint: string, jobs: number): Promise<void> {
  for (let job = 0; job < jobs; job++) {
    const headers = { authorization: emulator.apiKey };
    const url = `/v2/${endpoint}/run`;
    const answer = await emulator.inject({ method: "POST", url, headers, payload: { input: { job } } });
    expect(answer.statusCode).toBe(200);
  }
}

/** Records how each endpoint was the moment before its `deleteEndpoint` arrived. */
async function witnessDeletes({ emulator, stack }: Emulated): Promise<ReadonlyMap<string, Live>> {
  const seen = new Map<string, Live>();
  const witness = await startWitness(emulator.url, (path, body, method) => {
    if (!body.includes("deleteEndpoint") && method !== "DELETE") return;
    const endpoint = emulator
      .state()
      .endpoints.find(({ id }) => body.includes(id) || path.endsWith(`/serverless/${id}`));
    if (endpoint !== undefined) seen.set(endpoint.name, endpoint);
  });
  onTestFinished(() => witness.close());
  stack.env.PODWRIGHT_BASE_URL = witness.url;
  return seen;
}

function workersOf({ workers }: Live): number {
  const { idle, running, initializing, throttled, unhealthy } = workers;
  return idle + running + initializing + throttled + unhealthy;
}

/** What a save sets, of every endpoint. */
export function settings(emulator: Emulator) {
  return emulator
    .state()
    .endpoints.map(({ jobs: _jobs, workers: _workers, pods: _pods, version: _version, ...rest }) => rest);
}

/** The REST delete would take the template along. */
export function expectNoRestDelete(emulator: Emulator): void {
  const deletes = emulator.requests().filter(({ method, path }) => method === "DELETE" && path.includes("/serverless"));
  expect(deletes).toEqual([]);
}

export async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { timeout: 120_000, interval: 50 }).toBe(true);
}
