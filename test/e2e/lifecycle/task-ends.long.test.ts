import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Emulator } from "../../../emulator";
import { emulated } from "../harness/emulated";
import { until } from "../harness/kills/processes";
import { runPodwright } from "../harness/stack/podwright";
import type { Declared } from "../harness/stack/stack";
import { mustChangeNothing, mustFail, mustSucceed } from "../harness/stack/steps";

const apiKey = "a-key-of-this-story";
const world = () => emulated({ runCommands: true, apiKey }, { apiKey });

const cpu = { id: "cpu3c", vcpuCount: 2 };
const volume: Declared = { kind: "NetworkVolume", name: "data", args: { size: 10, dataCenter: "US-KS-2" } };
const mounts = { network: [{ volumeId: `\${data.id}`, path: "/workspace" }] };

const task = (lines: readonly string[], args: Declared["args"] = {}): Declared => ({
  kind: "Task",
  name: "train",
  args: { image: "trainer", cpu, timeout: "5m", command: ["/bin/sh", "-c", lines.join("\n")], ...args },
});

const podsOf = (emulator: Emulator) => emulator.state().pods;

test("a task whose pod was lost runs again on the next hardware of fallbacks, and ten further ups change nothing", async () => {
  const { emulator, stack } = await world();
  const [checkpoint, go] = ["checkpoint", "go"].map((file) => join(stack.dir, file)) as [string, string];
  const lines = [
    'echo "run $PODWRIGHT_TASK_RUN, attempt $PODWRIGHT_TASK_ATTEMPT" >>/workspace/checkpoints',
    `if [ "$PODWRIGHT_TASK_ATTEMPT" = 1 ]; then touch ${checkpoint}; sleep 300; fi`,
    `while [ ! -e ${go} ]; do sleep 0.02; done`,
    "cat /workspace/checkpoints",
  ];
  stack.declare([volume, task(lines, { mounts, fallbacks: [{ cpu: { id: "cpu5c", vcpuCount: 2 } }] })]);
  const up = stack.up();
  await until("the first pod writes its checkpoint", () => existsSync(checkpoint));
  const [lost] = podsOf(emulator);
  emulator.changePod(String(lost?.id), { status: "EXITED" });
  await until("another pod runs", () => podsOf(emulator).some(({ id }) => id !== lost?.id));
  const [next] = podsOf(emulator);
  expect([lost, next]).toMatchObject([
    { cpu, dataCenterId: "US-KS-2" },
    { cpu: { id: "cpu5c" }, dataCenterId: "US-KS-2" },
  ]);
  writeFileSync(go, "");
  const done = await mustSucceed(up);
  expect(done.text).toContain(`task train lost pod ${lost?.id}`);
  const { id, outputs } = stack.resource("train");
  expect(outputs).toMatchObject({
    ...{ status: "SUCCEEDED", attempts: 2, hasPod: false },
    logTail: `run ${id}, attempt 1\nrun ${id}, attempt 2`,
  });

  emulator.clearRequests();
  for (let round = 0; round < 10; round += 1) await mustChangeNothing(stack.up({ refresh: true }));
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  const { networkVolumes, ...account } = emulator.state();
  expect(networkVolumes).toMatchObject([{ size: 10 }]);
  expect(account).toMatchObject({ pods: [], endpoints: [], templates: [] });
});

test("a task is TIMED_OUT after its timeout, and its dependents do not start", async () => {
  const { emulator, stack } = await world();
  const after: Declared = { kind: "Secret", name: "after", args: { value: "v" }, options: { dependsOn: ["train"] } };
  stack.declare([task(["echo epoch 1", "sleep 300"], { timeout: "1s" }), after]);
  const failed = await mustFail(stack.up());
  expect(failed.text).toContain("task train TIMED_OUT: its command ran longer than its timeout of 1s");
  expect(failed.text).toContain("| container: epoch 1");
  expect(stack.resources().map(({ urn }) => urn)).toEqual([expect.stringMatching(/::train$/)]);
  expect(podsOf(emulator)).toEqual([]);
});

test("a preview refuses a task whose timeout may cost more than its maxCost, and names the timeout that fits", async () => {
  const { emulator, stack } = await emulated({}, { env: { PODWRIGHT_CHECK_CATALOG: "true" } });
  const gpu = { id: "NVIDIA H100 80GB HBM3", count: 8 };
  const training = (timeout: string) =>
    stack.declare([task(["exit 0"], { cpu: undefined, gpu, timeout, maxCost: 5, wait: false })]);
  training("10h");
  const refused = await mustFail(stack.preview());
  const [, fitting] = /Shorten `timeout` to (\w+), or raise `maxCost`/.exec(refused.text) ?? [];
  expect(fitting, refused.text).toMatch(/^\d+m$/);
  training(String(fitting));
  await mustSucceed(stack.preview());
  expect(emulator.counts().createPod).toBeUndefined();
});

test("a task without a shell succeeds when its log shows the text, and says at the end what it cannot tell", async () => {
  const { emulator, stack } = await emulated();
  const args = { image: "distroless", cpu, timeout: "5m", success: "model saved", retries: 0 };
  emulator.scriptPods({ outcome: "exit", log: ["no such dataset"] });
  stack.declare([{ kind: "Task", name: "train", args }]);
  const preview = await mustSucceed(stack.preview());
  expect(preview.text).toContain("cannot tell a failed command from a lost pod");
  const failed = await mustFail(stack.up());
  expect(failed.text).toMatch(/was LOST: .*, or the command failed: without a shell, Podwright cannot tell which/);
  expect(failed.text).toContain("| container: no such dataset");

  emulator.scriptPods({ log: ["model saved"] });
  await mustSucceed(stack.up());
  expect(stack.resource("train").outputs).toMatchObject({ status: "SUCCEEDED", logTail: "model saved" });
  expect(podsOf(emulator)).toEqual([]);
});

test("a task with keepPod keeps the stopped pod of a failed run until the next run", async () => {
  const { emulator, stack } = await world();
  stack.declare([task(["echo out of memory", "exit 137"], { keepPod: "onFailure" })]);
  const failed = await mustFail(stack.up());
  const [kept] = podsOf(emulator);
  expect(kept?.status).toBe("EXITED");
  expect(failed.text).toContain(`RunPod keeps pod ${kept?.id}, stopped (keepPod): it costs nothing`);
  const log = await runPodwright(stack, ["logs", "train", "--stack", "test"]);
  expect(log.out, log.err).toContain("out of memory");

  stack.declare([task(["exit 0"], { keepPod: "onFailure" })]);
  await mustSucceed(stack.up());
  expect(podsOf(emulator)).toEqual([]);
});
