import { describe, expect, test } from "vitest";
import { networkVolume } from "../../../../provider/kinds/network-volume/lifecycle";
import { separate } from "../../../../provider/planning/projection";
import { InitError } from "../../../../provider/pulumi/errors";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
const aStack = () => world.stackOf(networkVolume);
const counts = () => world.emulator.counts();
const live = (id: string) => world.platform.networkVolumes.get(id);
const disk = { size: 20, dataCenter: "EU-RO-1" };
const refusal = { status: 400, body: { title: "x", status: 400, detail: "not now" } };

describe("a network volume", () => {
  test("needs only a list, a create and a read request if Podwright generates its name", async () => {
    const stack = await aStack().up(disk);
    expect(stack.outputs).toMatchObject({ ...disk, tier: "STANDARD", name: stack.inputs.__autoname });
    expect(separate(stack.outputs).undeclared).toEqual({ type: "STANDARD" });
    expect(counts()).toEqual({ listNetworkVolumes: 1, createNetworkVolume: 1, getNetworkVolume: 1 });
  });

  test("is created under a generated name before it gets the user's name", async () => {
    const stack = await aStack().up({ ...disk, name: "data" });
    const operations = world.emulator.requests().map(({ operation }) => operation);
    expect(operations).toEqual([
      "listNetworkVolumes",
      "createNetworkVolume",
      "getNetworkVolume",
      "updateNetworkVolume",
    ]);
    expect((await live(stack.id)).name).toBe("data");
  });

  test("gets the user's name in the next update if the first renaming fails", async () => {
    const stack = aStack();
    world.emulator.addFault({ operation: "updateNetworkVolume", effect: refusal });
    expect(await failure(stack.up({ ...disk, name: "data" }))).toBeInstanceOf(InitError);
    await stack.up({ ...disk, name: "data" });
    expect((await live(stack.id)).name).toBe("data");
    expect(counts().createNetworkVolume).toBe(1);
  });

  test("can grow and change its name in place", async () => {
    const stack = await aStack().up(disk);
    await stack.up({ ...disk, size: 40, name: "bigger" });
    expect(await live(stack.id)).toMatchObject({ size: 40, name: "bigger" });
    await stack.up({ ...disk, size: 40, name: "bigger", allowDataLoss: true });
    expect(counts().updateNetworkVolume).toBe(1);
  });

  test("cannot be updated to a smaller size", async () => {
    const stack = await aStack().up(disk);
    await world.platform.networkVolumes.update(stack.id, { size: 200 });
    world.emulator.clearRequests();
    const error = await failure(stack.up({ ...disk, size: 100 }));
    expect(error.message).toBe(
      "size is 200 on RunPod and 100 in the program; a volume cannot shrink. To keep the present value, write size: 200 in the program.",
    );
    expect(counts().updateNetworkVolume ?? 0).toBe(0);
  });

  test("shows its new size in a refresh after another user enlarged it", async () => {
    const stack = await aStack().up(disk);
    await world.platform.networkVolumes.update(stack.id, { size: 50 });
    await stack.refresh();
    expect(stack.inputs.size).toBe(50);
  });

  test("cannot be deleted until no pod uses the volume", async () => {
    const stack = await aStack().up(disk);
    const pod = await world.platform.pods.create({
      ...{ name: "p", image: "nginx", gpu: { id: "NVIDIA GeForce RTX 4090" }, dataCenterIds: ["EU-RO-1"] },
      mounts: { network: [{ volumeId: stack.id, path: "/data" }] },
    });
    const deletion = stack.destroy();
    await expect.poll(() => counts().deleteNetworkVolume).toBeGreaterThan(1);
    await world.platform.pods.delete(pod.id);
    await deletion;
    expect(await world.platform.networkVolumes.list()).toEqual([]);
  });
});
