import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { until } from "../harness/kills/processes";
import { mustChangeNothing, mustFail, mustSucceed } from "../harness/stack/steps";

const slow = 3_600_000;

test("pulumi up fails if the workers of an endpoint do not run", async () => {
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
  const end =
    stack.host === "dynamic" ? " but does not serve: Podwright gave up after" : ", but the wait was cancelled";
  expect(interrupted.text).toContain(`was updated${end}`);
  emulator.scriptWorkers({ match: { image: "worker:3" } });
  emulator.advance(slow);
  const continued = await mustSucceed(stack.up());
  expect(continued.text).toContain(
    "its workers were not ready at the end of the last update: Podwright waits until they are ready",
  );
  expect(continued.text).toContain(`endpoint ${id} serves: 2 IDLE`);
  expect(stack.resource("llm").id).toBe(id);
  expect(stack.resource("llm").initErrors ?? []).toEqual([]);
  await mustChangeNothing(stack.preview());
  await mustSucceed(stack.destroy());
});

test("the error about a new pod that does not become ready shows the pod's last response", async () => {
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
