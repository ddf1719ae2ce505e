import { beforeEach, describe, expect, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { lastingMs } from "../../../provider/kinds/serverless-endpoint/readiness";
import { template } from "../../../provider/kinds/template/lifecycle";
import { declaring } from "../../support/engine";
import { failure, useLifecycles } from "./harness";

describe.each(["graphql", "rest"] as const)("an endpoint over %s", (endpointTransport) => {
  const world = useLifecycles({}, { endpointTransport });
  const aStack = () => world.stackOf(serverlessEndpoint);
  const workersOf = async (id: string) => (await world.platform.workers.list(id)).workers;
  const aTemplate = (name: string, image = "worker") =>
    world.platform.templates.create({
      name,
      image,
      serverless: true,
      ...{ disk: 10, env: { TOKEN: "canary-9c1f" } },
    });

  /** Returns the error of a run whose workers become unhealthy. The run does not wait for the time for which they may stay so. */
  async function unhealthy(stack: { readonly lines: readonly string[] }, run: Promise<unknown>) {
    const failed = failure(run);
    await expect.poll(() => stack.lines.join("\n")).toContain("UNHEALTHY");
    world.timesOut(lastingMs);
    return await failed;
  }

  let kept: Values;
  beforeEach(async () => {
    const { id } = await aTemplate("worker");
    kept = { name: "llm", gpuIds: "AMPERE_16", templateId: id, workersMin: 2 };
  });

  test("is not awaited if workersMin is 0 or skipAwait is set", async () => {
    const stack = await aStack().up({ ...kept, workersMin: 0 });
    expect(stack.lines.filter((line) => line.includes("workersMin is 0"))).toHaveLength(1);
    await stack.up({ ...kept, skipAwait: true });
    const { listEndpointWorkers = 0 } = world.emulator.counts();
    // Over REST, the platform's numbers of workers come from there.
    expect(listEndpointWorkers).toBeLessThanOrEqual(endpointTransport === "rest" ? 2 : 0);
  });

  test("makes an update fail if another user removed its workers", async () => {
    const stack = await aStack().up(kept);
    world.emulator.changeEndpoint(stack.id, { workersMin: 0, workersMax: 0 });
    const changed = { ...kept, scalerValue: 9 };
    const { message } = await failure(stack.up(changed));
    expect(message).toContain("does not serve: the program declares workersMin 2, but RunPod has workersMin 0 and");
    expect(message).toContain('"pulumi up --refresh" restores the declared number');
    expect(stack.outputs).toMatchObject({ ready: false });
    await stack.refresh();
    await stack.up({ ...changed, workersMax: 3 });
    expect(stack.lines.at(-1)).toBe(`endpoint ${stack.id} serves: 2 IDLE`);
  });

  test("causes a warning at preview if another user removed its workers", async () => {
    const stack = await aStack().up({ ...kept, workersMax: 4 });
    world.emulator.changeEndpoint(stack.id, { workersMin: 0, workersMax: 0 });
    await stack.preview({ ...kept, workersMax: 4 });
    expect(stack.lines).toEqual([
      `warning: RunPod has workersMin 0 and workersMax 0 for endpoint ${stack.id}, and the state has workersMin 2 and workersMax 4: the endpoint has no workers. "pulumi up --refresh" restores the declared numbers`,
    ]);
  });

  test("fails with the log of an unhealthy worker but shows no secrets", async () => {
    const own = endpointTransport === "rest" ? { env: { TOKEN: "canary-own-5d2e" } } : {};
    const log = ["model canary-9c1f not found", ...Object.values(own.env ?? {})];
    world.emulator.scriptWorkers({ outcome: "unhealthy", log });
    const stack = aStack();
    const error = await unhealthy(stack, stack.up({ ...kept, ...own }));
    expect(error.reasons[0]).toMatch(
      /^endpoint \w+ \("llm"\) was created but does not serve: a worker is UNHEALTHY, \S+ after the first one \(/,
    );
    expect(error.message).toContain("container: model [secret] not found");
    expect(error.message).not.toContain("canary");
    expect(stack.id).toBe(error.id);

    world.emulator.scriptWorkers({});
    const { id } = await aTemplate("fixed");
    await stack.up({ ...kept, templateId: id });
    expect(stack.lines.at(-1)).toBe(`endpoint ${stack.id} serves: 2 IDLE`);
  });

  test("counts a load balancer's worker as ready only after RunPod's health check succeeds", async () => {
    const env = { PORT: "8000", PORT_HEALTH: "8000" };
    const { id } = await world.platform.templates.create({ name: "lb", image: "x", serverless: true, env });
    const balancer = { ...kept, templateId: id, type: "LB", scalerType: "REQUEST_COUNT", workersMin: 1 };
    const stack = aStack();
    await stack.preview(balancer);
    expect(stack.lines.join("\n")).toContain("warning: template ");
    const creation = failure(stack.up(balancer));
    await expect.poll(() => stack.lines.at(-1)).toContain("1 RUNNING, 0 with a successful health check");
    expect(stack.lines.join("\n")).toContain("does not expose port 8000, the value of PORT and PORT_HEALTH, so no");
    world.timesOut();
    const { message } = await creation;
    expect(message).toContain("Let the server answer GET /ping on the port of PORT_HEALTH");
    expect(stack.outputs).toMatchObject({ ready: false });
    await stack.preview({ ...balancer, scalerValue: 7 });
    expect(stack.lines.join("\n")).toContain("warning: template ");
    const fixed = { name: "exposed", image: "x", serverless: true, env, ports: ["8000/http"] };
    await stack.up({ ...balancer, templateId: (await world.platform.templates.create(fixed)).id });
    expect(stack.outputs).toMatchObject({ ready: true });
  });

  test("fails if RunPod has no capacity, with advice about the inputs to widen", async () => {
    world.emulator.scriptWorkers({ match: { name: "llm" }, outcome: "throttled" });
    const stack = aStack();
    const creation = failure(stack.up({ ...kept, locations: "EU-RO-1" }));
    await expect.poll(() => stack.lines.at(-1)).toContain("2 THROTTLED");
    world.timesOut();
    const { message } = await creation;
    expect(message).toContain(
      "gave up after 10m waiting for 2 workers of the latest release to be ready (2 THROTTLED).",
    );
    expect(message).toContain("no capacity for AMPERE_16 in EU-RO-1: add pools to gpuIds, widen locations, or try");
    expect(message).toContain("No worker has a host yet, so the workers cost nothing.");
  });

  test("fails if the containers of its RUNNING workers never start", async () => {
    world.emulator.scriptWorkers({ outcome: "crash" });
    const { message } = await world.withRestarts(failure(aStack().up(kept)));
    expect(message).toMatch(/worker \w+ is RUNNING, but its container has failed to start \d+ times in [\w ]+\./);
    expect(message).toContain("system: error starting container: no space left on device");
    expect(message).toMatch(
      /Until then, its workers cost money \(\$\d+\.\d\d an hour\)\. To stop these costs, set workersMin: 0\./,
    );
  });

  test("shows the log in its error if the containers of its THROTTLED workers cannot start", async () => {
    world.emulator.scriptWorkers({ outcome: "throttled-crash" });
    const stack = aStack();
    const creation = failure(stack.up(kept));
    await expect.poll(() => stack.lines.at(-1)).toContain("2 THROTTLED");
    world.timesOut();
    const { message } = await creation;
    expect(message).toMatch(/Worker \w+ is THROTTLED between restarts: its container does not start/);
    expect(message).toContain("system: error starting container: no space left on device");
    expect(message).not.toContain("RunPod has no capacity");
    expect(message).toMatch(/Until then, its workers cost money \(\$\d+\.\d\d an hour\)/);
  });

  test("shows the cost of its CPU workers in the error when it is not ready", async () => {
    world.emulator.scriptWorkers({ outcome: "unhealthy" });
    const { gpuIds: _, ...others } = kept;
    const costOf = async (...vcpuCounts: number[]) => {
      const cpu = vcpuCounts.map((vcpuCount) => ({ id: "cpu3c", vcpuCount }));
      const { id } = await aTemplate(`cpus-${vcpuCounts.length}`);
      const stack = aStack();
      const name = `on-${vcpuCounts.length}`;
      const { message } = await unhealthy(stack, stack.up({ ...others, name, templateId: id, cpu }));
      return /Until then, its workers cost money \((at most )?\$(\d+\.\d\d) an hour/.exec(message)?.slice(1);
    };
    const [one] = (await world.platform.catalog.cpuTypes()).filter(({ id }) => id === "cpu3c");
    const of = (vcpus: number) => ((one?.price.serverlessPerVcpu ?? 0) * vcpus * 2).toFixed(2);
    expect(await costOf(2)).toEqual([undefined, of(2)]);
    expect(await costOf(2, 8)).toEqual(["at most ", of(8)]);
  });

  test("is ready after an update only when workers of the new release are ready", async () => {
    const stack = await aStack().up(kept);
    const { id } = await aTemplate("next");
    const changes = [
      { templateId: id },
      ...(endpointTransport === "rest" ? [{ templateId: id, env: { A: "own" } }] : []),
    ];
    for (const change of changes) {
      const before = (await workersOf(stack.id)).map((worker) => worker.id);
      await stack.up({ ...kept, ...change });
      const after = await workersOf(stack.id);
      expect(after.map(({ status, isStale }) => [status, isStale])).toEqual([
        ["IDLE", false],
        ["IDLE", false],
      ]);
      expect(after.filter((worker) => before.includes(worker.id))).toEqual([]);
    }
  });

  const aProgram = (image: string, endpoint: Values = {}) => ({
    worker: declaring(template)({ image, serverless: true, env: { TOKEN: "canary-9c1f" } }),
    llm: declaring(serverlessEndpoint)((idOf) => ({
      ...{ gpuIds: "AMPERE_16", templateId: idOf("worker"), workersMin: 2 },
      ...endpoint,
    })),
  });
  const changed = "llm: RunPod renews the workers: template changed (image)";

  test.each([1, 2, 3, 4])(
    "is not ready while its new workers crash, even if one worker list request fails (after %d requests)",
    async (skip) => {
      const engine = world.engine();
      await engine.up(aProgram("worker:1"));
      world.emulator.scriptWorkers({ match: { image: "worker:2" }, outcome: "crash" });
      world.emulator.addFault({ operation: "listEndpointWorkers", skip, effect: { status: 404 } });
      const { message } = await world.withRestarts(failure(engine.up(aProgram("worker:2"))));
      expect(message).toContain("is RUNNING, but its container has failed to start");
    },
  );

  test("makes the update wait for the workers that a template change renews", async () => {
    const engine = world.engine();
    await engine.up(aProgram("worker:1"));
    const requests = world.emulator.requests().length;
    await engine.up(aProgram("worker:1"));
    expect(engine.lines).toEqual([]);
    // One list of endpoints shows whether a drain was interrupted.
    expect(world.emulator.requests()).toHaveLength(requests + 1);

    await engine.preview(aProgram("worker:2"));
    expect(engine.lines).toContain(changed);
    await engine.up(aProgram("worker:2"));
    expect(engine.lines).toContain(changed);
    const { id, inputs, outputs } = engine.get("llm");
    expect(engine.lines.at(-1)).toBe(`llm: endpoint ${id} serves: 2 IDLE`);
    expect((await workersOf(id)).map(({ image, isStale }) => [image, isStale])).toEqual([
      ["worker:2", false],
      ["worker:2", false],
    ]);
    expect(outputs).toMatchObject({ ready: true, templateRevision: 2 });
    expect(Object.keys(inputs)).not.toContain("templateRevision");
    await engine.up(aProgram("worker:2"));
    expect(engine.lines).toEqual([]);
  });

  test("is awaited by the next update after a failed or killed update", async () => {
    const engine = world.engine();
    await engine.up(aProgram("worker:1"));
    world.emulator.scriptWorkers({ match: { image: "worker:2" }, outcome: "unhealthy" });
    const { message } = await unhealthy(engine, engine.up(aProgram("worker:2")));
    expect(message).toContain("was updated but does not serve: a worker is UNHEALTHY");
    await engine.refresh();
    await engine.preview(aProgram("worker:2"));
    expect(engine.lines).toEqual([
      "llm: its workers were not ready at the end of the last update: Podwright waits until they are ready",
    ]);

    // The run was killed after the save of the template, so the endpoint's state is unchanged.
    await engine.up(aProgram("worker:3"), { target: ["worker"] });
    await engine.up(aProgram("worker:3"));
    expect(engine.lines).toContain("llm: RunPod renews the workers: template changed (by an earlier update)");
    expect(engine.lines.at(-1)).toContain("serves: 2 IDLE");
  });

  test("is not ready until the last worker of the former release has stopped", async () => {
    const engine = world.engine();
    await engine.up(aProgram("worker:1"));
    world.emulator.scriptWorkers({ match: { image: "worker:2" }, afterMs: 60_000 });
    const rollout = engine.up(aProgram("worker:2"));
    await expect.poll(() => engine.lines.at(-1)).toContain("1 INITIALIZING, 1 of an older release");
    world.emulator.advance(60_000);
    await expect.poll(() => engine.lines.at(-1)).toContain("1 IDLE, 1 INITIALIZING");
    world.timesOut();
    await expect(rollout).rejects.toThrow(
      "gave up after 10m waiting for 2 workers of the latest release to be ready (1 IDLE, 1 INITIALIZING).",
    );
    world.emulator.advance(60_000);
    await engine.up(aProgram("worker:2"));
    expect(engine.lines.at(-1)).toContain("serves: 2 IDLE");
  });

  test("keeps its new settings after a cancelled update, even with rollback", async () => {
    const engine = world.engine();
    const at = (image: string) => aProgram(image, { rollback: true });
    await engine.up(at("worker:1"));
    world.emulator.scriptWorkers({ match: { image: "worker:2" }, afterMs: 60_000 });
    const rollout = engine.up(at("worker:2"));
    await expect.poll(() => engine.lines.at(-1)).toContain("1 of an older release");
    engine.cancel();
    const { message, outputs } = await failure(rollout);
    expect(message).toContain("was updated, but the wait was cancelled.");
    expect(message).not.toContain("rolled back");
    expect(outputs).toMatchObject({ ready: false, templateRevision: 2 });

    world.emulator.scriptWorkers({});
    world.emulator.advance(60_000);
    await engine.up(at("worker:2"));
    expect(engine.lines).toContain(
      "llm: its workers were not ready at the end of the last update: Podwright waits until they are ready",
    );
    expect(engine.lines.at(-1)).toContain("serves: 2 IDLE");
  });

  test("gets its former settings back by rollback if its new workers fail", async () => {
    const stack = await aStack().up({ ...kept, rollback: true });
    world.emulator.scriptWorkers({ match: { image: "bad" }, outcome: "unhealthy" });
    const { id } = await aTemplate("next", "bad");
    const error = await unhealthy(stack, stack.up({ ...kept, rollback: true, templateId: id, idleTimeout: 33 }));
    expect(error.reasons[0]).toContain("was updated but does not serve: a worker is UNHEALTHY");
    expect(error.reasons.at(-1)).toBe(
      'rolled back: Podwright restored the previous settings, and the endpoint serves with them (2 IDLE). The next "pulumi up" makes the change again.',
    );
    expect(stack.outputs).toMatchObject({ templateId: kept.templateId, ready: true });
    expect(stack.outputs.idleTimeout).not.toBe(33);
    expect((await workersOf(stack.id)).map(({ image, isStale }) => [image, isStale])).toEqual([
      ["worker", false],
      ["worker", false],
    ]);

    world.emulator.scriptWorkers({});
    await stack.up({ ...kept, rollback: true, templateId: id, idleTimeout: 33 });
    expect(stack.outputs).toMatchObject({ templateId: id, ready: true, idleTimeout: 33 });
  });

  if (endpointTransport === "graphql")
    test("is ready when RunPod's counters show enough workers, if the API key cannot list the workers", async () => {
      world.emulator.addFault({ operation: "listEndpointWorkers", times: 1_000, effect: { status: 403 } });
      const stack = await aStack().up(kept);
      expect(stack.lines).toContain(
        `endpoint ${stack.id}: RunPod only counts its workers, so Podwright cannot tell whether they run the latest release and whether their containers start`,
      );
      expect(stack.lines.at(-1)).toBe(`endpoint ${stack.id} serves: 2 IDLE`);
    });
});
