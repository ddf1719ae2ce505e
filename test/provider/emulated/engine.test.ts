import { describe, expect, test } from "vitest";
import { networkVolume } from "../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { secret } from "../../../provider/kinds/secret/lifecycle";
import type { Resource } from "../../../provider/session/resource";
import { declaring } from "../../support/engine";
import { failure, useLifecycles } from "./harness";

// The model of the engine records and calls the same as Pulumi in recorded runs.
const world = useLifecycles();
const onL4 = { image: "nginx", gpu: { id: "NVIDIA L4" } };
const onA40 = { image: "nginx", gpu: { id: "NVIDIA A40" } };
const aPod = declaring(pod);
const podIds = async () => (await world.platform.pods.list()).map(({ id }) => id);

describe("the state of the simulated engine", () => {
  test("contains the id and the errors of a failed create", async () => {
    const engine = world.engine();
    world.emulator.scriptPods({ outcome: "error" });
    await failure(engine.up({ web: aPod(onL4) }));
    const failed = engine.get("web");
    expect(failed.initErrors[0]).toContain("its container is in an error state");
    world.emulator.changePod(failed.id, { status: "RUNNING" });
    expect(await engine.up({ web: aPod(onL4) })).toMatchObject([{ step: "update" }]);
    expect(engine.get("web")).toMatchObject({ id: failed.id, initErrors: [] });
  });

  test("contains the former inputs and the new outputs after a failed update", async () => {
    const engine = world.engine();
    await engine.up({ web: aPod(onL4) });
    world.emulator.scriptPods({ outcome: "error" });
    await failure(engine.up({ web: aPod({ ...onL4, image: "nginx:2" }) }));
    expect(engine.get("web")).toMatchObject({ inputs: { image: "nginx" }, outputs: { image: "nginx:2" } });
  });

  test("no longer contains the failure of a create after a refresh", async () => {
    const engine = world.engine();
    world.emulator.scriptPods({ outcome: "error" });
    await failure(engine.up({ web: aPod({ ...onL4, env: { A: "1" } }) }));
    world.emulator.changePod(engine.get("web").id, { env: { A: "2" }, status: "RUNNING" });
    expect(await engine.refresh()).toEqual({ web: ["env"] });
    expect(engine.get("web")).toMatchObject({ initErrors: [], inputs: { env: { A: "2" } } });
  });

  test("contains the inputs of a create that was pending when the engine was killed", async () => {
    const engine = world.engine();
    world.emulator.scriptPods({ outcome: "stuck" });
    const creation = failure(engine.up({ web: aPod(onL4) }));
    await expect.poll(podIds).toHaveLength(1);
    engine.kill();
    await creation;
    expect(engine.resources.size).toBe(0);
    expect(engine.pendingCreates.get("web")).toMatchObject({ image: "nginx", __nonce: expect.any(String) });
  });
});

describe("a replacement by the simulated engine", () => {
  test("keeps the old resource until the create of the new resource succeeds", async () => {
    const engine = world.engine();
    await engine.up({ web: aPod(onL4) });
    const old = engine.get("web").id;
    world.emulator.scriptPods({ outcome: "error" });
    await failure(engine.up({ web: aPod(onA40) }));
    const { id } = engine.get("web");
    expect((await podIds()).toSorted()).toEqual([old, id].toSorted());
    world.emulator.changePod(id, { status: "RUNNING" });
    await engine.up({ web: aPod(onA40) });
    expect(await podIds()).toEqual([id]);
  });

  test("deletes the old resource first if the program sets deleteBeforeReplace", async () => {
    const engine = world.engine();
    await engine.up({ web: aPod(onL4) });
    world.emulator.clearRequests();
    expect(await engine.up({ web: aPod(onA40, { deleteBeforeReplace: true }) })).toMatchObject([{ step: "replace" }]);
    const order = world.emulator.requests().map(({ operation }) => operation);
    expect(order.indexOf("deletePod")).toBeLessThan(order.indexOf("createPod"));
  });
});

test("the simulated engine deletes a pod before the volume that the pod uses", async () => {
  const engine = world.engine();
  const program = {
    data: declaring(networkVolume)({ size: 10, dataCenter: "EU-RO-1" }),
    web: aPod((idOf) => ({
      ...{ ...onL4, dataCenterIds: ["EU-RO-1"] },
      mounts: { network: [{ volumeId: idOf("data"), path: "/data" }] },
    })),
  };
  expect((await engine.preview(program)).map(({ step }) => step)).toEqual(["create", "create"]);
  await engine.up(program);
  const mounts = { network: [{ volumeId: engine.get("data").id, path: "/data" }] };
  expect(engine.get("web").outputs).toMatchObject({ mounts });
  world.emulator.clearRequests();
  await engine.destroy();
  const deletes = world.emulator.requests().filter(({ operation }) => operation.startsWith("delete"));
  expect(deletes.map(({ operation }) => operation)).toEqual(["deletePod", "deleteNetworkVolume"]);
});

test("the simulated engine keeps the recorded value of an input that ignoreChanges names", async () => {
  const engine = world.engine();
  await engine.up({ web: aPod(onL4) });
  const changed = aPod({ ...onL4, image: "nginx:2" }, { ignoreChanges: ["image"] });
  expect(await engine.up({ web: changed })).toMatchObject([{ step: "same" }]);
  expect(engine.get("web").inputs).toMatchObject({ image: "nginx" });
});

test("the simulated engine passes secrets to the provider as plain text", async () => {
  const stack = await world.stackOf(secret as Resource<never>).up({ value: "canary-5", description: undefined });
  expect(stack.inputs).toMatchObject({ value: "canary-5" });
  expect(Object.keys(stack.inputs)).not.toContain("description");
});
