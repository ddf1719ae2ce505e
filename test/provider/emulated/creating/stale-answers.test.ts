import { describe, expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { InitError } from "../../../../provider/pulumi/errors";
import { failure, useLifecycles } from "../harness";

const onGpu = { image: "nginx", gpu: { id: "NVIDIA GeForce RTX 4090" } };

// The contract does not say whether the response to a change, or the next read, shows the pod before or after the
// change.
describe.each([1, 3])("outdated responses after a change of a pod (%i of them)", (staleAnswers) => {
  // The old state lasts for real time here, and a busy machine must finish its reads in that time.
  const world = useLifecycles({ staleAnswers }, { timeScale: 0.04 });
  const aStack = () => world.stackOf(pod);
  const counts = () => world.emulator.counts();

  test("do not hide that the new image fails to run", async () => {
    const stack = await aStack().up(onGpu);
    world.emulator.scriptPods({ outcome: "error" });
    const error = await failure(stack.up({ ...onGpu, image: "nginx:2" }));
    expect(error).toBeInstanceOf(InitError);
    expect(error.reasons[0]).toContain("its container is in an error state");
    expect(counts()).not.toHaveProperty("podAction");
  });

  test("do not end the wait before the pod runs with its new image", async () => {
    const stack = await aStack().up(onGpu);
    await stack.up({ ...onGpu, image: "nginx:2" });
    expect(stack.outputs.status).toBe("RUNNING");
    expect(world.emulator.state().pods[0]).toMatchObject({ image: "nginx:2", status: "RUNNING" });
  });

  test("do not make Podwright treat a started pod as ended", async () => {
    const stack = await aStack().up({ ...onGpu, desiredStatus: "EXITED" });
    await stack.up(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().podAction).toBe(2);
  });

  test("cause no second start request if the first start gets no response", async () => {
    const stack = await aStack().up({ ...onGpu, desiredStatus: "EXITED" });
    world.emulator.addFault({ operation: "podAction", effect: { dropResponse: true } });
    await stack.up(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().podAction).toBe(2);
  });

  test("do not make Podwright record a started pod as stopped, even with skipAwait", async () => {
    const stack = await aStack().up({ ...onGpu, desiredStatus: "EXITED" });
    await stack.up({ ...onGpu, skipAwait: true });
    expect(stack.outputs.status).not.toBe("EXITED");
  });

  test("do not end the wait before the pod has stopped", async () => {
    const stack = await aStack().up(onGpu);
    await stack.up({ ...onGpu, desiredStatus: "EXITED" });
    expect(stack.outputs).toMatchObject({ status: "EXITED", cost: 0 });
  });

  test("do not make Podwright record newly enabled global networking as disabled", async () => {
    const plain = { ...onGpu, dataCenterIds: ["US-TX-3"] };
    const stack = await aStack().up(plain);
    await stack.up({ ...plain, globalNetworking: true });
    expect(stack.outputs).toMatchObject({ status: "RUNNING", globalNetwork: { enabled: true } });
    expect(counts().podAction).toBe(1);
  });

  test("do not delay an update that does not restart the pod", async () => {
    const stack = await aStack().up(onGpu);
    world.emulator.clearRequests();
    await stack.up({ ...onGpu, name: "renamed" });
    expect(counts()).toEqual({ getPod: 1, updatePod: 1 });
  });
});

describe("an update without a visible restart of the pod", () => {
  const world = useLifecycles();

  test("ends its wait after a limited time and records the pod's current status", async () => {
    const stack = await world.stackOf(pod).up(onGpu);
    // Another client has set the same image already, so this update leaves no sign.
    const { pods } = world.platform;
    const { update } = pods;
    pods.update = async (id) => await pods.get(id);
    try {
      await stack.up({ ...onGpu, image: "nginx:2" });
    } finally {
      pods.update = update;
    }
    expect(stack.outputs.status).toBe("RUNNING");
  });
});
