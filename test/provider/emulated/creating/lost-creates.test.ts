import { beforeEach, describe, expect, test } from "vitest";
import { type Platform, TimeoutError } from "../../../../client";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { InitError } from "../../../../provider/pulumi/errors";
import { failure, isEarly, useLifecycles } from "../harness";

const world = useLifecycles();
const onGpu = { image: "nginx", gpu: { id: "NVIDIA GeForce RTX 4090" } };

/** The platform as the provider sees it. */
let seen: Platform;
beforeEach(() => {
  seen = world.platform;
});
const aStack = () => world.stackOf(pod, { platform: () => seen });
const pods = () => world.emulator.state().pods;
const podIds = async () => (await world.platform.pods.list()).map(({ id }) => id);

/**
 * The first create gets no response until the client gives up, and takes effect just before the nth list of pods
 * after it.
 */
function firstCreateIsLate(look: number): void {
  const { pods } = world.platform;
  let late: (() => Promise<unknown>) | undefined;
  let looks = 0;
  const slowly: Pick<Platform["pods"], "create" | "listing"> = {
    create: async (body, options) => {
      if (late !== undefined) return await pods.create(body, options);
      late = () => pods.create(body);
      throw new TimeoutError({ operation: "createPod", sentence: "No answer in time", outcomeUnknown: true });
    },
    listing: async (options) => {
      if (late !== undefined) looks += 1;
      if (looks === look) await late?.();
      return await pods.listing(options);
    },
  };
  const slow = new Proxy(pods, {
    get: (all, name) => {
      const method: unknown = Reflect.get(name in slowly ? slowly : all, name);
      return typeof method === "function" ? method.bind(all) : method;
    },
  });
  seen = { ...world.platform, pods: slow };
}

describe("a terminated pod in RunPod's list", () => {
  const terminateFirst = () => world.emulator.changePod(pods()[0]?.id ?? "", { status: "TERMINATED" });

  test("is not adopted if the response to the pod's create is lost", async () => {
    world.emulator.addFault({ operation: "createPod", effect: { dropResponse: true } });
    world.emulator.addFault({ operation: "listPods", skip: 1, effect: { delayMs: 100 } });
    const stack = aStack();
    const creating = stack.up(onGpu);
    await expect.poll(() => world.emulator.counts().createPod ?? 0, { interval: 1 }).toBe(1);
    terminateFirst();
    await creating;
    expect(pods().find(({ id }) => id === stack.id)?.status).toBe("RUNNING");
    expect(world.emulator.counts()).toMatchObject({ createPod: 2 });
  });

  test("does not prevent the create of a new pod", async () => {
    world.emulator.scriptPods({ outcome: "error" });
    const stack = aStack();
    let first = "";
    const onError = () => {
      if (first !== "") return false;
      first = pods()[0]?.id ?? "";
      terminateFirst();
      world.emulator.scriptPods({});
      return true;
    };
    await stack.up(onGpu, { onError });
    expect(stack.id).not.toBe(first);
    world.emulator.changePod(stack.id, { status: "TERMINATED" });
    expect(await pod.findLeftovers(world.run(), stack.inputs)).toMatchObject({ created: [], similar: [] });
    stack.engine.resources.clear();
    await stack.up(onGpu);
    expect(world.emulator.counts().createPod).toBe(3);
  });
});

test.each([
  ["request", "generated", { dropRequest: true }, {}],
  ["request", "explicit", { dropRequest: true }, { name: "web" }],
  ["response", "explicit", { dropResponse: true }, { name: "web" }],
] as const)(
  "a replacement never adopts the old pod, even if the create %s is lost (%s name)",
  async (_, _name, effect, named) => {
    const stack = await aStack().up({ ...onGpu, ...named });
    const { id } = stack;
    world.emulator.addFault({ operation: "createPod", effect });
    await stack.up({ ...onGpu, ...named, gpu: { id: "NVIDIA L4" } });
    expect(stack.id).not.toBe(id);
    expect(pods()).toMatchObject([{ id: stack.id, gpu: { id: "NVIDIA L4" } }]);
  },
);

describe("a pod create that RunPod executes late", () => {
  test("leaves no duplicate if the pod fails or the user cancels the wait", async () => {
    for (const outcome of ["error", "stuck"] as const) {
      world.emulator.reset();
      world.emulator.scriptPods({ outcome });
      firstCreateIsLate(4);
      const stack = aStack();
      const creation = failure(stack.up(onGpu));
      await expect.poll(() => pods()[0]?.status).toBe(outcome === "error" ? "ERROR" : isEarly ? "RUNNING" : "STARTING");
      stack.cancel();
      expect(await creation).toBeInstanceOf(InitError);
      expect(await podIds()).toEqual([stack.id]);
    }
  });

  test("leaves no duplicate if a create with a fallback succeeds first", async () => {
    // The fourth lookup comes before the next choice.
    firstCreateIsLate(5);
    world.emulator.addFault({ operation: "createPod", effect: { noCapacity: true } });
    const stack = await aStack().up({ ...onGpu, fallbacks: [{ gpu: { id: "NVIDIA L4" } }] });
    expect(stack.outputs.placement).toMatchObject({ gpu: { id: "NVIDIA L4" } });
    expect(await podIds()).toEqual([stack.id]);
    expect(world.emulator.counts()).toMatchObject({ createPod: 3, deletePod: 1 });
  });

  test("never leads to an error that says that RunPod created no pod", async () => {
    firstCreateIsLate(99);
    world.emulator.addFault({ operation: "createPod", effect: { noCapacity: true } });
    const { message } = await failure(aStack().up(onGpu));
    expect(message).toMatch(
      /did not confirm that it created pod ".*, and Podwright did not find it: RunPod has had no/,
    );
    expect(message).not.toContain("Podwright created nothing");
  });
});
