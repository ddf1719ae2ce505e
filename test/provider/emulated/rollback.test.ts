import { describe, expect, test } from "vitest";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import { failure, useLifecycles } from "./harness";

// Over GraphQL a template carries one endpoint.
const world = useLifecycles({}, { endpointTransport: "rest" });

const aProgram = (image: string, endpoints: readonly string[], rollback: boolean) => [
  { name: "worker", resource: template, args: () => ({ image, serverless: true }) },
  ...endpoints.map((name) => ({
    name,
    resource: serverlessEndpoint,
    args: (idOf: (name: string) => string) => ({
      ...{ gpuIds: "AMPERE_16", templateId: idOf("worker"), workersMin: 2, rollback },
    }),
  })),
];

/** The same program with other inputs of its endpoint. */
const withEndpoint = (program: ReturnType<typeof aProgram>, more: object) =>
  program.map((one) =>
    one.name === "llm" ? { ...one, args: (idOf: (name: string) => string) => ({ ...one.args(idOf), ...more }) } : one,
  );

const images = () => world.emulator.state().templates.map(({ image }) => image);

test("a rollout that runs out of time leaves enough of it to restore the former settings", async () => {
  const program = world.program();
  await program.up(aProgram("worker:1", ["llm"], true));
  world.emulator.scriptWorkers({ match: { image: "worker:2" }, outcome: "throttled" });
  const lines: string[] = [];
  const rollout = failure(program.up(aProgram("worker:2", ["llm"], true), { lines }));
  await expect.poll(() => lines.at(-1)).toContain("1 THROTTLED, 1 of an older release");

  world.timesOut(450_000);

  const { reasons } = await rollout;
  expect(reasons[0]).toMatch(
    /gave up after 7m 30s waiting for .* to be ready \(1 THROTTLED, 1 of an older release\)\.$/,
  );
  expect(reasons.join()).not.toMatch(/is kept in the state|until then/);
  expect(reasons.at(-1)).toContain("rolled back: the former settings are restored and serve (2 IDLE).");
  expect(images()).not.toContain("worker:2");
});

test("variables of the endpoint's own that do not serve are taken back, and those before them given again", async () => {
  const aProgramWith = (env: object) => withEndpoint(aProgram("worker:1", ["llm"], true), { env });
  const program = world.program();
  await program.up(aProgramWith({ MODE: "canary-former" }));
  world.emulator.scriptWorkers({ outcome: "unhealthy" });

  const { reasons, outputs, message } = await failure(program.up(aProgramWith({ MODE: "canary-wrong" })));

  expect(reasons.at(-1)).toContain("rolled back: the former settings are restored, but do not serve either");
  expect(world.emulator.state().endpoints[0]?.workerEnv).toMatchObject({ MODE: "canary-former" });
  expect(outputs).toMatchObject({ env: { MODE: "canary-former" }, ready: false });
  expect(message).not.toContain("canary");
});

test("a template keeps its settings where another endpoint uses it too, and the failure says so", async () => {
  const program = world.program();
  const names = ["other", "llm"];
  await program.up(aProgram("worker:1", names, true));
  world.emulator.scriptWorkers({ match: { name: "llm-*", image: "worker:2" }, outcome: "unhealthy" });

  const { reasons } = await failure(program.up(aProgram("worker:2", names, true)));

  const [worker, other] = ["worker", "other"].map((name) => program.recorded.get(name)?.id);
  expect(reasons[0]).toContain("a worker is UNHEALTHY");
  expect(reasons.at(-1)).toBe(
    `not rolled back: template ${worker} keeps its new settings, because endpoint ${other} uses it too`,
  );
  expect(new Set(images())).toEqual(new Set(["worker:2"]));
});

describe("a rollback after a run that did not come to its end", () => {
  const restored = "rolled back: the former settings are restored and serve (2 IDLE).";

  test("restores a template that a run changed before it was killed, and whose workers the next run renews", async () => {
    const program = world.program();
    await program.up(aProgram("worker:1", ["llm"], true));
    await program.up(aProgram("worker:2", [], true));
    world.emulator.scriptWorkers({ match: { image: "worker:2" }, outcome: "unhealthy" });

    const { reasons } = await failure(program.up(aProgram("worker:2", ["llm"], true)));

    expect(reasons.at(-1)).toContain(restored);
    expect(images()).not.toContain("worker:2");
  });

  test("goes back to what served, not to what a killed run left in between", async () => {
    const program = world.program();
    await program.up(aProgram("worker:1", ["llm"], true));
    await program.up(aProgram("worker:2", [], true));
    await program.up(aProgram("worker:3", [], true));
    world.emulator.scriptWorkers({ match: { image: "worker:3" }, outcome: "unhealthy" });

    await failure(program.up(aProgram("worker:3", ["llm"], true)));

    expect(new Set(images())).toEqual(new Set(["worker:1"]));
  });

  test("restores settings that a killed run saved on the endpoint and no state holds, and nothing that others changed", async () => {
    const program = world.program();
    const at = (more: object) => withEndpoint(aProgram("worker:1", ["llm"], true), more);
    await program.up(at({ idleTimeout: 20, workersMax: 4 }));
    const id = program.recorded.get("llm")?.id ?? "";
    world.emulator.changeEndpoint(id, { idleTimeout: 40, workersMax: 5 });
    world.emulator.scriptWorkers({ outcome: "unhealthy" });
    world.emulator.changeEndpoint(id, { gpuIds: "ADA_24" });

    const changed = { idleTimeout: 40, workersMax: 4, gpuIds: "ADA_24" };
    const { reasons } = await failure(program.up(at(changed)));

    expect(reasons.at(-1)).toContain("rolled back: the former settings are restored");
    expect(world.emulator.state().endpoints).toMatchObject([{ gpuIds: "AMPERE_16", idleTimeout: 20, workersMax: 5 }]);
  });

  test("follows a cancelled update, whose workers the next run awaits in vain", async () => {
    const program = world.program();
    await program.up(aProgram("worker:1", ["llm"], true));
    world.emulator.scriptWorkers({ match: { image: "worker:2" }, afterMs: 60_000 });
    const lines: string[] = [];
    let cancel = () => {};
    const rollout = program.up(aProgram("worker:2", ["llm"], true), {
      ...{ lines, onRun: (_, run) => (cancel = () => run.cancel()) },
    });
    await expect.poll(() => lines.at(-1)).toContain("1 of an older release");
    cancel();
    expect((await failure(rollout)).message).not.toContain("rolled back");

    world.emulator.scriptWorkers({ match: { image: "worker:2" }, outcome: "unhealthy" });
    world.emulator.advance(60_000);
    const { reasons, outputs } = await failure(program.up(aProgram("worker:2", ["llm"], true)));

    expect(reasons.at(-1)).toContain(restored);
    expect(images()).not.toContain("worker:2");
    expect(outputs).toMatchObject({ ready: true, templateRevision: 1 });
  });

  test("takes back nothing that changed while no worker was awaited: nobody knows whether that served", async () => {
    const program = world.program();
    const at = (more: object) => withEndpoint(aProgram("worker:1", ["llm"], true), more);
    await program.up(at({ idleTimeout: 20 }));
    await program.up(at({ idleTimeout: 30, workersMin: 0 }));
    world.emulator.advance(120_000);
    world.emulator.scriptWorkers({ outcome: "unhealthy" });

    await failure(program.up(at({ idleTimeout: 30, workersMin: 1 })));

    expect(world.emulator.state().endpoints).toMatchObject([{ idleTimeout: 30, workersMin: 0 }]);
  });
});

test("the record for a rollback leaves the state with the input, and is secret", async () => {
  const program = world.program();
  await program.up(aProgram("worker:1", ["llm"], true));
  expect(program.recorded.get("llm")?.outputs).toHaveProperty("__served.template.settings.image", "worker:1");
  expect(serverlessEndpoint.secrets).toContain("__served");
  await program.up(aProgram("worker:1", ["llm"], false));
  expect(program.recorded.get("llm")?.outputs).not.toHaveProperty("__served");
});
