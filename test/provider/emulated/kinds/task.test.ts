import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lostRun } from "../../../../cli/operate/report";
import { task } from "../../../../provider/kinds/task/lifecycle";
import type { PendingCreation } from "../../../../provider/ownership/verdict";
import { markerOf } from "../../../../provider/planning/marker";
import { InitError } from "../../../../provider/values/errors";
import type { Values } from "../../../../provider/values/values";
import { OneResource } from "../../../support/one-resource";
import { temporaryFolder } from "../../../support/temporary-folder";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles({ runCommands: true, apiKey: "a-key-of-this-test" });
const aStack = () => world.stackOf(task as never);

const shell = (...lines: string[]) => ["/bin/sh", "-c", lines.join("\n")];
const cpu = { id: "cpu3c", vcpuCount: 2 };
const hello: Values = { image: "ubuntu", cpu, timeout: "1m", command: shell("echo hello") };
const pods = async () => (await world.platform.pods.list()).map(({ name, status }) => ({ name, status }));

describe("a task", () => {
  test("runs its command to the end, records the result and leaves no pod", async () => {
    const stack = await aStack().up(hello);
    expect(stack.outputs).toMatchObject({
      status: "SUCCEEDED",
      exitCode: 0,
      attempts: 1,
      hasPod: false,
      logTail: "hello",
    });
    expect(stack.outputs.cost).toEqual(expect.any(Number));
    expect(await pods()).toEqual([]);
  });

  test("sends no request in a refresh and a second up, and nothing to destroy", async () => {
    const stack = await aStack().up(hello);
    world.emulator.clearRequests();
    await stack.refresh();
    expect(await stack.preview(hello)).toMatchObject({ step: "same" });
    await stack.up(hello);
    await stack.destroy();
    expect(world.emulator.counts()).toEqual({});
  });

  test("fails with the exit code and the log, and the next up runs the command again", async () => {
    const stack = aStack();
    const failing = { ...hello, command: shell("echo out of memory", "exit 3") };
    const error = await failure(stack.up(failing));
    expect(error).toBeInstanceOf(InitError);
    expect(error.message).toMatch(/FAILED: its command ended with exit code 3[\s\S]*\| container: out of memory/);
    expect(stack.outputs).toMatchObject({ status: "FAILED", exitCode: 3, hasPod: false });
    const first = stack.id;
    expect(await pods()).toEqual([]);
    await stack.up(hello);
    expect(stack.outputs.status).toBe("SUCCEEDED");
    expect(stack.id).not.toBe(first);
  });

  test("ends its command after its timeout from inside the container", async () => {
    const stack = aStack();
    const error = await failure(stack.up({ ...hello, timeout: "1s", command: shell("sleep 60") }));
    expect(error.message).toContain("TIMED_OUT: its command ran longer than its timeout of 1s");
    expect(stack.outputs).toMatchObject({ status: "TIMED_OUT" });
  });

  test("starts another pod of the same run after its pod was lost", async () => {
    const stack = aStack();
    const command = shell(
      'echo "$PODWRIGHT_TASK_RUN attempt $PODWRIGHT_TASK_ATTEMPT"',
      'if [ "$PODWRIGHT_TASK_ATTEMPT" = 1 ]; then sleep 60; fi',
    );
    const up = stack.up({ ...hello, command });
    await ends();
    await up;
    expect(stack.outputs).toMatchObject({ status: "SUCCEEDED", attempts: 2, logTail: `${stack.id} attempt 2` });
    expect(await pods()).toEqual([]);
  });

  test("was lost if its pod ended without a result and no retry is left, and the next up begins a new run", async () => {
    const stack = aStack();
    const failed = failure(stack.up({ ...hello, retries: 0, command: shell("sleep 60") }));
    await ends();
    expect((await failed).message).toContain("was LOST: the pod is EXITED, and its log has no result of the command");
    expect(stack.outputs.status).toBe("LOST");
    expect((await stack.preview({ ...hello, retries: 0, command: shell("sleep 60") })).plan?.replaces).toMatchObject([
      { path: ["status"] },
    ]);
  });

  test("goes on after a cancelled up, and the next up takes its result", async () => {
    const stack = aStack();
    const { gate, open } = aGate();
    const command = shell("echo begun", gate);
    const failed = failure(stack.up({ ...hello, command }));
    // The up follows the log as soon as it has seen the container.
    await expect.poll(() => world.emulator.counts().getPodLogs ?? 0, { timeout: 10_000 }).toBeGreaterThan(0);
    stack.cancel();
    expect((await failed).message).toMatch(
      /goes on in pod \w+: the run of Pulumi was cancelled[\s\S]*stops its pod, even if nobody watches/,
    );
    expect(stack.outputs).toMatchObject({ status: "RUNNING", hasPod: true });
    const [pod] = await world.platform.pods.list();
    open();
    await stack.up({ ...hello, command });
    expect(stack.outputs).toMatchObject({ status: "SUCCEEDED", podId: pod?.id, logTail: "begun", attempts: 1 });
    expect(await pods()).toEqual([]);
    expect(world.emulator.counts().createPod).toBe(1);
  });

  test("is taken up again by the next up after the engine was killed, and no second pod runs", async () => {
    const pending: PendingCreation[] = [];
    const engine = world.engine({ witnesses: { pending } });
    const stack = new OneResource(engine, task as never);
    const { gate, open } = aGate();
    const command = shell(gate, "echo done");
    const up = stack.up({ ...hello, command }).catch(() => undefined);
    await running();
    engine.kill();
    await up;
    for (const [name, inputs] of engine.pendingCreates) pending.push({ kind: "Task", name, marker: markerOf(inputs) });
    open();
    const [pod] = await world.platform.pods.list();
    await stack.up({ ...hello, command });
    expect(stack.lines.join("\n")).toMatch(/took over task \w+ \(pod \w+/);
    expect(stack.outputs).toMatchObject({ status: "SUCCEEDED", podId: pod?.id, logTail: "done" });
    expect(world.emulator.counts().createPod).toBe(1);
  });

  test("ends without a result if nobody waits for it, and a refresh or an up records the result", async () => {
    const { gate, open } = aGate();
    const inputs = { ...hello, wait: false, command: shell(gate, "echo done") };
    const stack = await aStack().up(inputs);
    expect(stack.outputs).toMatchObject({ status: "RUNNING", hasPod: true });
    expect(await stack.preview(inputs)).toMatchObject({ step: "same" });
    open();
    await exited();
    expect(await stack.preview(inputs)).toMatchObject({ step: "update" });
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ status: "SUCCEEDED", logTail: "done", hasPod: true });
    await stack.up(inputs);
    expect(stack.outputs.hasPod).toBe(false);
    expect(await pods()).toEqual([]);
  });

  test("stops its pod by itself after its timeout if nobody watches", async () => {
    await aStack().up({ ...hello, wait: false, timeout: "1s", command: shell("sleep 60") });
    await exited();
    const stops = world.emulator.requests().filter(({ operation }) => operation === "podAction");
    expect(stops.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("costs nothing after its timeout if the machine of its user dies right after the start", async () => {
    const engine = world.engine();
    const stack = new OneResource(engine, task as never);
    const up = stack.up({ ...hello, timeout: "1s", command: shell("sleep 60") }).catch(() => undefined);
    await running();
    engine.kill();
    await up;
    await exited();
    const spent = await billed();
    world.emulator.advance(3_600_000);
    world.timesOut(3_600_000);
    expect(await billed()).toBe(spent);
  });

  test.each([
    ["starts another pod of an interrupted run whose pod no longer exists", 1, /^SUCCEEDED 2$/],
    ["was lost if the pod of an interrupted run no longer exists and no retry is left", 0, /^LOST 1$/],
  ])("%s", async (_, retries, end) => {
    const stack = aStack();
    const { gate, open } = aGate();
    const inputs = { ...hello, retries, command: shell(gate, "echo done") };
    const failed = failure(stack.up(inputs));
    await running();
    stack.cancel();
    await failed;
    world.emulator.changePod(String(stack.outputs.podId), { deleted: true });
    open();
    const error = await stack.up(inputs).catch((thrown: Error) => thrown);
    expect(`${stack.outputs.status} ${stack.outputs.attempts}`).toMatch(end);
    expect(world.emulator.counts().createPod).toBe(1 + retries);
    if (retries === 0) expect(String(error)).toContain("was LOST: RunPod no longer has the pod");
  });

  test("loses a pod whose container has not started in 30 minutes, and says until then that nothing ends this pod", async () => {
    const stack = aStack();
    world.emulator.scriptPods({ match: { image: "endless" }, outcome: "stuck" });
    const inputs = { ...hello, image: "endless", retries: 0 };
    const first = failure(stack.up(inputs));
    await expect.poll(pods, { timeout: 10_000 }).toMatchObject([{ status: "STARTING" }]);
    world.timesOut();
    expect((await first).message).toContain(
      'Nothing inside the pod ends it before its container starts. After 30m without a start, the next "pulumi up" deletes it.',
    );
    const second = failure(stack.up(inputs));
    world.timesOut(1_800_000);
    expect((await second).message).toContain("was LOST: its container has not started in 30m");
    expect(await pods()).toEqual([]);
  });

  test("keeps the pod of an ended run until RunPod shows its log", async () => {
    const inputs = { ...hello, wait: false, command: shell("exit 5") };
    const { gate, open } = aGate();
    const stack = await aStack().up({ ...inputs, command: shell(gate, "exit 5") });
    world.emulator.addFault({ operation: "getPodLogs", times: 99, effect: { status: 500, body: {} } });
    open();
    await exited();
    await world.impatiently(stack.refresh());
    expect(stack.outputs).toMatchObject({ status: "RUNNING", hasPod: true });
    const again = { ...inputs, command: shell(gate, "exit 5") };
    const unread = await world.impatiently(failure(stack.up({ ...again, wait: true })));
    expect(unread.message).toMatch(
      /is EXITED, and RunPod does not show its log[\s\S]*The pod stays until its log is read[\s\S]*The next "pulumi up" reads the log again/,
    );
    world.emulator.clearFaults();
    expect((await failure(stack.up({ ...again, wait: true }))).message).toContain("ended with exit code 5");
    expect(await pods()).toEqual([]);
  });

  test("does as the error of an unread log says: another value in triggers runs the command again, in a new run", async () => {
    const stack = aStack();
    world.emulator.addFault({ operation: "getPodLogs", times: 99, effect: { status: 500, body: {} } });
    const unread = await world.impatiently(failure(stack.up(hello)));
    expect(unread.message).toContain('Another value in "triggers" runs the command again, in a new run.');
    const first = stack.id;
    world.emulator.clearFaults();
    await stack.up({ ...hello, triggers: ["second run"] });
    expect(stack.outputs.status).toBe("SUCCEEDED");
    expect(stack.id).not.toBe(first);
    expect(world.emulator.counts().createPod).toBe(2);
    expect(await pods()).toEqual([]);
  });

  test("does as stop and guard say of its stopped pod: the next up starts another pod by retries", async () => {
    expect(lostRun).toContain("the next `pulumi up` starts another pod by `retries`");
    const { gate, open } = aGate();
    const inputs = { ...hello, wait: false, retries: 1, command: shell(gate, "echo done") };
    const stack = await aStack().up(inputs);
    await world.platform.pods.act(String(stack.outputs.podId), "stop");
    await exited();
    open();
    await stack.up({ ...inputs, wait: true });
    expect(stack.outputs).toMatchObject({ status: "SUCCEEDED", attempts: 2, hasPod: false });
    expect(await pods()).toEqual([]);
  });

  test("has its pod deleted by the next up if RunPod refuses the delete at the end", async () => {
    const stack = aStack();
    world.emulator.addFault({ operation: "deletePod", times: 9, effect: { status: 400, body: { detail: "not now" } } });
    await stack.up(hello);
    expect(stack.lines.join("\n")).toMatch(/is not deleted yet: .*The next "pulumi up" deletes it/s);
    expect(stack.outputs).toMatchObject({ status: "SUCCEEDED", hasPod: true });
    world.emulator.clearFaults();
    await stack.up(hello);
    expect(stack.outputs.hasPod).toBe(false);
    expect(await pods()).toEqual([]);
    expect(world.emulator.counts().createPod).toBe(1);
  });

  test("changes nothing in ten further refreshes and ups", async () => {
    const stack = await aStack().up(hello);
    world.emulator.clearRequests();
    for (let round = 0; round < 10; round += 1) {
      await stack.refresh();
      await stack.up(hello);
    }
    expect(world.emulator.counts()).toEqual({});
  });

  test("keeps the stopped pod of a failed run if the program says so, until the next run", async () => {
    const stack = aStack();
    const failing = { ...hello, keepPod: "onFailure", command: shell("exit 1") };
    const error = await failure(stack.up(failing));
    expect(error.message).toContain("stopped (keepPod): it costs nothing");
    expect(await pods()).toMatchObject([{ status: "EXITED" }]);
    await stack.up({ ...failing, command: shell("exit 0") });
    expect(await pods()).toEqual([]);
  });

  test("deletes a kept pod with the task", async () => {
    const stack = aStack();
    await failure(stack.up({ ...hello, keepPod: "onFailure", command: shell("exit 1") }));
    expect(await pods()).toMatchObject([{ status: "EXITED" }]);
    await stack.destroy();
    expect(await pods()).toEqual([]);
  });

  test("runs again if its triggers change, and not for another timeout", async () => {
    const stack = await aStack().up({ ...hello, triggers: ["a"] });
    const first = stack.id;
    await stack.up({ ...hello, triggers: ["a"], timeout: "5m", retries: 5 });
    expect(stack.id).toBe(first);
    await stack.up({ ...hello, triggers: ["b"] });
    expect(stack.id).not.toBe(first);
    expect(world.emulator.counts().createPod).toBe(2);
  });

  test("keeps its log and its result on the volume, so that a container that starts again does not run the command twice", async () => {
    const volume = await world.platform.networkVolumes.create({ name: "data", size: 10, dataCenter: "US-KS-2" });
    const stack = aStack();
    const mounts = { network: [{ volumeId: volume.id, path: "/workspace" }] };
    const { gate, open } = aGate();
    const command = shell(gate, "echo run >>/workspace/runs", "cat /workspace/runs");
    await stack.up({ ...hello, mounts, command, wait: false });
    open();
    await exited();
    const [pod] = await world.platform.pods.list();
    await world.platform.pods.act(String(pod?.id), "start");
    await exited();
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ status: "SUCCEEDED", logTail: "run" });
  });

  test("leaves a copy of its pod alone, and does not take the copy for its own pod", async () => {
    const { gate } = aGate();
    const stack = await aStack().up({ ...hello, wait: false, command: shell(gate) });
    const [pod] = await world.platform.pods.list();
    const copy = await world.platform.pods.create({ name: "copy", image: "ubuntu", cpu, env: pod?.env ?? {} });
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ status: "RUNNING", podId: pod?.id });
    world.emulator.changePod(String(pod?.id), { deleted: true });
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ status: "LOST", podId: pod?.id, hasPod: false });
    await stack.destroy();
    expect((await world.platform.pods.list()).map(({ id }) => id)).toEqual([copy.id]);
  });

  test("goes on with the pod that a killed run began after a lost one", async () => {
    const { gate, open } = aGate();
    const engine = world.engine();
    const stack = new OneResource(engine, task as never);
    const command = shell(gate, 'echo "attempt $PODWRIGHT_TASK_ATTEMPT"');
    await stack.up({ ...hello, wait: false, command });
    const again = { ...hello, command };
    const up = stack.up(again).catch(() => undefined);
    await ends();
    await expect.poll(() => world.emulator.counts().createPod, { timeout: 10_000 }).toBe(2);
    await running();
    engine.kill();
    await up;
    await stack.refresh();
    open();
    await stack.up(again);
    expect(stack.outputs).toMatchObject({ status: "SUCCEEDED", attempts: 2, logTail: "attempt 2" });
    expect(world.emulator.counts().createPod).toBe(2);
  });

  test("shows lines of its command in the progress, and no lines of RunPod's own", async () => {
    const stack = aStack();
    const { gate, open } = aGate();
    const up = stack.up({ ...hello, command: shell("echo epoch 1", gate) });
    await expect.poll(() => stack.lines.join("\n"), { timeout: 10_000 }).toMatch(/\(pod \w+\) \| epoch 1/);
    open();
    await up;
    expect(stack.lines.join("\n")).not.toContain("| allocating machine");
  });

  test("shows no value of its environment in the log that the state keeps, in progress and in errors", async () => {
    const stack = aStack();
    const error = await failure(
      stack.up({ ...hello, env: { TOKEN: "canary-token" }, command: shell('echo "token $TOKEN"', "exit 1") }),
    );
    expect(error.message).toContain("token [secret]");
    expect(JSON.stringify([error.message, stack.outputs.logTail, stack.lines])).not.toContain("canary-token");
  });

  test("is found by its id alone while RunPod has its pod, and is absent before and after", async () => {
    const read = (id: string) => task.read(world.run(), { id, declared: undefined });
    const stack = await aStack().up({ ...hello, command: shell("sleep 50"), wait: false });
    const id = String(stack.id);
    const { podId } = stack.outputs;
    expect(await read(id)).toEqual({ inputs: {}, outputs: { attempts: 1, podId, hasPod: true } });
    expect(await read("0".repeat(32))).toBeUndefined();
    await stack.destroy();
    expect(await read(id)).toBeUndefined();
  });

  test("succeeds without a shell as soon as its log shows the declared text", async () => {
    const stack = await aStack().up({
      ...hello,
      success: "all done",
      command: shell("echo all done", "sleep 60"),
    });
    expect(stack.outputs).toMatchObject({ status: "SUCCEEDED", exitCode: 0 });
    expect(await pods()).toEqual([]);
  });

  test("is not fooled by a log that imitates the result line", async () => {
    const stack = aStack();
    await failure(stack.up({ ...hello, command: shell(`echo podwright-task ${"0".repeat(32)} exit 0`, "exit 4") }));
    expect(stack.outputs).toMatchObject({ status: "FAILED", exitCode: 4 });
  });
});

/** Returns what RunPod has billed, in US dollars. */
async function billed() {
  return -Number((await world.platform.surfaces.account()).value?.balance);
}

/** Makes a line of shell that waits until `open` is called. */
function aGate() {
  const file = join(temporaryFolder("task"), "go");
  return { gate: `while [ ! -e ${file} ]; do sleep 0.02; done`, open: () => writeFileSync(file, "") };
}

/** Waits until a pod of the account has this status. */
async function reaches(status: string) {
  await expect
    .poll(async () => (await world.platform.pods.list()).map((pod) => pod.status), { timeout: 10_000 })
    .toContain(status);
}
const running = () => reaches("RUNNING");
const exited = () => reaches("EXITED");

/** Ends the running pod as RunPod does with a broken host. */
async function ends() {
  await running();
  const [pod] = await world.platform.pods.list();
  world.emulator.changePod(String(pod?.id), { status: "EXITED" });
}
