import { describe, expect, test } from "vitest";
import { findUnmanaged } from "../../../../cli/drift/unmanaged";
import { ServerError } from "../../../../client";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { template } from "../../../../provider/kinds/template/lifecycle";
import { failure, useLifecycles } from "../harness";

const onGpu = { image: "nginx", gpu: { id: "NVIDIA L4" } };
const world = useLifecycles({ pageSize: 7 });

/** Creates pods that no stack holds. The list shows them before the existing pods. */
async function fill(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { statusCode } = await world.emulator.inject({
      method: "POST",
      url: "/v2/pods",
      headers: { authorization: `Bearer ${world.emulator.apiKey}`, "content-type": "application/json" },
      payload: JSON.stringify({ name: `other-${index}`, image: "nginx", gpu: { id: "NVIDIA L4" } }),
    });
    expect(statusCode).toBe(201);
  }
}

const unmanaged = async (...held: string[]) =>
  (await findUnmanaged(world.platform, { isHeld: (_, id) => held.includes(id), names: new Set(), targets: [] }))
    .unmanaged;

/** From the second page on, every list of pods fails. */
const breakLists = () =>
  world.emulator.addFault({ operation: "listPods", skip: 1, times: 10_000, effect: { status: 500 } });

test("Podwright finds the oldest of 250 pods when RunPod returns seven pods per page", async () => {
  const stack = await world.stackOf(pod).up(onGpu);
  await fill(249);
  world.emulator.clearRequests();
  expect(await stack.refresh()).toBe(true);
  expect(world.emulator.counts()).toEqual({ listPods: 36 });

  expect(await unmanaged(stack.id)).toHaveLength(249);
  expect(await pod.findLeftovers(world.run(), stack.inputs)).toMatchObject({ created: [stack.id] });

  world.emulator.addFault({ operation: "createPod", effect: { dropResponse: true } });
  const other = await world.stackOf(pod).up(onGpu);
  expect(other.id).not.toBe(stack.id);
  expect(world.emulator.state().pods).toHaveLength(251);

  const { id } = stack;
  await stack.destroy();
  expect(world.emulator.state().pods.some((one) => one.id === id)).toBe(false);
});

describe("a failed page in the middle of a list", () => {
  test("makes the refresh of a pod fail without removing the pod from the state", async () => {
    const stack = await world.stackOf(pod).up(onGpu);
    await fill(20);
    breakLists();
    expect(await failure(stack.refresh())).toBeInstanceOf(ServerError);
    expect(stack.isRecorded).toBe(true);
  });

  test("makes every search for pods outside the state fail", async () => {
    const stack = await world.stackOf(pod).up(onGpu);
    await fill(20);
    breakLists();
    expect(await failure(unmanaged())).toBeInstanceOf(ServerError);
    expect(await failure(pod.findLeftovers(world.run(), stack.inputs))).toBeInstanceOf(ServerError);
  });

  test("prevents Podwright from repeating a create after a lost response", async () => {
    await fill(20);
    world.emulator.addFault({ operation: "createPod", effect: { dropResponse: true } });
    // The list before the create has three pages. The list after it fails behind its first page.
    world.emulator.addFault({ operation: "listPods", skip: 4, times: 10_000, effect: { status: 500 } });
    const error = await failure(world.stackOf(pod).up(onGpu));
    expect(error.message).toContain("did not confirm that it created pod");
    expect(world.emulator.counts().createPod).toBe(21);
  });

  test("makes the refresh of a template fail without removing the template from the state", async () => {
    const stack = await world.stackOf(template).up({ image: "worker", serverless: true });
    for (let index = 0; index < 8; index++) {
      await world.platform.templates.create({ name: `other-${index}`, image: "worker", serverless: true });
    }
    world.emulator.addFault({ operation: "listTemplates", skip: 1, times: 10_000, effect: { status: 500 } });
    expect(await failure(stack.refresh())).toBeInstanceOf(ServerError);
    expect(stack.isRecorded).toBe(true);
  });
});
