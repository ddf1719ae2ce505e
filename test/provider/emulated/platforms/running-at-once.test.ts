import { describe, expect, test } from "vitest";
import { cluster } from "../../../../provider/kinds/cluster/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { InitError } from "../../../../provider/pulumi/errors";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles({ runningAtOnce: true });

const onGpu = { image: "nginx", gpu: { id: "NVIDIA GeForce RTX 4090" }, ports: ["80/tcp"] };

const aStack = () => world.stackOf(pod);
const counts = () => world.emulator.counts();

test("a cluster is ready only when the container of every pod runs", async () => {
  const training = {
    type: "TRAINING",
    image: "trainer",
    compute: { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: 2 },
  };
  const ready = await world.stackOf(cluster).up(training);
  expect(ready.outputs).toMatchObject({ ready: true });
  world.emulator.scriptPods({ outcome: "stuck" });
  const stack = await world.stackOf(cluster).up({ ...training, skipAwait: true });
  await stack.refresh();
  expect(stack.outputs).toMatchObject({ ready: false });
  const again = failure(stack.up(training));
  await expect.poll(() => stack.lines.join("\n")).toContain("2 RUNNING, 2 of them without a container");
  world.timesOut();
  expect((await again).reasons.join("\n")).toContain("2 of them without a container");
});

describe("pods that are RUNNING before their container starts", () => {
  test("do not end the create, which waits for the container", async () => {
    const stack = await aStack().up(onGpu);
    expect(stack.lines[0]).toMatch(/^pod \w+ is RUNNING without a container \(/);
    expect(stack.outputs).toMatchObject({
      status: "RUNNING",
      portMappings: [{ private: 80, public: expect.any(Number) }],
    });
  });

  describe("a stuck pod", () => {
    /** The creation while it waits. */
    async function begun(more: object = {}) {
      world.emulator.scriptPods({ outcome: "stuck" });
      const stack = aStack();
      const creation = stack.up({ ...onGpu, ...more });
      const end = creation.then(
        () => undefined,
        (error: unknown) => error as InitError,
      );
      await expect.poll(() => stack.lines.join("\n")).toContain("RUNNING without a container");
      return { stack, end };
    }

    /** Moves the time by half of the limit for a silent log, and waits until the run has read the log. */
    async function look(halfMs = 180_000) {
      const { getPodLogs = 0 } = counts();
      await world.pauses(halfMs * world.timeScale);
      world.timesOut(halfMs);
      await expect.poll(() => counts().getPodLogs).toBeGreaterThan(getPodLogs);
    }

    test("makes the create fail after six minutes without a new log line", async () => {
      const { stack, end } = await begun();
      await look();
      await look();
      const error = (await end) as InitError;
      const text = error.reasons.join("\n");
      expect(text).toMatch(
        /it has been RUNNING for 6m( \d+s)? without a container, and its log does not change: its host may be broken, or its image never starts/,
      );
      expect(text).toContain("Its last state is RUNNING without a container.");
      expect(text).toContain("system: pulling image nginx");
      expect(text).toMatch(/The pod costs \$[\d.]+ an hour.+"pulumi up --replace .+" makes a new pod in its place/s);
      expect(error.outputs).toMatchObject({ status: "STARTING" });
      await stack.refresh();
      expect(stack.inputs.desiredStatus).toBe("STARTING");
      world.emulator.changePod(stack.id, { status: "RUNNING" });
      await stack.up(onGpu);
      expect(stack.outputs).toMatchObject({ status: "RUNNING" });
      expect(counts().createPod).toBe(1);
    });

    test("is replaced by a new pod if replaceStuck is set", async () => {
      const { stack, end } = await begun({ replaceStuck: true });
      const [stuck] = await world.platform.pods.list();
      await look();
      world.emulator.scriptPods({});
      await look();
      await end;
      expect(stack.outputs).toMatchObject({ status: "RUNNING" });
      expect(stack.lines.join("\n")).toContain(`pod ${stuck?.id} never got a container, so Podwright deletes it`);
      expect((await world.platform.pods.list()).map(({ id }) => id)).toEqual([stack.id]);
      expect(stack.id).not.toBe(stuck?.id);
    });

    test("is replaced at most three times, and the error names the deleted pods", async () => {
      const { stack, end } = await begun({ replaceStuck: true, containerTimeout: "1m" });
      // A second is longer than the limit at the scale of these tests, and the eight limits stay far from the end of the run.
      const text = (await world.impatiently(end, 1_000))?.reasons.join("\n");
      expect(text).toMatch(
        /Before this pod, Podwright deleted 3 pods \(\w+, \w+, \w+\) without a container \(replaceStuck\), and it deletes at most 3\./,
      );
      expect(stack.lines.join("\n")).toContain("(replaceStuck, 3 of at most 3)");
      expect(counts()).toMatchObject({ createPod: 4, deletePod: 3 });
      expect((await world.platform.pods.list()).map(({ id }) => id)).toEqual([stack.id]);
    });

    test("is kept while RunPod does not show its log, because a slow start looks the same", async () => {
      world.emulator.addFault({ operation: "getPodLogs", times: 99, effect: { status: 403, body: {} } });
      const { stack, end } = await begun({ replaceStuck: true, containerTimeout: "1m" });
      for (let looks = 0; looks < 4; looks += 1) await look(30_000);
      expect(stack.lines.filter((line) => line.includes("RunPod does not show its log"))).toHaveLength(1);
      expect(counts()).not.toHaveProperty("deletePod");
      world.timesOut();
      expect((await end)?.reasons[0]).toContain("gave up after 10m waiting for the container of pod");
      expect(counts()).toMatchObject({ createPod: 1 });
    });

    test("is not replaced if RunPod refuses to delete the stuck pod", async () => {
      world.emulator.addFault({ operation: "deletePod", effect: { status: 403 } });
      const { stack, end } = await begun({ replaceStuck: true });
      await look();
      await look();
      expect(await end).toBeInstanceOf(InitError);
      expect((await world.platform.pods.list()).map(({ id }) => id)).toEqual([stack.id]);
    });

    test("gets more time while its log grows", async () => {
      const { end } = await begun();
      await look();
      const [starting] = await world.platform.pods.list();
      const lines = async () => (await world.platform.pods.logs(String(starting?.id))).length;
      const before = await lines();
      await world.platform.pods.act(String(starting?.id), "restart");
      await expect.poll(lines).toBeGreaterThan(before);
      await look();
      await look();
      expect((await end)?.reasons.join("\n")).toMatch(/RUNNING for 9m( \d+s)? without a container/);
    });
  });
});
