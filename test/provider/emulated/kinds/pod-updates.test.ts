import { describe, expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { InitError } from "../../../../provider/pulumi/errors";
import { failure, isEarly, newerTest, starting, useLifecycles } from "../harness";

const rtx4090 = "NVIDIA GeForce RTX 4090";

const onGpu = { image: "nginx", gpu: { id: rtx4090 } };

const world = useLifecycles();

const aStack = () => world.stackOf(pod);

const counts = () => world.emulator.counts();

const livePod = (id: string) => world.platform.pods.get(id);

/** A pod whose creation timed out because its image does not exist. */
async function stuckPod() {
  world.emulator.scriptPods({ outcome: "stuck" });
  const stack = aStack();
  const creation = failure(stack.up({ ...onGpu, image: "ngnix" }));
  await expect.poll(() => stack.lines.join("\n")).toContain(`is ${starting}`);
  world.timesOut();
  await creation;
  return stack;
}

describe("an update of a pod", () => {
  test("sends only the changes and waits until the pod runs again", async () => {
    const stack = await aStack().up({ ...onGpu, env: { A: "1", B: "2" } });
    const { id } = stack;
    await stack.up({ ...onGpu, image: "nginx:2", env: { A: "1" } });
    expect(stack).toMatchObject({ id, outputs: { status: "RUNNING", image: "nginx:2", env: { A: "1" } } });
    expect(counts().updatePod).toBe(1);
  });

  describe("a larger persistent mount", () => {
    const mounted = (size: number, more: object = {}) => ({
      ...{ ...onGpu, mounts: { persistent: { size, path: "/data" } } },
      ...more,
    });
    const refused = async (status: number, detail: string, more: object = {}) => {
      const stack = await aStack().up(mounted(20, { allowDataLoss: false }));
      world.emulator.addFault({ operation: "updatePod", effect: { status, body: { title: "No", status, detail } } });
      const { message } = await failure(stack.up(mounted(40, { allowDataLoss: false, ...more })));
      expect((await livePod(stack.id)).mounts.persistent?.size).toBe(20);
      return message;
    };

    test.each([
      ["mount changed alone", "the host has no space left", {}],
      ["mount changed with other inputs", "mounts.persistent cannot change", { image: "nginx:2" }],
    ])(
      "leads to an error with advice on how to keep the data if RunPod refuses the size (%s)",
      async (_, detail, more) => {
        expect(await refused(400, detail, more)).toMatch(
          new RegExp(
            `^RunPod refused to grow the persistent mount of pod \\w+ at /data from 20 to 40 GB: .*${detail}\\. The pod has not changed\\. ` +
              "Write mounts\\.persistent\\.size: 20 in the program to keep the data\\. If you need more space, first copy the data away.* " +
              'Then "pulumi up --replace .*" makes a new pod in its place.*, with 40 GB\\. This replacement destroys the 20 GB of data on the mount, and allowDataLoss: false does not prevent the loss$',
          ),
        );
      },
    );

    test.each([
      [400, "the registry has no such image", { image: "nginx:2" }],
      [409, "pod is locked", {}],
    ])(
      "leads to no advice about a replacement if RunPod refuses the update for another reason (status %s)",
      async (status, detail, more) => {
        const message = await refused(status, detail, more);
        expect(message).toContain(detail);
        expect(message).not.toContain("--replace");
      },
    );
  });

  test("sends no update request if the program only reorders the ports and changes capacityTimeout", async () => {
    const inputs = { ...onGpu, ports: ["22/tcp", "80/http"], env: { A: "1" }, args: "" };
    const stack = await aStack().up(inputs);
    world.emulator.clearRequests();
    await stack.up({ ...inputs, ports: ["80/http", "22/tcp"], capacityTimeout: "5m" });
    expect(counts()).toEqual({ getPod: 1 });
  });

  test("does not repeat a change that the last update made before it failed", async () => {
    const stack = await aStack().up(onGpu);
    world.emulator.scriptPods({ outcome: "error" });
    await failure(stack.up({ ...onGpu, image: "nginx:2" }));
    expect(stack.outputs).toMatchObject({ image: "nginx:2", status: "ERROR" });
    world.emulator.scriptPods({});
    await stack.up({ ...onGpu, image: "nginx:2" });
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().updatePod).toBe(1);
  });

  test("restarts a stuck pod so that the pod runs with the change", async () => {
    const stack = await stuckPod();
    world.emulator.scriptPods({ match: { image: "nginx" } });
    const { id } = stack;
    await stack.up(onGpu);
    expect(stack).toMatchObject({ id, outputs: { status: "RUNNING", image: "nginx" } });
    expect(stack.lines).toContain(`pod ${id} is still ${starting} and does not apply the change by itself`);
    expect(counts().podAction).toBe(isEarly ? 1 : 2);
  });

  test("restarts a stuck pod even if the state records the pod as RUNNING", async () => {
    const stack = await aStack().up(onGpu);
    world.emulator.scriptPods({ outcome: "stuck" });
    await world.platform.pods.act(stack.id, "restart");
    await expect.poll(async () => (await livePod(stack.id)).runtime).toBeNull();
    expect(stack.outputs.status).toBe("RUNNING");
    world.emulator.scriptPods({ match: { image: "nginx:2" } });
    await stack.up({ ...onGpu, image: "nginx:2" });
    expect(stack.outputs).toMatchObject({ status: "RUNNING", image: "nginx:2" });
    expect(stack.lines).toContain(`pod ${stack.id} is still ${starting} and does not apply the change by itself`);
  });

  test("restarts a stuck pod even if a killed update has already sent the change", async () => {
    const stack = await stuckPod();
    await world.platform.pods.update(stack.id, { image: "nginx" });
    world.emulator.scriptPods({ match: { image: "nginx" } });
    await stack.up(onGpu);
    expect(stack.outputs).toMatchObject({ status: "RUNNING", image: "nginx" });
    expect(counts()).toMatchObject({ updatePod: 1, podAction: isEarly ? 1 : 2 });
  });

  test("does not restart a stuck pod without a new change", async () => {
    const stack = await stuckPod();
    await world.platform.pods.update(stack.id, { image: "nginx" });
    await stack.refresh();
    const update = failure(stack.up(onGpu));
    await expect.poll(() => stack.lines.join("\n")).toContain(`is ${starting}`);
    world.timesOut();
    const text = (await update).reasons.join("\n");
    expect(text).toContain("A slow image may need a longer customTimeouts.update");
    expect(text).toMatch(/If the pod is stuck, "pulumi up --replace .+" makes a new pod in its place/);
    expect(counts().podAction ?? 0).toBe(0);
  });

  test("repeats the changes that RunPod refused in the last update", async () => {
    const stack = await aStack().up({ ...onGpu, env: { A: "1", B: "2" } });
    world.emulator.addFault({
      operation: "updatePod",
      effect: { status: 400, body: { title: "x", status: 400, detail: "no" } },
    });
    const changed = { ...onGpu, image: "nginx:2", env: { A: "1" } };
    await failure(stack.up(changed));
    await stack.up(changed);
    const { image, env } = await livePod(stack.id);
    expect({ image, env }).toMatchObject({ image: "nginx:2", env: { A: "1" } });
    expect(env).not.toHaveProperty("B");
  });

  test("restores the generated name when the program removes the explicit name", async () => {
    const stack = await aStack().up({ ...onGpu, name: "mine" });
    await stack.up(onGpu);
    expect((await livePod(stack.id)).name).toBe(stack.inputs.__autoname);
  });

  test("stops or starts the pod if desiredStatus changes", async () => {
    const stack = await aStack().up(onGpu);
    await stack.up({ ...onGpu, desiredStatus: "EXITED" });
    expect(stack.outputs).toMatchObject({ status: "EXITED", cost: 0 });
    await stack.up(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().updatePod ?? 0).toBe(0);
  });

  test("starts a pod that another user stopped, even if the pod is locked", async () => {
    const stack = await aStack().up({ ...onGpu, locked: true });
    world.emulator.changePod(stack.id, { status: "EXITED" });
    await stack.refresh();
    await stack.up({ ...onGpu, locked: true });
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().createPod).toBe(1);
  });

  test.each(["dropResponse", "dropRequest"] as const)("starts the pod despite the fault %s", async (fault) => {
    const stack = await aStack().up({ ...onGpu, desiredStatus: "EXITED" });
    world.emulator.addFault({ operation: "podAction", effect: { [fault]: true } as { dropResponse: true } });
    await stack.up(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
  });

  test("fails but keeps the stopped pod if the pod's host has no free GPU", async () => {
    const stack = await aStack().up({ ...onGpu, desiredStatus: "EXITED" });
    world.emulator.setStock({ gpu: rtx4090, count: 0 });
    const error = await failure(stack.up(onGpu));
    expect(error).toBeInstanceOf(InitError);
    expect(stack.outputs.status).toBe("EXITED");
    const text = error.reasons.join("\n");
    expect(text).toContain("There are not enough free GPUs on the host machine to start this pod");
    expect(text).toMatch(
      /other pods use the GPUs of that host now: try again later, or "pulumi up --replace .+" makes a new pod/,
    );
    world.emulator.setStock({ gpu: rtx4090, count: 8 });
    await stack.up(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().createPod).toBe(1);
  });

  test("unlocks the pod first and locks the pod last", async () => {
    const stack = await aStack().up(onGpu);
    await stack.up({ ...onGpu, desiredStatus: "EXITED", locked: true });
    expect(stack.outputs).toMatchObject({ status: "EXITED", locked: true });
    await stack.up({ ...onGpu, image: "nginx:2" });
    expect(stack.outputs).toMatchObject({ status: "RUNNING", image: "nginx:2" });
    expect((await livePod(stack.id)).locked).toBe(false);
  });

  newerTest("grows a persistent mount in place", async () => {
    const mounts = (size: number) => ({ persistent: { size, path: "/data" } });
    const stack = await aStack().up({ ...onGpu, mounts: mounts(20) });
    await stack.up({ ...onGpu, mounts: mounts(30) });
    expect(stack.outputs.mounts).toEqual(mounts(30));
  });

  newerTest("reports both sizes if another user enlarged a persistent mount", async () => {
    const mounts = (size: number) => ({ persistent: { size, path: "/data" } });
    const stack = await aStack().up({ ...onGpu, mounts: mounts(20) });
    await world.platform.pods.update(stack.id, { mounts: mounts(50) });
    const error = await failure(stack.up({ ...onGpu, mounts: mounts(30) }));
    expect(error.message).toContain("mounts.persistent.size is 50 on RunPod and 30 in the program");
    expect(error.message).toContain("write mounts.persistent.size: 50 in the program");
  });

  test("sends no stop request to a stopped pod", async () => {
    const stack = await aStack().up({ ...onGpu, desiredStatus: "EXITED" });
    world.emulator.clearRequests();
    await stack.up({ ...onGpu, desiredStatus: "EXITED", image: "nginx:2" });
    expect(counts()).toEqual({ getPod: 1, updatePod: 1 });
  });

  test("keeps the mounts that the program no longer declares", async () => {
    const mounts = { persistent: { size: 20, path: "/data" } };
    const stack = await aStack().up({ ...onGpu, mounts });
    await stack.up(onGpu);
    expect(counts().updatePod ?? 0).toBe(0);
  });
});

describe("global networking of a pod", () => {
  const networked = { ...onGpu, dataCenterIds: ["US-TX-3"], globalNetworking: true };
  const plain = { ...onGpu, dataCenterIds: ["US-TX-3"] };

  test("is enabled by an update that restarts the pod once", async () => {
    const stack = await aStack().up(plain);
    await stack.up(networked);
    expect(stack.outputs).toMatchObject({
      globalNetworking: true,
      globalNetwork: { enabled: true },
      status: "RUNNING",
    });
    expect(counts().podAction).toBe(1);
  });

  test("is enabled without an extra restart if the update also changes the image", async () => {
    const stack = await aStack().up(plain);
    await stack.up({ ...networked, image: "nginx:2" });
    expect(stack.outputs.globalNetwork).toMatchObject({ enabled: true });
    expect(counts().podAction ?? 0).toBe(0);
  });

  test("is enabled by the next update if the restart in the first update fails", async () => {
    const stack = await aStack().up(plain);
    world.emulator.addFault({
      operation: "podAction",
      effect: { status: 400, body: { title: "x", status: 400, detail: "no" } },
    });
    await failure(stack.up(networked));
    expect(stack.outputs.globalNetworking).toBe(false);
    await stack.up(networked);
    expect(stack.outputs).toMatchObject({ globalNetworking: true, globalNetwork: { enabled: true } });
  });
});
