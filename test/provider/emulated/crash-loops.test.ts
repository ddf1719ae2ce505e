import { beforeEach, expect, test } from "vitest";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import type { Values } from "../../../provider/planning/values";
import { failure, useLifecycles } from "./harness";

const world = useLifecycles();
const workers = async () => (await world.platform.workers.list(world.emulator.state().endpoints[0]?.id ?? "")).workers;
const logsRead = () => world.emulator.counts().getWorkerLogs ?? 0;

let kept: Values;
beforeEach(async () => {
  const { id } = await world.platform.templates.create({ name: "worker", image: "worker", serverless: true, disk: 10 });
  kept = { name: "llm", gpuIds: "AMPERE_16", templateId: id, workersMin: 2, workersMax: 20 };
});

/** Of the creation, in which the second worker waits for a host. */
function failureWithOneHost() {
  world.emulator.setWorkerCapacity({ count: 1 });
  return failure(world.stack(serverlessEndpoint).create({ ...kept, locations: "EU-RO-1" }));
}

test("an endpoint of two workers does not serve when the first is ready and only the second crashes", async () => {
  const creation = failureWithOneHost();
  await expect.poll(logsRead).toBe(1);
  world.emulator.scriptWorkers({ outcome: "crash" });
  world.emulator.setWorkerCapacity({ count: 2 });

  const { message } = await creation;

  const [first, second] = await workers();
  expect([first?.status, second?.status]).toEqual(["IDLE", "RUNNING"]);
  expect(message).toContain(`worker ${second?.id} is RUNNING, but its container does not start.`);
  expect(message).toContain(`the last lines of worker ${second?.id}'s log:`);
  expect(message).toContain("system: error starting container: no space left on device");
});

test("a worker whose log cannot be read is in a crash loop when its start moves again and again", async () => {
  world.emulator.addFault({ operation: "getWorkerLogs", times: 100, effect: { status: 403 } });
  world.emulator.scriptWorkers({ outcome: "crash" });
  const creation = failureWithOneHost();
  await expect.poll(logsRead).toBe(1);
  const polls = () => world.emulator.counts().listEndpointWorkers ?? 0;
  for (let restart = 0; restart < 2; restart++) {
    const before = polls();
    await expect.poll(polls).toBeGreaterThan(before + 1);
    world.emulator.advance(8_000);
  }
  expect((await creation).message).toMatch(
    /does not serve: worker \w+ is RUNNING, but its container has restarted 2 times during the wait\./,
  );
});

test("the log of each worker is read once, and of many workers only some", async () => {
  await world.stack(serverlessEndpoint).create(kept);
  expect(logsRead()).toBe(2);
  world.emulator.clearRequests();
  const { id } = await world.platform.templates.create({ name: "many", image: "worker", serverless: true, disk: 10 });
  await world.stack(serverlessEndpoint).create({ ...kept, name: "many", templateId: id, workersMin: 14 });
  expect(logsRead()).toBe(10);
});
