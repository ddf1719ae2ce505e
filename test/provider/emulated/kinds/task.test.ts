import { describe, expect, test } from "vitest";
import { task } from "../../../../provider/kinds/task/lifecycle";
import { InitError } from "../../../../provider/pulumi/errors";
import { failure } from "../harness";
import { aGate, hello, shell, useTasks } from "./tasks";

const { world, pods, exited, aStack } = useTasks();

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

  test("changes nothing in ten further refreshes and ups", async () => {
    const stack = await aStack().up(hello);
    world.emulator.clearRequests();
    for (let round = 0; round < 10; round += 1) {
      await stack.refresh();
      await stack.up(hello);
    }
    expect(world.emulator.counts()).toEqual({});
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
