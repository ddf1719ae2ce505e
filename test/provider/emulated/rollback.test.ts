import { expect, test } from "vitest";
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
  expect(reasons[0]).toContain("to be ready (1 THROTTLED, 1 of an older release) after 7m 30s.");
  expect(reasons.at(-1)).toContain("rolled back: the former settings are restored and serve (2 IDLE).");
  expect(images()).not.toContain("worker:2");
});

test("variables of the endpoint's own that do not serve are taken back, and those before them given again", async () => {
  const aProgramWith = (env: object) =>
    aProgram("worker:1", ["llm"], true).map(({ args, ...one }) => ({
      ...one,
      args: (idOf: (name: string) => string) => ({ ...args(idOf), ...(one.name === "llm" && { env }) }),
    }));
  const program = world.program();
  await program.up(aProgramWith({ MODE: "canary-former" }));
  world.emulator.scriptWorkers({ outcome: "unhealthy" });

  const { reasons, outputs, message } = await failure(program.up(aProgramWith({ MODE: "canary-wrong" })));

  expect(reasons.at(-1)).toContain("rolled back: the former settings are restored, but do not serve either");
  expect(world.emulator.state().endpoints[0]?.workerEnv).toMatchObject({ MODE: "canary-former" });
  expect(outputs.env).toEqual({ MODE: "canary-former" });
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
