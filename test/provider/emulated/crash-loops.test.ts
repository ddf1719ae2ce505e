import { beforeEach, expect, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { failure, useLifecycles } from "./harness";

const world = useLifecycles();
const workers = async () => (await world.platform.workers.list(world.emulator.state().endpoints[0]?.id ?? "")).workers;
const logsRead = () => world.emulator.counts().getWorkerLogs ?? 0;

let kept: Values;
beforeEach(async () => {
  const { id } = await world.platform.templates.create({ name: "worker", image: "worker", serverless: true, disk: 10 });
  kept = { name: "llm", gpuIds: "AMPERE_16", templateId: id, workersMin: 2, workersMax: 20 };
});

/** The error of a creation whose second worker waits for a host. */
function failureWithOneHost() {
  world.emulator.setWorkerCapacity({ count: 1 });
  return failure(world.stackOf(serverlessEndpoint).up({ ...kept, locations: "EU-RO-1" }));
}

/** RunPod restarts the container of each crashing worker this many times, and the wait has seen each start. */
async function startsAgain(times: number) {
  for (let start = 0; start < times; start++) {
    const polls = () => world.emulator.counts().listEndpointWorkers ?? 0;
    const before = polls();
    await expect.poll(polls).toBeGreaterThan(before + 1);
    world.emulator.advance(8_000);
  }
}

test("an endpoint becomes ready even if the first start of a container fails", async () => {
  world.emulator.scriptWorkers({ outcome: "crash" });
  const stack = world.stackOf(serverlessEndpoint);
  const creation = stack.up({ ...kept, workersMin: 1 });
  const attempts = () => stack.lines.filter((line) => line.startsWith("worker"));
  await expect.poll(attempts).toHaveLength(1);
  expect(attempts()[0]).toMatch(
    /^worker \w+ is RUNNING, but its container has failed to start \(1 of 3 times\): waiting for/,
  );
  world.emulator.scriptWorkers({});
  await startsAgain(1);

  await creation;

  expect(stack.lines.at(-1)).toMatch(/^endpoint \w+ serves: 1/);
});

test("an endpoint of two workers is not ready if its second worker crashes", async () => {
  const creation = failureWithOneHost();
  await expect.poll(logsRead).toBe(1);
  world.emulator.scriptWorkers({ outcome: "crash" });
  world.emulator.setWorkerCapacity({ count: 2 });
  await expect.poll(logsRead).toBe(2);
  await startsAgain(2);

  const { message } = await creation;

  const [first, second] = await workers();
  expect([first?.status, second?.status]).toEqual(["IDLE", "RUNNING"]);
  expect(message).toMatch(
    new RegExp(`worker ${second?.id} is RUNNING, but its container has failed to start 3 times in 1[67]s\\.`),
  );
  expect(message).toContain(`the last lines of worker ${second?.id}'s log:`);
  expect(message).toContain("system: error starting container: no space left on device");
});

test("the error about an endpoint that is not ready in time counts the workers whose container did not start", async () => {
  world.emulator.scriptWorkers({ outcome: "crash" });
  const creation = failure(world.stackOf(serverlessEndpoint).up({ ...kept, workersMin: 1 }));
  await expect.poll(logsRead).toBeGreaterThan(1);

  world.timesOut();

  expect((await creation).message).toContain("to be ready (1 whose container did not start).");
});

test("the create of an endpoint fails after three container restarts, even if Podwright cannot read the worker's log", async () => {
  world.emulator.addFault({ operation: "getWorkerLogs", times: 100, effect: { status: 403 } });
  world.emulator.scriptWorkers({ outcome: "crash" });
  const creation = failureWithOneHost();
  await expect.poll(logsRead).toBe(1);
  await startsAgain(3);
  expect((await creation).message).toMatch(
    /does not serve: worker \w+ is RUNNING, but its container has restarted 3 times in 2[45]s\./,
  );
});

test("Podwright reads the logs of at most ten workers while it waits for an endpoint", async () => {
  await world.stackOf(serverlessEndpoint).up(kept);
  expect(logsRead()).toBe(2);
  world.emulator.clearRequests();
  const { id } = await world.platform.templates.create({ name: "many", image: "worker", serverless: true, disk: 10 });
  await world.stackOf(serverlessEndpoint).up({ ...kept, name: "many", templateId: id, workersMin: 14 });
  expect(logsRead()).toBe(10);
});
