import { describe, expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { InitError } from "../../../../provider/operations/errors";
import { failure, useLifecycles } from "../harness";

const onGpu = { image: "nginx", gpu: { id: "NVIDIA GeForce RTX 4090" } };

// The contract leaves open whether the answer to a change, or the next look, shows the pod as it was or as it is.
describe.each([1, 3])("while %i answers still show a pod as it was before the change,", (staleAnswers) => {
  // How long an old state may last is real time here: a busy machine must get through its reads in it.
  const world = useLifecycles({ staleAnswers }, { timeScale: 0.04 });
  const aStack = () => world.stack(pod);
  const counts = () => world.emulator.counts();

  test("an update whose new image does not run is no success", async () => {
    const stack = await aStack().create(onGpu);
    world.emulator.scriptPods({ outcome: "error" });
    const error = await failure(stack.update({ ...onGpu, image: "nginx:2" }));
    expect(error).toBeInstanceOf(InitError);
    expect(error.reasons[0]).toContain("its container is in an error state");
    expect(counts()).not.toHaveProperty("podAction");
  });

  test("an update waits for the new run", async () => {
    const stack = await aStack().create(onGpu);
    await stack.update({ ...onGpu, image: "nginx:2" });
    expect(stack.outputs.status).toBe("RUNNING");
    expect(world.emulator.state().pods[0]).toMatchObject({ image: "nginx:2", status: "RUNNING" });
  });

  test("a pod that is started is not taken for one that ended", async () => {
    const stack = await aStack().create({ ...onGpu, desiredStatus: "EXITED" });
    await stack.update(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().podAction).toBe(2);
  });

  test("nor is one whose start was not answered; it is not started a second time", async () => {
    const stack = await aStack().create({ ...onGpu, desiredStatus: "EXITED" });
    world.emulator.addFault({ operation: "podAction", effect: { dropResponse: true } });
    await stack.update(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
    expect(counts().podAction).toBe(2);
  });

  test("what is recorded of a started pod that is not awaited is not that it is stopped", async () => {
    const stack = await aStack().create({ ...onGpu, desiredStatus: "EXITED" });
    await stack.update({ ...onGpu, skipAwait: true });
    expect(stack.outputs.status).not.toBe("EXITED");
  });

  test("a stop is awaited", async () => {
    const stack = await aStack().create(onGpu);
    await stack.update({ ...onGpu, desiredStatus: "EXITED" });
    expect(stack.outputs).toMatchObject({ status: "EXITED", cost: 0 });
  });

  test("global networking is recorded as the restart has made it", async () => {
    const plain = { ...onGpu, dataCenterIds: ["US-TX-3"] };
    const stack = await aStack().create(plain);
    await stack.update({ ...plain, globalNetworking: true });
    expect(stack.outputs).toMatchObject({ status: "RUNNING", globalNetwork: { enabled: true } });
    expect(counts().podAction).toBe(1);
  });

  test("a change that resets nothing is not waited for", async () => {
    const stack = await aStack().create(onGpu);
    world.emulator.clearRequests();
    await stack.update({ ...onGpu, name: "renamed" });
    expect(counts()).toEqual({ getPod: 1, updatePod: 1 });
  });
});

describe("a reset that leaves no sign", () => {
  const world = useLifecycles();

  test("is given some time to show, and then the pod counts as what it is", async () => {
    const stack = await world.stack(pod).create(onGpu);
    // Somebody else's client has set the same image already, so that nothing is to be seen of this one.
    const { pods } = world.platform;
    const { update } = pods;
    pods.update = async (id) => await pods.get(id);
    try {
      await stack.update({ ...onGpu, image: "nginx:2" });
    } finally {
      pods.update = update;
    }
    expect(stack.outputs.status).toBe("RUNNING");
  });
});
