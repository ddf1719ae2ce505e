import { beforeEach, describe, expect, test } from "vitest";
import type { JobHandler } from "../../../../emulator";
import { job } from "../../../../provider/kinds/job/lifecycle";
import { type InitError, OperationError } from "../../../../provider/operations/errors";
import { plan } from "../../../../provider/planning/changes";
import type { Values } from "../../../../provider/planning/values";
import { createEndpoint } from "../../../support/endpoints";
import { failure, type OneResource, useLifecycles } from "../harness";

const world = useLifecycles();
const aStack = () => world.stack(job);
const counts = () => world.emulator.counts();

let endpointId: string;
let smoke: { endpointId: string; input: Values };

beforeEach(async () => {
  endpointId = await createEndpoint(world.platform, { workersMin: 1, workersMax: 1 });
  smoke = { endpointId, input: { prompt: "hello" } };
  world.emulator.clearRequests();
});

const answering = (handler: JobHandler) => world.emulator.handle(endpointId, handler);
const never: JobHandler = () => new Promise(() => undefined);
/** A handler that waits to be told. */
function held(): { finish: (output: unknown) => void; fail: (words: string) => void } {
  let tell: { finish: (output: unknown) => void; fail: (words: string) => void };
  const told = new Promise<{ output: unknown }>((resolve, reject) => {
    tell = { finish: (output) => resolve({ output }), fail: (words) => reject(new Error(words)) };
  });
  answering(() => told);
  return tell!;
}
const statusOf = async (id: string) => (await world.platform.jobs.status(endpointId, id)).status;
const planOf = (stack: OneResource, news: Values) =>
  plan(job.changes, { olds: stack.state.inputs, news, state: stack.outputs });
const effects = (stack: OneResource, news: Values = smoke) =>
  planOf(stack, news).differences.map(({ path, effect }) => `${path.join(".")} ${effect.kind}`);

describe("a job", () => {
  test("is submitted, waited for, and has the handler's answer as its output", async () => {
    answering((input) => ({ output: { said: input.prompt } }));
    const stack = await aStack().create(smoke);
    expect(stack.outputs).toMatchObject({ ...smoke, status: "COMPLETED", output: { said: "hello" } });
    expect(stack.outputs.executionTime).toEqual(expect.any(Number));
    expect(stack.lines.at(-1)).toBe(`job ${stack.id} is COMPLETED`);
    expect(counts().run).toBe(1);
  });

  test("whose handler returns nothing has null for its output", async () => {
    answering(() => ({}));
    expect((await aStack().create(smoke)).outputs.output).toBeNull();
  });

  test("is submitted with its policy, and without what hosts keep beside the inputs", async () => {
    answering(never);
    const stack = aStack();
    const policy = { executionTimeout: 5_000, lowPriority: true };
    const inputs = { ...stack.checked({ ...smoke, policy }), __logicalName: "smoke" };
    await brokenOff(stack, stack.create({}, { inputs }));
    world.emulator.advance(6_000);
    expect(await statusOf(stack.id)).toBe("TIMED_OUT");
  });

  test("that fails fails with the handler's words, without what it was asked, and leaves nothing: it runs again", async () => {
    answering(({ prompt }) => {
      throw new Error(`out of memory at "${prompt}"`);
    });
    const stack = aStack();
    const error = await failure(stack.create({ ...smoke, input: { prompt: "canary-prompt" } }));
    expect(error).toBeInstanceOf(OperationError);
    expect(error.message).toMatch(/Job [\w-]+ failed: out of memory at "\[secret]"/);
    expect(error.message).toContain('The next "pulumi up" runs it again');
    expect(stack.recorded).toBeUndefined();
    answering(() => ({ output: "fine" }));
    expect((await stack.create(smoke)).outputs.output).toBe("fine");
  });

  test("that the engine asks for once more in the same process, after a failure, runs again", async () => {
    answering(() => {
      throw new Error("once");
    });
    const stack = aStack();
    const inputs = stack.checked(smoke);
    await failure(stack.create({}, { inputs }));
    answering(() => ({ output: 1 }));
    await stack.create({}, { inputs });
    expect(counts().run).toBe(2);
  });

  test("on an endpoint that is not there is refused and leaves nothing", async () => {
    const stack = aStack();
    await failure(stack.create({ ...smoke, endpointId: "nowhere" }));
    expect(stack.recorded).toBeUndefined();
  });
});

/** The error of a wait whose time is over once the job was seen in this status. */
async function brokenOff(stack: OneResource, work: Promise<unknown>, status = "IN_PROGRESS"): Promise<InitError> {
  const broken = failure(work);
  await expect.poll(() => stack.lines.join("\n")).toContain(`is ${status}`);
  world.timesOut();
  return await broken;
}

describe("a wait for a job that is broken off", () => {
  const aBrokenOne = async (inputs: Values = smoke, status?: string) => {
    const stack = aStack();
    return { stack, error: await brokenOff(stack, stack.create(inputs), status) };
  };

  test("by its timeout keeps the job in the state and says what to type next", async () => {
    answering(never);
    const { stack, error } = await aBrokenOne({ ...smoke, timeout: "7m" });
    expect(error.reasons[0]).toMatch(/is not known to have ended: the wait took 7m.*last seen IN_PROGRESS/);
    expect(error.reasons.at(-1)).toContain('"pulumi up" continues to wait for this job');
    expect(stack.outputs).toMatchObject({ ...smoke, status: "IN_PROGRESS", output: null });
    expect(await statusOf(stack.id)).toBe("IN_PROGRESS");
  });

  test("in the queue says that it waits for a worker", async () => {
    world.emulator.changeEndpoint(endpointId, { workersMin: 0, workersMax: 0 });
    const { error } = await aBrokenOne(smoke, "IN_QUEUE");
    expect(error.reasons.join()).toContain("workersMax is above 0");
  });

  test("goes on with the very same job", async () => {
    const work = held();
    const { stack } = await aBrokenOne();
    const { id } = stack;
    expect(effects(stack)).toContain("status update");
    const update = stack.update(smoke);
    work.finish("late");
    await update;
    expect(stack.outputs).toMatchObject({ status: "COMPLETED", output: "late" });
    expect(stack.id).toBe(id);
    expect(counts().run).toBe(1);
    expect(effects(stack)).toEqual([]);
  });

  test("goes on with it in the same process, too, when the engine asks for a creation again", async () => {
    const work = held();
    const stack = aStack();
    const inputs = stack.checked(smoke);
    await brokenOff(stack, stack.create({}, { inputs }));
    work.finish(1);
    await stack.create({}, { inputs });
    expect(counts().run).toBe(1);
  });

  test("by Ctrl-C keeps the job in the state, and the job goes on", async () => {
    answering(never);
    const run = world.run();
    const stack = aStack();
    const creation = failure(stack.create(smoke, { run }));
    await expect.poll(() => counts().status).toBeGreaterThan(0);
    run.cancel();
    expect((await creation).reasons[0]).toContain("the run was cancelled");
    expect(await statusOf(stack.id)).toBe("IN_PROGRESS");
  });

  test("by a platform that cannot be reached keeps the job in the state", async () => {
    answering(never);
    const stack = aStack();
    world.emulator.addFault({ operation: "status", times: 1, effect: { status: 401, body: {} } });
    const error = await failure(stack.create(smoke));
    expect(error.reasons[0]).toMatch(/is not known to have ended: .*key/i);
    expect(stack.id).toMatch(/\w+/);
  });

  test("whose job failed meanwhile fails with its words, keeps it, and runs another one on the next run", async () => {
    const work = held();
    const { stack } = await aBrokenOne();
    work.fail("no such model");
    const error = await failure(stack.update(smoke));
    expect(error.reasons).toEqual([expect.stringMatching(/failed: no such model.*runs it again/)]);
    expect(stack.outputs.status).toBe("FAILED");
    expect(effects(stack)).toContain("status replace");
    expect(planOf(stack, smoke)).toMatchObject({ terms: {} });
  });

  test("whose job the platform has forgotten meanwhile says so, and runs another one on the next run", async () => {
    const work = held();
    const { stack } = await aBrokenOne();
    work.finish(1);
    await expect.poll(() => statusOf(stack.id)).toBe("COMPLETED");
    world.emulator.advance(31 * 60_000);
    await failure(stack.update(smoke));
    expect(stack.outputs.status).toBe("EXPIRED");
    expect(effects(stack)).toContain("status replace");
  });

  test("is no reason to leave the old job running when the input changes", async () => {
    answering(never);
    const { stack } = await aBrokenOne();
    expect(planOf(stack, { ...smoke, input: { prompt: "other" } })).toMatchObject({
      terms: { deleteFirst: expect.any(String) },
    });
    await stack.delete();
  });
});

describe("submitting a job", () => {
  test("whose answer is lost is not repeated, and says that the job may run", async () => {
    world.emulator.addFault({ operation: "run", effect: { dropResponse: true } });
    const stack = aStack();
    const { message } = await failure(stack.create(smoke));
    expect(counts().run).toBe(1);
    expect(message).toContain("did not confirm that it accepted the job");
    expect(message).toContain("if it was accepted, it runs unseen");
    expect(message).toContain(`podwright jobs health ${endpointId}`);
    expect(stack.recorded).toBeUndefined();
  });

  test("that is on its way when the run is cancelled waits for the job's id, which is kept", async () => {
    world.emulator.addFault({ operation: "run", effect: { delayMs: 200 } });
    const run = world.run();
    const stack = aStack();
    const creation = failure(stack.create(smoke, { run }));
    await expect.poll(() => counts().run ?? 0, { interval: 5 }).toBe(1);
    run.cancel();
    expect((await creation).reasons[0]).toContain("the run was cancelled");
    expect(stack.id).not.toBe("");
  });

  test("is not begun for a run that is cancelled already", async () => {
    const run = world.run();
    run.cancel();
    await failure(aStack().create(smoke, { run }));
    expect(counts().run ?? 0).toBe(0);
  });
});

describe("a job in the state", () => {
  test("takes another time-out without a request", async () => {
    const stack = await aStack().create(smoke);
    world.emulator.clearRequests();
    await stack.update({ ...smoke, timeout: "1h" });
    expect(stack.outputs).toMatchObject({ timeout: "1h", status: "COMPLETED" });
    expect(world.emulator.requests()).toEqual([]);
  });

  test("that has ended is history: no refresh asks for it, though platform and endpoint have forgotten it", async () => {
    const stack = await aStack().create(smoke);
    const before = stack.state;
    world.emulator.advance(31 * 60_000);
    world.emulator.changeEndpoint(endpointId, { deleted: true });
    world.emulator.clearRequests();
    expect(await stack.refresh()).toBe(true);
    expect(stack.state).toEqual(before);
    await stack.delete();
    expect(world.emulator.requests()).toEqual([]);
  });

  test("whose wait was broken off is refreshed, and stays while it is not known how it ended", async () => {
    const work = held();
    const stack = aStack();
    await brokenOff(stack, stack.create(smoke));
    await stack.refresh();
    expect(stack.outputs.status).toBe("IN_PROGRESS");
    work.finish("late");
    await expect.poll(() => statusOf(stack.id)).toBe("COMPLETED");
    const unseen = stack.state;
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ status: "COMPLETED", output: "late" });
    stack.recorded = unseen;
    world.emulator.advance(31 * 60_000);
    expect(await stack.refresh()).toBe(true);
    expect(stack.outputs.status).toBe("IN_PROGRESS");
  });

  test("is cancelled by a delete while it runs, and a job the platform has forgotten needs nothing", async () => {
    answering(never);
    const stack = aStack();
    await brokenOff(stack, stack.create(smoke));
    const { id } = stack;
    const { state } = stack;
    await stack.delete();
    expect(await statusOf(id)).toBe("CANCELLED");
    expect(stack.lines).toEqual([`job ${id} is CANCELLED`]);
    world.emulator.advance(31 * 60_000);
    stack.recorded = state;
    await expect(stack.delete()).resolves.toBeDefined();
  });

  test("cannot come from an import, which says what to do instead", async () => {
    const imported = job.read(world.run(), { id: "some-job", declared: undefined });
    expect((await failure(imported)).message).toContain("declare it, and it runs");
  });
});
