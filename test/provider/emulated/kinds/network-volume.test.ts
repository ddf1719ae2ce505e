import { describe, expect, test } from "vitest";
import { networkVolume } from "../../../../provider/kinds/network-volume/lifecycle";
import { InitError } from "../../../../provider/operations/errors";
import { separate } from "../../../../provider/planning/projection";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
const aStack = () => world.stack(networkVolume);
const counts = () => world.emulator.counts();
const live = (id: string) => world.platform.networkVolumes.get(id);
const disk = { size: 20, dataCenter: "EU-RO-1" };
const refusal = { status: 400, body: { title: "x", status: 400, detail: "not now" } };

describe("a network volume", () => {
  test("under a generated name is one request after a look at the account, and shows the tier it got", async () => {
    const stack = await aStack().create(disk);
    expect(stack.outputs).toMatchObject({ ...disk, tier: "STANDARD", name: stack.state.inputs.__autoname });
    expect(separate(stack.outputs).undeclared).toEqual({ type: "STANDARD" });
    expect(counts()).toEqual({ listNetworkVolumes: 1, createNetworkVolume: 1 });
  });

  test("with a name of the user's own is created under the creation's marker and renamed afterwards", async () => {
    const stack = await aStack().create({ ...disk, name: "data" });
    const operations = world.emulator.requests().map(({ operation }) => operation);
    expect(operations).toEqual(["listNetworkVolumes", "createNetworkVolume", "updateNetworkVolume"]);
    expect((await live(stack.id)).name).toBe("data");
  });

  test("that could not be given its name is kept, and named by the next update", async () => {
    const stack = aStack();
    world.emulator.addFault({ operation: "updateNetworkVolume", effect: refusal });
    expect(await failure(stack.create({ ...disk, name: "data" }))).toBeInstanceOf(InitError);
    await stack.update({ ...disk, name: "data" });
    expect((await live(stack.id)).name).toBe("data");
    expect(counts().createNetworkVolume).toBe(1);
  });

  test("grows and is renamed in place; repeated, nothing is sent", async () => {
    const stack = await aStack().create(disk);
    await stack.update({ ...disk, size: 40, name: "bigger" });
    expect(await live(stack.id)).toMatchObject({ size: 40, name: "bigger" });
    await stack.update({ ...disk, size: 40, name: "bigger", allowDataLoss: true });
    expect(counts().updateNetworkVolume).toBe(1);
  });

  test("grown outside further than the program goes says so, without a request that would fail", async () => {
    const stack = await aStack().create(disk);
    await world.platform.networkVolumes.update(stack.id, { size: 200 });
    world.emulator.clearRequests();
    const error = await failure(stack.update({ ...disk, size: 100 }));
    expect(error.message).toBe(
      "size is 200 on the platform and 100 in the program; a volume cannot shrink. To keep what is there, write size: 200 in the program.",
    );
    expect(counts().updateNetworkVolume ?? 0).toBe(0);
  });

  test("is quiet after a refresh when nothing changed, and shows what did", async () => {
    const stack = await aStack().create({ ...disk, type: "STANDARD", allowDataLoss: false });
    const before = stack.state;
    await stack.refresh();
    expect(stack.state).toEqual(before);
    await world.platform.networkVolumes.update(stack.id, { size: 50 });
    await stack.refresh();
    expect(stack.state.inputs.size).toBe(50);
  });

  test("is deleted once the platform has noticed that no pod uses it any more", async () => {
    const stack = await aStack().create(disk);
    const pod = await world.platform.pods.create({
      ...{ name: "p", image: "nginx", gpu: { id: "NVIDIA GeForce RTX 4090" }, dataCenterIds: ["EU-RO-1"] },
      mounts: { network: [{ volumeId: stack.id, path: "/data" }] },
    });
    const deletion = stack.delete();
    await expect.poll(() => counts().deleteNetworkVolume).toBeGreaterThan(1);
    await world.platform.pods.delete(pod.id);
    await deletion;
    expect(await world.platform.networkVolumes.list()).toEqual([]);
  });
});
