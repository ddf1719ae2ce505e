import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { endedByThemselves } from "../harness/kills/kill";
import { killUp } from "../harness/kills/killed";
import { until } from "../harness/kills/processes";
import { mustChangeNothing, mustDo, mustFail, mustSucceed, steps } from "../harness/stack/steps";

const slow = 3_600_000;

test("an endpoint whose workers do not start fails the update, also if throttled or interrupted, and the next up continues", async () => {
  const { emulator, stack } = await emulated();
  emulator.scriptWorkers({ outcome: "unhealthy", log: ["no such model"] });
  const worker = { kind: "Template", name: "worker", args: { image: "worker", serverless: true } } as const;
  const declare = (image: string, update = "5m") =>
    stack.declare([
      { ...worker, args: { ...worker.args, image } },
      {
        ...{ kind: "ServerlessEndpoint", name: "llm", options: { customTimeouts: { update } } },
        args: { gpuIds: "AMPERE_16", templateId: `\${worker.id}`, workersMin: 2 },
      },
    ]);
  declare("worker:1");

  const failed = await mustFail(stack.up());
  expect(failed.text).toMatch(/endpoint \w+ \("llm-\w+"\) was created but does not serve: a worker is UNHEALTHY/);
  expect(failed.text).toContain("| container: no such model");
  const { id } = stack.resource("llm");
  expect(emulator.state().endpoints.map((endpoint) => endpoint.id)).toEqual([id]);

  emulator.scriptWorkers({});
  declare("worker:2");
  const repaired = await mustSucceed(stack.up());
  expect(repaired.text).toContain(`endpoint ${id} serves: 2 IDLE`);

  emulator.scriptWorkers({ match: { image: "worker:3" }, outcome: "throttled" });
  declare("worker:3", "4s");
  const throttled = await mustFail(stack.up());
  expect(throttled.text).toContain(
    "gave up after 4s waiting for 2 workers of the latest release to be ready (1 THROTTLED, 1 of an older release)",
  );
  expect(throttled.text).toContain("no capacity for AMPERE_16 in any data center: add pools to gpuIds");

  emulator.scriptWorkers({ match: { image: "worker:3" }, afterMs: slow });
  // Ctrl-C does not reach the dynamic host.
  declare("worker:3", stack.host === "dynamic" ? "20s" : "5m");
  const waiting = stack.start("up");
  await until("the slow rollout is awaited", () => waiting.text().includes("1 INITIALIZING, 1 of an older release"));
  waiting.child.kill("SIGINT");
  const interrupted = await mustFail(waiting.finished);
  const end = stack.host === "dynamic" ? " but does not serve: gave up after" : ", but the wait was cancelled";
  expect(interrupted.text).toContain(`was updated${end}`);
  emulator.scriptWorkers({ match: { image: "worker:3" } });
  emulator.advance(slow);
  const continued = await mustSucceed(stack.up());
  expect(continued.text).toContain(
    "its workers were not ready at the end of the last update: Podwright waits for them",
  );
  expect(continued.text).toContain(`endpoint ${id} serves: 2 IDLE`);
  expect(stack.resource("llm").id).toBe(id);
  expect(stack.resource("llm").initErrors ?? []).toEqual([]);
  await mustChangeNothing(stack.preview());
  await mustSucceed(stack.destroy());
});

test("a preview names all endpoints of changed templates, and the next up waits for them after a kill", async () => {
  const { emulator, stack } = await emulated();
  const names = ["llm-a", "llm-b", "llm-c"];
  // Over GraphQL a template carries only one endpoint.
  const templateOf = (name: string) => `of-${name}`;
  const templates = names.map(templateOf);
  const declare = (image: string) =>
    stack.declare([
      ...templates.map((name) => ({ kind: "Template" as const, name, args: { image, serverless: true } })),
      ...names.map((name) => ({
        kind: "ServerlessEndpoint" as const,
        name,
        args: { gpuIds: "AMPERE_16", templateId: `\${${templateOf(name)}.id}`, workersMin: 1 },
      })),
    ]);
  declare("worker:1");
  await mustSucceed(stack.up());

  emulator.scriptWorkers({ match: { image: "worker:2" }, afterMs: slow });
  declare("worker:2");
  const preview = await stack.preview();
  const updates = Object.fromEntries([...templates, ...names].map((name) => [name, "update"]));
  expect(steps(preview), preview.text).toEqual(updates);
  const announced = preview.text.match(/RunPod renews the workers: template changed \(image\)/g);
  expect(announced, preview.text).toHaveLength(3);

  emulator.clearRequests();
  const isAwaited = () => (emulator.counts().listEndpointWorkers ?? 0) > 15;
  await endedByThemselves(await killUp(stack, isAwaited));
  await stack.cancel();
  emulator.advance(slow);
  const continued = await mustSucceed(stack.up());
  for (const name of names) {
    expect(continued.text).toContain(`${name}: RunPod renews the workers: template changed (by an earlier update)`);
    expect(continued.text).toContain(`endpoint ${stack.resource(name).id} serves: 1 IDLE`);
  }
  await mustChangeNothing(stack.preview());
});

test("a pod whose port does not answer fails with the last response, and the next up waits for the same pod", async () => {
  const { emulator, stack } = await emulated({ servePorts: true });
  emulator.scriptPods({ answers: { status: 503 } });
  const args = { image: "nginx", cpu: { id: "cpu3c", vcpuCount: 2 }, ports: ["80/tcp"] };
  const declare = (...names: string[]) =>
    stack.declare(
      names.map((name) => ({
        ...{ kind: "Pod", name, args: { ...args, readiness: { http: { port: 80, path: "/health" } } } },
        options: { customTimeouts: { create: name === "web" ? "4s" : "5m" } },
      })),
    );
  declare("web");

  const failed = await mustFail(stack.up());
  expect(failed.text).toContain(
    "gave up after 4s waiting for GET /health on port 80 of the pod to be ready: it answered 503",
  );
  expect(failed.text).toContain("The pod stays in the state");
  const { id } = stack.resource("web");
  expect(emulator.state().pods.map((pod) => pod.id)).toEqual([id]);

  emulator.scriptPods({});
  emulator.scriptPods({ match: { name: "late*" }, answers: { afterMs: 8_000 } });
  declare("web", "late");
  const repaired = await mustSucceed(stack.up());
  expect(repaired.text).toContain(`pod ${id}: GET /health on port 80 answered 200`);
  const late = `pod ${stack.resource("late").id}: GET /health on port 80`;
  expect(repaired.text).toContain(`${late} closed the connection without an answer`);
  expect(repaired.text).toContain(`${late} answered 200`);
  expect(stack.resource("web").initErrors ?? []).toEqual([]);
  const { createPod, updatePod, podAction } = emulator.counts();
  expect([createPod, updatePod, podAction]).toEqual([2, undefined, undefined]);
  await mustChangeNothing(stack.preview());
});

test("rollback restores a template that does not serve, and the next up makes the change again", async () => {
  const { emulator, stack } = await emulated();
  const declare = (image: string) =>
    stack.declare([
      { kind: "Template", name: "worker", args: { image, serverless: true, env: { TOKEN: "canary-5d2e" } } },
      {
        kind: "ServerlessEndpoint",
        name: "llm",
        args: { gpuIds: "AMPERE_16", templateId: `\${worker.id}`, workersMin: 1, rollback: true },
      },
    ]);
  const images = () => emulator.state().templates.map(({ image }) => image);
  declare("worker:1");
  await mustSucceed(stack.up());

  emulator.scriptWorkers({ match: { image: "worker:2" }, outcome: "crash", log: ["TOKEN is canary-5d2e"] });
  declare("worker:2");
  const restarting = setInterval(() => emulator.advance(8_000), 1_000);
  const failed = await mustFail(stack.up().finally(() => clearInterval(restarting)));
  expect(failed.text).toMatch(
    /was updated but does not serve: worker \w+ is RUNNING, but its container has (failed to start|restarted) \d+ times in/,
  );
  expect(failed.text).toContain("rolled back: Podwright restored the previous settings, which serve (1 IDLE)");
  expect(failed.text).not.toContain("canary-5d2e");
  expect(images()).toEqual(["worker:1"]);
  expect(stack.resource("llm").outputs).toMatchObject({ ready: true, templateRevision: 1 });
  await mustDo(stack.preview(), { llm: "update" });
  await mustSucceed(stack.refresh());
  await mustDo(stack.preview(), { worker: "update", llm: "update" });

  emulator.scriptWorkers({});
  await mustSucceed(stack.up());
  expect(images()).toEqual(["worker:2"]);
  await mustChangeNothing(stack.preview());
});
