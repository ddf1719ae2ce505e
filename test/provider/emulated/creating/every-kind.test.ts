import { describe, expect, test } from "vitest";
import type { Values } from "../../../../kernel/values";
import { allResources, hasItem } from "../../../../provider/kinds/kinds";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { template } from "../../../../provider/kinds/template/lifecycle";
import { declaring } from "../../../support/engine";
import { failure, useLifecycles } from "../harness";
import { aCluster, aKey, anEndpoint, anEndpointOverRest, aPod, aVolume, freeKinds } from "./kinds";

const kinds = [aPod, aCluster, aVolume, ...freeKinds, aKey, anEndpoint, anEndpointOverRest];

/** A list proves as long as for a user what the server has, and not only for some milliseconds. */
const anAccount = useLifecycles({}, { timeScale: 1 });

test("the tests in this file cover every kind of resource except work that ends", () => {
  const tried = new Set(kinds.map(({ resource }) => resource.kind));
  const staying = allResources.map(({ kind }) => kind).filter(hasItem);
  expect([...tried].toSorted()).toEqual(staying.toSorted());
});

describe.each(kinds)(
  "the $what",
  ({ resource, inputs, change, creates, collection, namesAreUnique, isNameless, transport }) => {
    const world = useLifecycles({}, transport && { endpointTransport: transport });
    const items = () => collection(world.platform);
    const ids = async () => (await items().list()).map(({ id }) => id).sort();
    /** A serverless template carries one endpoint at a time, so each endpoint gets its own template. */
    const given = async (more: Values = {}): Promise<Values> => {
      if (resource.kind !== "ServerlessEndpoint") return { ...inputs, ...more };
      const { id } = await world.stackOf(template).up({ image: "worker", serverless: true });
      return { ...inputs, templateId: id, ...more };
    };
    const created = async (more?: Values) => await world.stackOf(resource).up(await given(more));

    test.each([
      ["response to its create is lost", { dropResponse: true }],
      ["request for its create never arrives", { dropRequest: true }],
      ["response to its create is unreadable", { malformed: true }],
    ] as const)("exists exactly once, even if the %s", async (_, effect) => {
      const others = namesAreUnique ? [] : [(await created({ name: "mine" })).id];
      for (const name of isNameless ? [{}] : [{}, { name: "mine" }]) {
        const wanted = await given(name);
        world.emulator.addFault({ operation: creates, effect });
        const stack = await world.stackOf(resource).up(wanted);
        expect(await ids()).toEqual([...others, stack.id].sort());
        expect(others).not.toContain(stack.id);
        await stack.destroy();
      }
    });

    test("is recorded in the state even if the user cancels the run during its create", async () => {
      const wanted = await given("skipAwait" in resource.inputs.schema.shape ? { skipAwait: true } : {});
      // Emulator and test share an event loop, so the pause between two looks always ends before this delay.
      world.emulator.addFault({ operation: creates, effect: { delayMs: 50 } });
      const stack = world.stackOf(resource);
      const creation = stack.up(wanted);
      await expect.poll(() => world.emulator.counts()[creates] ?? 0, { interval: 5 }).toBe(1);
      stack.cancel();
      await creation;
      expect(await ids()).toEqual([stack.id]);
    });

    test("stays in the state if RunPod's lists omit it during a refresh", async () => {
      const stack = await created();
      const before = stack.state;
      world.emulator.addFault({ operation: "*", times: 3, effect: { absent: stack.id } });
      expect(await stack.refresh()).toBe(true);
      expect(stack.state).toEqual(before);
    });

    test("is removed from the state by a destroy or a refresh after another user deleted it", async () => {
      const stack = await created();
      await items().delete(stack.id);
      if (Object.keys(change).length > 0) {
        const { message } = await failure(stack.up({ ...stack.inputs, ...change }));
        expect(message).toContain('no longer exists on RunPod: run "pulumi up --refresh"');
      }
      const { state } = stack;
      await stack.destroy();
      // With a wrong key, the state would forget resources that cost money.
      expect(stack.lines.at(-1)).toMatch(
        /^warning: .* was not found, so Podwright deleted nothing\. If it belongs to another account, it still exists there/,
      );
      stack.state = state;
      expect(await stack.refresh()).toBe(false);
    });
  },
);

test("Podwright lists the account only once when it destroys many pods that no longer exist", async () => {
  const stacks = await Promise.all(
    [1, 2, 3].map(() => anAccount.stackOf(pod).up({ image: "nginx", gpu: { id: "NVIDIA L4" } })),
  );
  const former = stacks[0]!.state;
  for (const { id } of stacks) await anAccount.platform.pods.delete(id);
  anAccount.emulator.clearRequests();
  for (const stack of stacks) await stack.destroy();
  expect(anAccount.emulator.counts()).toEqual({ deletePod: 3, listPods: 1 });
  anAccount.timesOut(31_000);
  const [gone] = stacks;
  gone!.state = former;
  await gone!.destroy();
  expect(anAccount.emulator.counts()).toMatchObject({ deletePod: 4, listPods: 2 });
});

describe("a wait for two pods", () => {
  const world = useLifecycles();

  test("does not end while RunPod's list omits one of the pods", async () => {
    const engine = world.engine();
    const aPod = declaring(pod)({ image: "nginx", gpu: { id: "NVIDIA L4" } });
    world.emulator.scriptPods({ outcome: "stuck" });
    const creations = engine.up({ one: aPod, other: aPod }, { isParallel: true });
    await expect.poll(() => world.emulator.state().pods.length).toBe(2);
    const [first] = world.emulator.state().pods;
    world.emulator.addFault({ operation: "listPods", times: 3, effect: { absent: first?.id ?? "" } });
    world.emulator.clearRequests();
    await expect.poll(() => world.emulator.counts().getPod ?? 0).toBe(3);
    for (const { id } of world.emulator.state().pods) world.emulator.changePod(id, { status: "RUNNING" });
    await creations;
    expect(["one", "other"].map((name) => engine.get(name).outputs.status)).toEqual(["RUNNING", "RUNNING"]);
  });
});
