import { describe, expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { InitError } from "../../../../provider/values/errors";
import { failure, useLifecycles } from "../harness";

const onGpu = { image: "nginx", gpu: { id: "NVIDIA GeForce RTX 4090" } };

// The contract does not say whether the response to a change, or the next read, shows the pod before or after the
// change.
describe.each([1, 3])("while %i responses still show a pod before its change,", (staleAnswers) => {
  // The old state lasts for real time here, and a busy machine must finish its reads in that time.
  const world = useLifecycles({ staleAnswers }, { timeScale: 0.04 });
  const aStack = () => world.stackOf(pod);
  const counts = () => world.emulator.counts();

  test("an update fails if the new image does not run", async () => {
    const stack = await aStack().up(onGpu);
    world.emulator.scriptPods({ outcome: "error" });
    const error = await failure(stack.up({ ...onGpu, image: "nginx:2" }));
    expect(error).toBeInstanceOf(InitError);
    expect(error.reasons[0]).toContain("its container is in an error state");
    expect(counts()).not.toHaveProperty("podAction");
  });

  test("an update that resets the pod waits for the new run", async () => {
    const stack = await aStack().up(onGpu);
    await stack.up({ ...onGpu, image: "nginx:2" });
    expect(stack.outputs.status).toBe("RUNNING");
    expect(world.emulator.state().pods[0]).toMatchObject({ image: "nginx:2", status: "RUNNING" });
  });

  test("a started pod does not count as ended", async () => {
    const stack = await aStack().up({ ...onGpu, desiredStatus: "EXITED" });
    await stack.up(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().podAction).toBe(2);
  });

  test("a pod whose start got no response gets no second start", async () => {
    const stack = await aStack().up({ ...onGpu, desiredStatus: "EXITED" });
    world.emulator.addFault({ operation: "podAction", effect: { dropResponse: true } });
    await stack.up(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().podAction).toBe(2);
  });

  test("the state does not record a started pod as stopped, even with skipAwait", async () => {
    const stack = await aStack().up({ ...onGpu, desiredStatus: "EXITED" });
    await stack.up({ ...onGpu, skipAwait: true });
    expect(stack.outputs.status).not.toBe("EXITED");
  });

  test("an update that stops the pod waits until the pod has stopped", async () => {
    const stack = await aStack().up(onGpu);
    await stack.up({ ...onGpu, desiredStatus: "EXITED" });
    expect(stack.outputs).toMatchObject({ status: "EXITED", cost: 0 });
  });

  test("the state records global networking as it is after the restart", async () => {
    const plain = { ...onGpu, dataCenterIds: ["US-TX-3"] };
    const stack = await aStack().up(plain);
    await stack.up({ ...plain, globalNetworking: true });
    expect(stack.outputs).toMatchObject({ status: "RUNNING", globalNetwork: { enabled: true } });
    expect(counts().podAction).toBe(1);
  });

  test("an update does not wait if its change resets no container", async () => {
    const stack = await aStack().up(onGpu);
    world.emulator.clearRequests();
    await stack.up({ ...onGpu, name: "renamed" });
    expect(counts()).toEqual({ getPod: 1, updatePod: 1 });
  });
});

describe("an update after which RunPod shows no restart of the pod", () => {
  const world = useLifecycles();

  test("waits some time for the restart, and then succeeds with the current status of the pod", async () => {
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
