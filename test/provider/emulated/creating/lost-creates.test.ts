import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, type Platform, systemClock, TimeoutError } from "../../../../client";
import { type Emulator, startEmulator } from "../../../../emulator";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { InitError } from "../../../../provider/operations/errors";
import type { Resource } from "../../../../provider/operations/resource";
import type { Session } from "../../../../provider/operations/run";
import { openSession } from "../../../../provider/operations/session";
import type { Values } from "../../../../provider/planning/values";
import { type TestRun, testRun } from "../../../support/test-run";
import { failure, OneResource } from "../harness";

const timeScale = 0.01;
const rtx4090 = "NVIDIA GeForce RTX 4090";
const onGpu = { image: "nginx", gpu: { id: rtx4090 } };

let emulator: Emulator;
let platform: Platform;
let session: Session;

beforeAll(async () => {
  emulator = await startEmulator({ provision: 5, start: 5, workerStart: 5, strict: true });
});
beforeEach(() => {
  emulator.reset();
  const { apiKey, url } = emulator;
  platform = connect({ apiKey, baseUrl: url, serverlessUrl: url, timeScale });
  session = openSession({ platform, timeScale });
});
afterEach(() => platform.close());
afterAll(() => emulator.close());

const run = () => testRun({ platform, session, clock: systemClock, timeScale });
const stackOf = <Inputs>(resource: Resource<Inputs>) => new OneResource(resource as unknown as Resource<Values>, run);
const podIds = async () => (await platform.pods.list()).map(({ id }) => id);

/** Cancels as soon as the platform has received the nth request of the operation. */
async function cancelDuring(operation: string, running: TestRun, nth = 1): Promise<void> {
  await expect.poll(() => emulator.counts()[operation] ?? 0, { interval: 5 }).toBeGreaterThanOrEqual(nth);
  running.cancel();
}

describe("a create that is cancelled while its request is on its way", () => {
  test("whose answer is lost is looked for, and the pod is recorded", async () => {
    emulator.scriptPods({ outcome: "stuck" });
    emulator.addFault({ operation: "createPod", effect: { dropResponse: true } });
    // The first list comes before the create.
    emulator.addFault({ operation: "listPods", skip: 1, effect: { delayMs: 200 } });
    const running = run();
    const stack = stackOf(pod);
    const creation = failure(stack.create({ ...onGpu, name: "mine" }, { run: running }));
    await cancelDuring("listPods", running, 2);

    expect(await creation).toBeInstanceOf(InitError);
    expect(await podIds()).toEqual([stack.id]);
    expect(emulator.counts().createPod).toBe(1);
  });

  test("that was never sent, because its turn had not come, creates nothing and asks nothing", async () => {
    const limited = await startEmulator({ rateLimit: "2/m", strict: true });
    const { apiKey, url } = limited;
    const waiting = connect({ apiKey, baseUrl: url, serverlessUrl: url, timeScale });
    try {
      await waiting.pods.list();
      await waiting.pods.list();
      const running = testRun({ platform: waiting, clock: systemClock, timeScale });
      const stack = new OneResource(pod as unknown as Resource<Values>, () => running);
      const creation = failure(stack.create(onGpu));
      await new Promise((resolve) => setImmediate(resolve));
      running.cancel();
      expect((await creation).message).toBe("the run was cancelled");
      expect(limited.counts()).toEqual({ listPods: 2 });
    } finally {
      await waiting.close();
      await limited.close();
    }
  });
});

/**
 * The first create goes unanswered until the client gives up, and takes effect just before the nth list of pods after it.
 */
function firstCreateIsLate(look: number): void {
  const { pods } = platform;
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
  session = openSession({ platform: { ...platform, pods: slow }, timeScale });
}

describe("a terminated pod that lists still show", () => {
  const terminateFirst = () => emulator.changePod(emulator.state().pods[0]?.id ?? "", { status: "TERMINATED" });

  test("is not adopted by its own creation: the pod is created once more", async () => {
    emulator.addFault({ operation: "createPod", effect: { dropResponse: true } });
    emulator.addFault({ operation: "listPods", skip: 1, effect: { delayMs: 100 } });
    const stack = stackOf(pod);
    const creating = stack.create(onGpu);
    await expect.poll(() => emulator.counts().createPod ?? 0, { interval: 1 }).toBe(1);
    terminateFirst();
    await creating;
    expect(emulator.state().pods.find(({ id }) => id === stack.id)?.status).toBe("RUNNING");
    expect(emulator.counts()).toMatchObject({ createPod: 2 });
  });

  test("is not resumed when the engine repeats the creation, is no obstacle to it, and is none of its leftovers", async () => {
    const stack = await stackOf(pod).create(onGpu);
    const { inputs } = stack.state;
    terminateFirst();
    expect(await pod.findLeftovers(run(), inputs)).toEqual({ created: [], similar: [] });
    const repeated = await stackOf(pod).create(onGpu, { inputs });
    expect(repeated.id).not.toBe(stack.id);
    session = openSession({ platform, timeScale });
    emulator.changePod(repeated.id, { status: "TERMINATED" });
    await stackOf(pod).create(onGpu);
    expect(emulator.counts().createPod).toBe(3);
  });
});

describe("on a platform that is slower than any request waits", () => {
  test("a create that takes effect only after it was repeated leaves no duplicate", async () => {
    firstCreateIsLate(4);
    const stack = await stackOf(pod).create(onGpu);
    expect(await podIds()).toEqual([stack.id]);
    expect(emulator.counts()).toMatchObject({ createPod: 2, deletePod: 1 });
    expect(stack.lines.join("\n")).toMatch(/deleting \w+, a duplicate that the same create made/);
  });

  test("nor does one that fails to run, nor one whose wait is cancelled", async () => {
    for (const outcome of ["error", "stuck"] as const) {
      emulator.reset();
      emulator.scriptPods({ outcome });
      firstCreateIsLate(4);
      const running = run();
      const stack = stackOf(pod);
      const creation = failure(stack.create(onGpu, { run: running }));
      await expect.poll(() => emulator.state().pods[0]?.status).toBe(outcome === "error" ? "ERROR" : "STARTING");
      running.cancel();
      expect(await creation).toBeInstanceOf(InitError);
      expect(await podIds()).toEqual([stack.id]);
    }
  });

  test("nor does one that got the next choice meanwhile, because the first had no capacity any more", async () => {
    // The fourth look comes before the next choice.
    firstCreateIsLate(5);
    emulator.addFault({ operation: "createPod", effect: { noCapacity: true } });
    const stack = await stackOf(pod).create({ ...onGpu, fallbacks: [{ gpu: { id: "NVIDIA L4" } }] });
    expect(stack.outputs.placement).toMatchObject({ gpu: { id: "NVIDIA L4" } });
    expect(await podIds()).toEqual([stack.id]);
    expect(emulator.counts()).toMatchObject({ createPod: 3, deletePod: 1 });
  });

  test("a pod that no choice has capacity for any more is looked for once more, and kept", async () => {
    firstCreateIsLate(4);
    emulator.addFault({ operation: "createPod", effect: { noCapacity: true } });
    const stack = await stackOf(pod).create(onGpu);
    expect(stack.outputs.status).toBe("RUNNING");
    expect(await podIds()).toEqual([stack.id]);
  });

  test("for which there is no capacity does not claim that nothing was created while that is unknown", async () => {
    firstCreateIsLate(99);
    emulator.addFault({ operation: "createPod", effect: { noCapacity: true } });
    const { message } = await failure(stackOf(pod).create(onGpu));
    expect(message).toMatch(/did not confirm that it created pod ".*, and it was not found: the platform has had no/);
    expect(message).not.toContain("nothing was created");
  });

  test("a create that was answered lists nothing afterwards, and a burst of them lists once before", async () => {
    await Promise.all([1, 2, 3].map(() => stackOf(pod).create({ ...onGpu, skipAwait: true })));
    expect(emulator.counts()).toEqual({ listPods: 1, createPod: 3 });
    expect(emulator.requests().at(-1)?.operation).toBe("createPod");
  });
});
