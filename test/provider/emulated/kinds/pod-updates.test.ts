import { describe, expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { InitError } from "../../../../provider/operations/errors";
import { failure, isEarly, starting, useLifecycles } from "../harness";
import { changesOf, preview } from "../preview";

const rtx4090 = "NVIDIA GeForce RTX 4090";

const onGpu = { image: "nginx", gpu: { id: rtx4090 } };

const world = useLifecycles();

const aStack = () => world.stack(pod);

const counts = () => world.emulator.counts();

const livePod = (id: string) => world.platform.pods.get(id);

/** A pod whose creation timed out because its image does not exist. */
async function stuckPod() {
  world.emulator.scriptPods({ outcome: "stuck" });
  const stack = aStack();
  const creation = failure(stack.create({ ...onGpu, image: "ngnix" }));
  await expect.poll(() => stack.lines.join("\n")).toContain(`is ${starting}`);
  world.timesOut();
  await creation;
  return stack;
}

describe("updating a pod", () => {
  test("sends what changed and waits until it runs again, under the same id", async () => {
    const stack = await aStack().create({ ...onGpu, env: { A: "1", B: "2" } });
    const { id } = stack;
    await stack.update({ ...onGpu, image: "nginx:2", env: { A: "1" } });
    expect(stack).toMatchObject({ id, outputs: { status: "RUNNING", image: "nginx:2", env: { A: "1" } } });
    expect(counts().updatePod).toBe(1);
  });

  test("that begins to declare what leaving it out means puts back what somebody else has set", async () => {
    const stack = await aStack().create(onGpu);
    await world.platform.pods.update(stack.id, { locked: true });
    await stack.refresh();
    expect(changesOf(preview(pod, stack, onGpu)).changed).toEqual([]);
    const inputs = { ...onGpu, locked: false };
    expect(changesOf(preview(pod, stack, inputs)).changed).toEqual(["locked"]);
    await stack.update(inputs);
    expect((await livePod(stack.id)).locked).toBe(false);
  });

  test("that changes nothing sends nothing", async () => {
    const inputs = { ...onGpu, ports: ["22/tcp", "80/http"], env: { A: "1" }, args: "" };
    const stack = await aStack().create(inputs);
    world.emulator.clearRequests();
    await stack.update({ ...inputs, ports: ["80/http", "22/tcp"], capacityTimeout: "5m" });
    expect(counts()).toEqual({ getPod: 1 });
  });

  test("that failed half way is continued, without a second patch", async () => {
    const stack = await aStack().create(onGpu);
    world.emulator.scriptPods({ outcome: "error" });
    await failure(stack.update({ ...onGpu, image: "nginx:2" }));
    expect(stack.outputs).toMatchObject({ image: "nginx:2", status: "ERROR" });
    world.emulator.scriptPods({});
    await stack.update({ ...onGpu, image: "nginx:2" });
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().updatePod).toBe(1);
  });

  test("of a pod that is stuck in its start stops it and starts it with the change", async () => {
    const stack = await stuckPod();
    world.emulator.scriptPods({ match: { image: "nginx" } });
    const { id } = stack;
    await stack.update(onGpu);
    expect(stack).toMatchObject({ id, outputs: { status: "RUNNING", image: "nginx" } });
    expect(stack.lines).toContain(`pod ${id} is still ${starting} and does not apply the change by itself`);
    expect(counts().podAction).toBe(isEarly ? 1 : 2);
  });

  test("of a pod that got stuck in a start after it was recorded as RUNNING starts it with the change", async () => {
    const stack = await aStack().create(onGpu);
    world.emulator.scriptPods({ outcome: "stuck" });
    await world.platform.pods.act(stack.id, "restart");
    await expect.poll(async () => (await livePod(stack.id)).runtime).toBeNull();
    expect(stack.outputs.status).toBe("RUNNING");
    world.emulator.scriptPods({ match: { image: "nginx:2" } });
    await stack.update({ ...onGpu, image: "nginx:2" });
    expect(stack.outputs).toMatchObject({ status: "RUNNING", image: "nginx:2" });
    expect(stack.lines).toContain(`pod ${stack.id} is still ${starting} and does not apply the change by itself`);
  });

  test("that an earlier one sent before it was killed still restarts a pod that is stuck in its start", async () => {
    const stack = await stuckPod();
    await world.platform.pods.update(stack.id, { image: "nginx" });
    world.emulator.scriptPods({ match: { image: "nginx" } });
    await stack.update(onGpu);
    expect(stack.outputs).toMatchObject({ status: "RUNNING", image: "nginx" });
    expect(counts()).toMatchObject({ updatePod: 1, podAction: isEarly ? 1 : 2 });
  });

  test("that an earlier one recorded does not restart a pod that is still starting, and says what else helps", async () => {
    const stack = await stuckPod();
    await world.platform.pods.update(stack.id, { image: "nginx" });
    await stack.refresh();
    const update = failure(stack.update(onGpu));
    await expect.poll(() => stack.lines.join("\n")).toContain(`is ${starting}`);
    world.timesOut();
    const text = (await update).reasons.join("\n");
    expect(text).toMatch(/If the pod is stuck, "pulumi up --replace .+" makes a new pod in its place/);
    expect(counts().podAction ?? 0).toBe(0);
  });

  test("that never reached the platform is sent by the next one", async () => {
    const stack = await aStack().create({ ...onGpu, env: { A: "1", B: "2" } });
    world.emulator.addFault({
      operation: "updatePod",
      effect: { status: 400, body: { title: "x", status: 400, detail: "no" } },
    });
    const changed = { ...onGpu, image: "nginx:2", env: { A: "1" } };
    await failure(stack.update(changed));
    await stack.update(changed);
    const { image, env } = await livePod(stack.id);
    expect({ image, env }).toMatchObject({ image: "nginx:2", env: { A: "1" } });
    expect(env).not.toHaveProperty("B");
  });

  test("without its own name any more gives it the generated one again", async () => {
    const stack = await aStack().create({ ...onGpu, name: "mine" });
    await stack.update(onGpu);
    expect((await livePod(stack.id)).name).toBe(stack.state.inputs.__autoname);
  });

  test("stops, and starts it again", async () => {
    const stack = await aStack().create(onGpu);
    await stack.update({ ...onGpu, desiredStatus: "EXITED" });
    expect(stack.outputs).toMatchObject({ status: "EXITED", cost: 0 });
    await stack.update(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().updatePod ?? 0).toBe(0);
  });

  test("starts a pod that was stopped behind its back, also a locked one", async () => {
    const stack = await aStack().create({ ...onGpu, locked: true });
    world.emulator.changePod(stack.id, { status: "EXITED" });
    await stack.refresh();
    await stack.update({ ...onGpu, locked: true });
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().createPod).toBe(1);
  });

  test.each(["dropResponse", "dropRequest"] as const)("starts it once, also when %s hits the start", async (fault) => {
    const stack = await aStack().create({ ...onGpu, desiredStatus: "EXITED" });
    world.emulator.addFault({ operation: "podAction", effect: { [fault]: true } as { dropResponse: true } });
    await stack.update(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
  });

  test("that finds no free GPU on the pod's host keeps the stopped pod, and says what helps", async () => {
    const stack = await aStack().create({ ...onGpu, desiredStatus: "EXITED" });
    world.emulator.setStock({ gpu: rtx4090, count: 0 });
    const error = await failure(stack.update(onGpu));
    expect(error).toBeInstanceOf(InitError);
    expect(stack.outputs.status).toBe("EXITED");
    const text = error.reasons.join("\n");
    expect(text).toContain("There are not enough free GPUs on the host machine to start this pod");
    expect(text).toMatch(/others use its GPUs now: try again later, or "pulumi up --replace .+" makes a new pod/);
    world.emulator.setStock({ gpu: rtx4090, count: 8 });
    await stack.update(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().createPod).toBe(1);
  });

  test("stops a pod before it locks it, and unlocks one before it changes it", async () => {
    const stack = await aStack().create(onGpu);
    await stack.update({ ...onGpu, desiredStatus: "EXITED", locked: true });
    expect(stack.outputs).toMatchObject({ status: "EXITED", locked: true });
    await stack.update({ ...onGpu, image: "nginx:2" });
    expect(stack.outputs).toMatchObject({ status: "RUNNING", image: "nginx:2" });
    expect((await livePod(stack.id)).locked).toBe(false);
  });

  test("grows a persistent mount in place", async () => {
    const mounts = (size: number) => ({ persistent: { size, path: "/data" } });
    const stack = await aStack().create({ ...onGpu, mounts: mounts(20) });
    await stack.update({ ...onGpu, mounts: mounts(30) });
    expect(stack.outputs.mounts).toEqual(mounts(30));
  });

  test("says of a persistent mount that was grown outside what is where", async () => {
    const mounts = (size: number) => ({ persistent: { size, path: "/data" } });
    const stack = await aStack().create({ ...onGpu, mounts: mounts(20) });
    await world.platform.pods.update(stack.id, { mounts: mounts(50) });
    const error = await failure(stack.update({ ...onGpu, mounts: mounts(30) }));
    expect(error.message).toContain("mounts.persistent.size is 50 on the platform and 30 in the program");
    expect(error.message).toContain("write mounts.persistent.size: 50 in the program");
  });

  test("leaves a pod that is stopped, and shall be, stopped without asking for it again", async () => {
    const stack = await aStack().create({ ...onGpu, desiredStatus: "EXITED" });
    world.emulator.clearRequests();
    await stack.update({ ...onGpu, desiredStatus: "EXITED", image: "nginx:2" });
    expect(counts()).toEqual({ getPod: 1, updatePod: 1 });
  });

  test("never sends mounts that were left out", async () => {
    const mounts = { persistent: { size: 20, path: "/data" } };
    const stack = await aStack().create({ ...onGpu, mounts });
    await stack.update(onGpu);
    expect(counts().updatePod ?? 0).toBe(0);
  });
});

describe("global networking", () => {
  const networked = { ...onGpu, dataCenterIds: ["US-TX-3"], globalNetworking: true };
  const plain = { ...onGpu, dataCenterIds: ["US-TX-3"] };

  test("becomes true by a restart", async () => {
    const stack = await aStack().create(plain);
    await stack.update(networked);
    expect(stack.outputs).toMatchObject({
      globalNetworking: true,
      globalNetwork: { enabled: true },
      status: "RUNNING",
    });
    expect(counts().podAction).toBe(1);
  });

  test("needs no restart of its own when the same update resets the pod", async () => {
    const stack = await aStack().create(plain);
    await stack.update({ ...networked, image: "nginx:2" });
    expect(stack.outputs.globalNetwork).toMatchObject({ enabled: true });
    expect(counts().podAction ?? 0).toBe(0);
  });

  test("whose restart failed is still due", async () => {
    const stack = await aStack().create(plain);
    world.emulator.addFault({
      operation: "podAction",
      effect: { status: 400, body: { title: "x", status: 400, detail: "no" } },
    });
    await failure(stack.update(networked));
    expect(stack.outputs.globalNetworking).toBe(false);
    await stack.update(networked);
    expect(stack.outputs).toMatchObject({ globalNetworking: true, globalNetwork: { enabled: true } });
  });
});
