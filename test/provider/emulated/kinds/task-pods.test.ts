import { describe, expect, test } from "vitest";
import { lostRun } from "../../../../cli/operate/report";
import type { PendingCreation } from "../../../../provider/ownership/verdict";
import { markerOf } from "../../../../provider/planning/marker";
import { failure } from "../harness";
import { aGate, cpu, hello, shell, useTasks } from "./tasks";

const { world, pods, running, exited, aStack, stackIn, billed, ends } = useTasks();

describe("a task", () => {
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
    const stack = stackIn(engine);
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

  test("stops its pod by itself after its timeout if nobody watches", async () => {
    await aStack().up({ ...hello, wait: false, timeout: "1s", command: shell("sleep 60") });
    await exited();
    const stops = world.emulator.requests().filter(({ operation }) => operation === "podAction");
    expect(stops.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("costs nothing after its timeout if the machine of its user dies right after the start", async () => {
    const engine = world.engine();
    const stack = stackIn(engine);
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

  test("leaves a copy of its pod alone, and does not take the copy for its own pod", async () => {
    const { gate } = aGate();
    const stack = await aStack().up({ ...hello, wait: false, command: shell(gate) });
    const [pod] = await world.platform.pods.list();
    const copy = await world.platform.pods.create({
      name: "copy",
      image: "ubuntu",
      cpu,
      env: pod?.env ?? {},
    });
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
    const stack = stackIn(engine);
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
});
