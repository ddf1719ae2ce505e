import { describe, expect, test } from "vitest";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import { declaring, type Program } from "../../support/engine";
import { failure, useLifecycles } from "./harness";

// Over GraphQL a template carries one endpoint.
const world = useLifecycles({}, { endpointTransport: "rest" });

const aProgram = (image: string, endpoints: readonly string[], rollback: boolean, more: object = {}): Program => ({
  worker: declaring(template)({ image, serverless: true }),
  ...Object.fromEntries(
    endpoints.map((name) => [
      name,
      declaring(serverlessEndpoint)((idOf) => ({
        ...{ gpuIds: "AMPERE_16", templateId: idOf("worker"), workersMin: 2, rollback, ...more },
      })),
    ]),
  ),
});

const images = () => world.emulator.state().templates.map(({ image }) => image);

test("an update with rollback ends its wait early enough to restore the former settings", async () => {
  const engine = world.engine();
  await engine.up(aProgram("worker:1", ["llm"], true));
  world.emulator.scriptWorkers({ match: { image: "worker:2" }, outcome: "throttled" });
  const rollout = failure(engine.up(aProgram("worker:2", ["llm"], true)));
  await expect.poll(() => engine.lines.at(-1)).toContain("1 THROTTLED, 1 of an older release");

  world.timesOut(450_000);

  const { reasons } = await rollout;
  expect(reasons[0]).toMatch(
    /gave up after 7m 30s waiting for .* to be ready \(1 THROTTLED, 1 of an older release\)\.$/,
  );
  expect(reasons.join()).not.toMatch(/stays in the state|until then/);
  expect(reasons.at(-1)).toContain(
    "rolled back: Podwright restored the previous settings, and the endpoint serves with them (2 IDLE).",
  );
  expect(images()).not.toContain("worker:2");
});

test("a rollback restores the former variables of an endpoint if the new workers fail", async () => {
  const aProgramWith = (env: object) => aProgram("worker:1", ["llm"], true, { env });
  const engine = world.engine();
  await engine.up(aProgramWith({ MODE: "canary-former" }));
  world.emulator.scriptWorkers({ outcome: "unhealthy" });

  const { reasons, outputs, message } = await failure(
    world.impatiently(engine.up(aProgramWith({ MODE: "canary-wrong" }))),
  );

  expect(reasons.at(-1)).toContain(
    "rolled back: Podwright restored the previous settings, but the endpoint does not serve with them either",
  );
  expect(world.emulator.state().endpoints[0]?.workerEnv).toMatchObject({ MODE: "canary-former" });
  expect(outputs).toMatchObject({ env: { MODE: "canary-former" }, ready: false });
  expect(message).not.toContain("canary");
});

test("a rollback does not change a template that another endpoint also uses", async () => {
  const engine = world.engine();
  const names = ["other", "llm"];
  await engine.up(aProgram("worker:1", names, true));
  world.emulator.scriptWorkers({ match: { name: "llm-*", image: "worker:2" }, outcome: "unhealthy" });

  const { reasons } = await failure(world.impatiently(engine.up(aProgram("worker:2", names, true))));

  const [worker, other] = ["worker", "other"].map((name) => engine.get(name).id);
  expect(reasons[0]).toContain("a worker is UNHEALTHY");
  expect(reasons.at(-1)).toBe(
    `Podwright could not roll back: template ${worker} keeps its new settings, because endpoint ${other} uses it too`,
  );
  expect(new Set(images())).toEqual(new Set(["worker:2"]));
});

describe.each(["plugin", "dynamic"] as const)("a rollback after an interrupted run under the %s host", (host) => {
  const restored = "rolled back: Podwright restored the previous settings, and the endpoint serves with them (2 IDLE).";

  test("restores a template that the killed run changed", async () => {
    const engine = world.engine({ host });
    await engine.up(aProgram("worker:1", ["llm"], true));
    await engine.up(aProgram("worker:2", ["llm"], true), { target: ["worker"] });
    world.emulator.scriptWorkers({ match: { image: "worker:2" }, outcome: "unhealthy" });

    const { reasons } = await failure(world.impatiently(engine.up(aProgram("worker:2", ["llm"], true))));

    expect(reasons.at(-1)).toContain(restored);
    expect(images()).not.toContain("worker:2");
    const planned = async () =>
      (await engine.preview(aProgram("worker:2", ["llm"], true))).map(({ name, step }) => [name, step]);
    expect(await planned()).toEqual([
      ["worker", "same"],
      ["llm", "update"],
    ]);
    await engine.refresh();
    expect(await planned()).toEqual([
      ["worker", "update"],
      ["llm", "update"],
    ]);
    world.emulator.scriptWorkers({});
    await engine.up(aProgram("worker:2", ["llm"], true));
    expect(images()).not.toContain("worker:1");
    expect((await engine.preview(aProgram("worker:2", ["llm"], true))).map(({ step }) => step)).toEqual([
      "same",
      "same",
    ]);
  });

  test("restores the settings of the last ready workers", async () => {
    const engine = world.engine({ host });
    await engine.up(aProgram("worker:1", ["llm"], true));
    await engine.up(aProgram("worker:2", ["llm"], true), { target: ["worker"] });
    await engine.up(aProgram("worker:3", ["llm"], true), { target: ["worker"] });
    world.emulator.scriptWorkers({ match: { image: "worker:3" }, outcome: "unhealthy" });

    await failure(world.impatiently(engine.up(aProgram("worker:3", ["llm"], true))));

    expect(new Set(images())).toEqual(new Set(["worker:1"]));
  });

  test("reverts only the settings that the killed run changed", async () => {
    const engine = world.engine({ host });
    const at = (more: object) => aProgram("worker:1", ["llm"], true, more);
    await engine.up(at({ idleTimeout: 20, workersMax: 4 }));
    const id = engine.get("llm").id;
    world.emulator.changeEndpoint(id, { idleTimeout: 40, workersMax: 5 });
    world.emulator.scriptWorkers({ outcome: "unhealthy" });
    world.emulator.changeEndpoint(id, { gpuIds: "ADA_24" });

    const changed = { idleTimeout: 40, workersMax: 4, gpuIds: "ADA_24" };
    const { reasons } = await failure(world.impatiently(engine.up(at(changed))));

    expect(reasons.at(-1)).toContain("rolled back: Podwright restored the previous settings");
    expect(world.emulator.state().endpoints).toMatchObject([{ gpuIds: "AMPERE_16", idleTimeout: 20, workersMax: 5 }]);
  });

  test("restores the settings from before a cancelled update", async () => {
    const engine = world.engine({ host });
    await engine.up(aProgram("worker:1", ["llm"], true));
    world.emulator.scriptWorkers({ match: { image: "worker:2" }, afterMs: 60_000 });
    const rollout = engine.up(aProgram("worker:2", ["llm"], true));
    await expect.poll(() => engine.lines.at(-1)).toContain("1 of an older release");
    engine.cancel();
    expect((await failure(rollout)).message).not.toContain("rolled back");

    world.emulator.scriptWorkers({ match: { image: "worker:2" }, outcome: "unhealthy" });
    world.emulator.advance(60_000);
    const { reasons, outputs } = await failure(world.impatiently(engine.up(aProgram("worker:2", ["llm"], true))));

    expect(reasons.at(-1)).toContain(restored);
    expect(images()).not.toContain("worker:2");
    expect(outputs).toMatchObject({ ready: true, templateRevision: 1 });
  });

  test("keeps settings that an earlier run saved without waiting for workers", async () => {
    const engine = world.engine({ host });
    const at = (more: object) => aProgram("worker:1", ["llm"], true, more);
    await engine.up(at({ idleTimeout: 20 }));
    await engine.up(at({ idleTimeout: 30, workersMin: 0 }));
    world.emulator.advance(120_000);
    world.emulator.scriptWorkers({ outcome: "unhealthy" });

    await failure(world.impatiently(engine.up(at({ idleTimeout: 30, workersMin: 1 }))));

    expect(world.emulator.state().endpoints).toMatchObject([{ idleTimeout: 30, workersMin: 0 }]);
  });
});

test("the state records the settings for a rollback as a secret", async () => {
  const engine = world.engine();
  await engine.up(aProgram("worker:1", ["llm"], true));
  expect(engine.get("llm").outputs).toHaveProperty("__served.template.settings.image", "worker:1");
  expect(serverlessEndpoint.secrets).toContain("__served");
  await engine.up(aProgram("worker:1", ["llm"], false));
  expect(engine.get("llm").outputs).not.toHaveProperty("__served");
});
