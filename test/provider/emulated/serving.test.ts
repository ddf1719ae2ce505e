import { beforeEach, describe, expect, test } from "vitest";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import type { Values } from "../../../provider/planning/values";
import { failure, useLifecycles } from "./harness";

describe.each(["graphql", "rest"] as const)("an endpoint over %s", (endpointTransport) => {
  const world = useLifecycles({}, { endpointTransport });
  const aStack = () => world.stack(serverlessEndpoint);
  const workersOf = async (id: string) => (await world.platform.workers.list(id)).workers;
  const aTemplate = (name: string, image = "worker") =>
    world.platform.templates.create({
      name,
      image,
      serverless: true,
      ...{ disk: 10, env: { TOKEN: "canary-9c1f" } },
    });

  let kept: Values;
  beforeEach(async () => {
    const { id } = await aTemplate("worker");
    kept = { name: "llm", gpuIds: "AMPERE_16", templateId: id, workersMin: 2 };
  });

  test("that keeps none, or is not awaited, costs no request more, and says so once", async () => {
    const stack = await aStack().create({ ...kept, workersMin: 0 });
    expect(stack.lines.filter((line) => line.includes("workersMin is 0"))).toHaveLength(1);
    await stack.update({ ...kept, skipAwait: true });
    const { listEndpointWorkers = 0 } = world.emulator.counts();
    // Over REST the platform's numbers of workers come from there.
    expect(listEndpointWorkers).toBeLessThanOrEqual(endpointTransport === "rest" ? 2 : 0);
  });

  test("whose workers were taken away outside does not pass for one that serves: the declared number is awaited", async () => {
    const stack = await aStack().create(kept);
    world.emulator.changeEndpoint(stack.id, { workersMin: 0, workersMax: 0 });
    const changed = { ...kept, scalerValue: 9 };
    const { message } = await failure(stack.update(changed));
    expect(message).toContain("does not serve: the program declares workersMin 2, but RunPod has workersMin 0 and");
    expect(message).toContain('"pulumi up --refresh" restores the declared number');
    expect(stack.outputs).toMatchObject({ ready: false });
    await stack.refresh();
    await stack.update({ ...changed, workersMax: 3 });
    expect(stack.lines.at(-1)).toBe(`endpoint ${stack.id} serves: 2 IDLE`);
  });

  test("whose workers were taken away outside is left as it is by an unchanged program, which is warned", async () => {
    const stack = await aStack().create({ ...kept, workersMax: 4 });
    world.emulator.changeEndpoint(stack.id, { workersMin: 0, workersMax: 0 });
    expect(await stack.lookAgain()).toEqual({});
    expect(stack.lines).toEqual([
      `warning: RunPod has workersMin 0 and workersMax 0 for endpoint ${stack.id}, and the state has workersMin 2 and workersMax 4: it serves nothing. "pulumi up --refresh" restores the declared numbers`,
    ]);
  });

  test("whose worker is unhealthy stays in the state with the worker's masked log, and the next update waits again", async () => {
    const own = endpointTransport === "rest" ? { env: { TOKEN: "canary-own-5d2e" } } : {};
    const log = ["model canary-9c1f not found", ...Object.values(own.env ?? {})];
    world.emulator.scriptWorkers({ outcome: "unhealthy", log });
    const stack = aStack();
    const error = await failure(stack.create({ ...kept, ...own }));
    expect(error.reasons[0]).toMatch(
      /^endpoint \w+ \("llm"\) was created but does not serve: a worker is UNHEALTHY \(/,
    );
    expect(error.message).toContain("container: model [secret] not found");
    expect(error.message).not.toContain("canary");
    expect(stack.id).toBe(error.id);

    world.emulator.scriptWorkers({});
    const { id } = await aTemplate("fixed");
    await stack.update({ ...kept, templateId: id });
    expect(stack.lines.at(-1)).toBe(`endpoint ${stack.id} serves: 2 IDLE`);
  });

  test("without capacity gives up in time, and names what to widen", async () => {
    world.emulator.scriptWorkers({ match: { name: "llm" }, outcome: "throttled" });
    const stack = aStack();
    const creation = failure(stack.create({ ...kept, locations: "EU-RO-1" }));
    await expect.poll(() => stack.lines.at(-1)).toContain("2 THROTTLED");
    world.timesOut();
    const { message } = await creation;
    expect(message).toContain(
      "gave up after 10m waiting for 2 workers of the latest release to be ready (2 THROTTLED).",
    );
    expect(message).toContain("no capacity for AMPERE_16 in EU-RO-1: add pools to gpuIds, widen locations, or try");
    expect(message).toContain("No worker has a host, so none costs anything yet.");
  });

  test("whose containers never start does not pass for one that serves, though its workers are RUNNING", async () => {
    world.emulator.scriptWorkers({ outcome: "crash" });
    const { message } = await world.withRestarts(failure(aStack().create(kept)));
    expect(message).toMatch(/worker \w+ is RUNNING, but its container has failed to start \d+ times in \w+\./);
    expect(message).toContain("system: error starting container: no space left on device");
    expect(message).toMatch(/Its workers cost until then, \$\d+\.\d\d an hour; workersMin: 0 ends that\./);
  });

  test("whose containers never start lacks no capacity, though its workers show as THROTTLED", async () => {
    world.emulator.scriptWorkers({ outcome: "throttled-crash" });
    const stack = aStack();
    const creation = failure(stack.create(kept));
    await expect.poll(() => stack.lines.at(-1)).toContain("2 THROTTLED");
    world.timesOut();
    const { message } = await creation;
    expect(message).toMatch(/Worker \w+ is THROTTLED between restarts: its container does not start/);
    expect(message).toContain("system: error starting container: no space left on device");
    expect(message).not.toContain("The platform has no capacity");
    expect(message).toMatch(/Its workers cost until then, \$\d+\.\d\d an hour/);
  });

  test("on CPUs that do not become ready says what its workers cost, as the dearest that they may have", async () => {
    world.emulator.scriptWorkers({ outcome: "unhealthy" });
    const { gpuIds: _, ...others } = kept;
    const costOf = async (...vcpuCounts: number[]) => {
      const cpu = vcpuCounts.map((vcpuCount) => ({ id: "cpu3c", vcpuCount }));
      const { id } = await aTemplate(`cpus-${vcpuCounts.length}`);
      const { message } = await failure(
        aStack().create({ ...others, name: `on-${vcpuCounts.length}`, templateId: id, cpu }),
      );
      return /Its workers cost until then, (at most )?\$(\d+\.\d\d) an hour/.exec(message)?.slice(1);
    };
    const [one] = (await world.platform.catalog.cpuTypes()).filter(({ id }) => id === "cpu3c");
    const of = (vcpus: number) => ((one?.price.serverlessPerVcpu ?? 0) * vcpus * 2).toFixed(2);
    expect(await costOf(2)).toEqual([undefined, of(2)]);
    expect(await costOf(2, 8)).toEqual(["at most ", of(8)]);
  });

  test("is updated when workers of the new release are ready, and none of the old one counts", async () => {
    const stack = await aStack().create(kept);
    const { id } = await aTemplate("next");
    const changes = [
      { templateId: id },
      ...(endpointTransport === "rest" ? [{ templateId: id, env: { A: "own" } }] : []),
    ];
    for (const change of changes) {
      const before = (await workersOf(stack.id)).map((worker) => worker.id);
      await stack.update({ ...kept, ...change });
      const after = await workersOf(stack.id);
      expect(after.map(({ status, isStale }) => [status, isStale])).toEqual([
        ["IDLE", false],
        ["IDLE", false],
      ]);
      expect(after.filter((worker) => before.includes(worker.id))).toEqual([]);
    }
  });

  const aProgram = (image: string, endpoint: Values = {}) => [
    { name: "worker", resource: template, args: () => ({ image, serverless: true, env: { TOKEN: "canary-9c1f" } }) },
    {
      name: "llm",
      resource: serverlessEndpoint,
      args: (idOf: (name: string) => string) => ({
        ...{ gpuIds: "AMPERE_16", templateId: idOf("worker"), workersMin: 2 },
        ...endpoint,
      }),
    },
  ];
  const changed = "llm: workers are renewed: template changed (image)";

  test.each([1, 2, 3, 4])(
    "is not taken to serve because read %d of its workers is refused, and they are counted",
    async (skip) => {
      const program = world.program();
      await program.up(aProgram("worker:1"));
      world.emulator.scriptWorkers({ match: { image: "worker:2" }, outcome: "crash" });
      world.emulator.addFault({ operation: "listEndpointWorkers", skip, effect: { status: 404 } });
      const { message } = await world.withRestarts(failure(program.up(aProgram("worker:2"))));
      expect(message).toContain("is RUNNING, but its container has failed to start");
    },
  );

  test("waits for the workers that a change of its template renews, which the preview announces", async () => {
    const program = world.program();
    await program.up(aProgram("worker:1"));
    const requests = world.emulator.requests().length;
    expect(await program.up(aProgram("worker:1"))).toEqual([]);
    expect(world.emulator.requests()).toHaveLength(requests);

    expect(await program.preview(aProgram("worker:2"))).toContain(changed);
    const lines = await program.up(aProgram("worker:2"));
    expect(lines).toContain(changed);
    const { id = "", inputs, outputs } = program.recorded.get("llm") ?? {};
    expect(lines.at(-1)).toBe(`llm: endpoint ${id} serves: 2 IDLE`);
    expect((await workersOf(id)).map(({ image, isStale }) => [image, isStale])).toEqual([
      ["worker:2", false],
      ["worker:2", false],
    ]);
    expect(outputs).toMatchObject({ ready: true, templateRevision: 2 });
    expect(Object.keys(inputs ?? {})).not.toContain("templateRevision");
    expect(await program.up(aProgram("worker:2"))).toEqual([]);
  });

  test("whose rollout after a change of its template fails or is cut off is awaited by the next update", async () => {
    const program = world.program();
    await program.up(aProgram("worker:1"));
    world.emulator.scriptWorkers({ match: { image: "worker:2" }, outcome: "unhealthy" });
    const { message } = await failure(program.up(aProgram("worker:2")));
    expect(message).toContain("was updated but does not serve: a worker is UNHEALTHY");
    program.refresh();
    expect(await program.preview(aProgram("worker:2"))).toEqual([
      "llm: its workers were not ready at the end of the last update: they are awaited",
    ]);

    // Killed after the template was saved: the endpoint's state is the one of before.
    const before = program.recorded.get("llm");
    await program.up(aProgram("worker:3"));
    if (before !== undefined) program.recorded.set("llm", { ...before, isFailed: false });
    const lines = await program.up(aProgram("worker:3"));
    expect(lines).toContain("llm: workers are renewed: template changed (by an earlier update)");
    expect(lines.at(-1)).toContain("serves: 2 IDLE");
  });

  test("whose workers of the former release stay is not taken for ready, and is when the last of them has gone", async () => {
    const program = world.program();
    await program.up(aProgram("worker:1"));
    world.emulator.scriptWorkers({ match: { image: "worker:2" }, afterMs: 60_000 });
    const lines: string[] = [];
    const rollout = program.up(aProgram("worker:2"), { lines });
    await expect.poll(() => lines.at(-1)).toContain("1 INITIALIZING, 1 of an older release");
    world.emulator.advance(60_000);
    await expect.poll(() => lines.at(-1)).toContain("1 IDLE, 1 INITIALIZING");
    world.timesOut();
    await expect(rollout).rejects.toThrow(
      "gave up after 10m waiting for 2 workers of the latest release to be ready (1 IDLE, 1 INITIALIZING).",
    );
    world.emulator.advance(60_000);
    const after = await program.up(aProgram("worker:2"));
    expect(after.at(-1)).toContain("serves: 2 IDLE");
  });

  test("whose update is cancelled keeps what it has, also with rollback, and the next update waits on", async () => {
    const program = world.program();
    const at = (image: string) => aProgram(image, { rollback: true });
    await program.up(at("worker:1"));
    world.emulator.scriptWorkers({ match: { image: "worker:2" }, afterMs: 60_000 });
    const lines: string[] = [];
    let cancel = () => {};
    const rollout = program.up(at("worker:2"), { lines, onRun: (_, run) => (cancel = () => run.cancel()) });
    await expect.poll(() => lines.at(-1)).toContain("1 of an older release");
    cancel();
    const { message, outputs } = await failure(rollout);
    expect(message).toContain("was updated, but the wait was cancelled.");
    expect(message).not.toContain("rolled back");
    expect(outputs).toMatchObject({ ready: false, templateRevision: 2 });

    world.emulator.scriptWorkers({});
    world.emulator.advance(60_000);
    const after = await program.up(at("worker:2"));
    expect(after).toContain("llm: its workers were not ready at the end of the last update: they are awaited");
    expect(after.at(-1)).toContain("serves: 2 IDLE");
  });

  test("whose own change does not serve gets its former settings back on request, and the next update makes the change again", async () => {
    const stack = await aStack().create({ ...kept, rollback: true });
    world.emulator.scriptWorkers({ match: { image: "bad" }, outcome: "unhealthy" });
    const { id } = await aTemplate("next", "bad");
    const error = await failure(stack.update({ ...kept, rollback: true, templateId: id, idleTimeout: 33 }));
    expect(error.reasons[0]).toContain("was updated but does not serve: a worker is UNHEALTHY");
    expect(error.reasons.at(-1)).toBe(
      'rolled back: the former settings are restored and serve (2 IDLE). The next "pulumi up" makes the change again.',
    );
    expect(stack.outputs).toMatchObject({ templateId: kept.templateId, ready: true });
    expect(stack.outputs.idleTimeout).not.toBe(33);
    expect((await workersOf(stack.id)).map(({ image, isStale }) => [image, isStale])).toEqual([
      ["worker", false],
      ["worker", false],
    ]);

    world.emulator.scriptWorkers({});
    await stack.update({ ...kept, rollback: true, templateId: id, idleTimeout: 33 });
    expect(stack.outputs).toMatchObject({ templateId: id, ready: true, idleTimeout: 33 });
  });

  test("whose workers the key may not list is awaited by their counters, and says what is not known", async () => {
    if (endpointTransport === "rest") return;
    world.emulator.addFault({ operation: "listEndpointWorkers", times: 1_000, effect: { status: 403 } });
    const stack = await aStack().create(kept);
    expect(stack.lines).toContain(
      `endpoint ${stack.id}: the platform only counts its workers. Whether they run the latest release, and whether their containers start, is not known`,
    );
    expect(stack.lines.at(-1)).toBe(`endpoint ${stack.id} serves: 2 IDLE`);
  });
});
