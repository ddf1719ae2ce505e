import { describe, expect, test } from "vitest";
import { job } from "../../../../provider/kinds/job/lifecycle";
import { OperationError } from "../../../../provider/operations/errors";
import { failure } from "../harness";
import { never, useJobs } from "./jobs";

const jobs = useJobs();
const { world, aStack, counts, answering, held, brokenOff, statusOf } = jobs;

describe("a job", () => {
  test("is submitted, waited for, and has the handler's answer as its output", async () => {
    answering((input) => ({ output: { said: input.prompt } }));
    const stack = await aStack().create(jobs.smoke);
    expect(stack.outputs).toMatchObject({ ...jobs.smoke, status: "COMPLETED", output: { said: "hello" } });
    expect(stack.outputs.executionTime).toEqual(expect.any(Number));
    expect(stack.lines.at(-1)).toBe(`job ${stack.id} is COMPLETED`);
    expect(counts().run).toBe(1);
  });

  test("whose handler returns nothing has null for its output", async () => {
    answering(() => ({}));
    expect((await aStack().create(jobs.smoke)).outputs.output).toBeNull();
  });

  test("is submitted with its policy, and without what hosts keep beside the inputs", async () => {
    answering(never);
    const stack = aStack();
    const policy = { executionTimeout: 5_000, lowPriority: true };
    const inputs = { ...stack.checked({ ...jobs.smoke, policy }), __logicalName: "smoke" };
    await brokenOff(stack, stack.create({}, { inputs }));
    world.emulator.advance(6_000);
    expect(await statusOf(stack.id)).toBe("TIMED_OUT");
  });

  test("that fails fails with the handler's words, without what it was asked, and leaves nothing: it runs again", async () => {
    answering(({ prompt }) => {
      throw new Error(`out of memory at "${prompt}"`);
    });
    const stack = aStack();
    const error = await failure(stack.create({ ...jobs.smoke, input: { prompt: "canary-prompt" } }));
    expect(error).toBeInstanceOf(OperationError);
    expect(error.message).toMatch(/Job [\w-]+ failed: out of memory at "\[secret]"/);
    expect(error.message).toContain('The next "pulumi up" runs it again');
    expect(stack.recorded).toBeUndefined();
    answering(() => ({ output: "fine" }));
    expect((await stack.create(jobs.smoke)).outputs.output).toBe("fine");
  });

  test("that the platform does not show right after its submission is not gone, and runs once", async () => {
    answering(() => ({ output: "shown late" }));
    world.emulator.addFault({
      operation: "status",
      times: 3,
      effect: { status: 404, body: { error: "job not found" } },
    });
    expect((await aStack().create(jobs.smoke)).outputs.output).toBe("shown late");
    expect(counts().run).toBe(1);
  });

  test("that the engine asks for once more in the same process, after a failure, runs again", async () => {
    answering(() => {
      throw new Error("once");
    });
    const stack = aStack();
    const inputs = stack.checked(jobs.smoke);
    await failure(stack.create({}, { inputs }));
    answering(() => ({ output: 1 }));
    await stack.create({}, { inputs });
    expect(counts().run).toBe(2);
  });

  test("on an endpoint that is not there is refused and leaves nothing", async () => {
    const stack = aStack();
    await failure(stack.create({ ...jobs.smoke, endpointId: "nowhere" }));
    expect(stack.recorded).toBeUndefined();
  });
});

describe("submitting a job", () => {
  test("whose answer is lost is not repeated, and says that the job may run", async () => {
    world.emulator.addFault({ operation: "run", effect: { dropResponse: true } });
    const stack = aStack();
    const { message } = await failure(stack.create(jobs.smoke));
    expect(counts().run).toBe(1);
    expect(message).toContain("did not confirm that it accepted the job");
    expect(message).toContain("if it was accepted, it runs unseen");
    expect(message).toContain(`podwright jobs health ${jobs.endpointId}`);
    expect(stack.recorded).toBeUndefined();
  });

  test("that is on its way when the run is cancelled waits for the job's id, which is kept", async () => {
    world.emulator.addFault({ operation: "run", effect: { delayMs: 200 } });
    const run = world.run();
    const stack = aStack();
    const creation = failure(stack.create(jobs.smoke, { run }));
    await expect.poll(() => counts().run ?? 0, { interval: 5 }).toBe(1);
    run.cancel();
    expect((await creation).reasons[0]).toContain("the run was cancelled");
    expect(stack.id).not.toBe("");
  });

  test("is not begun for a run that is cancelled already", async () => {
    const run = world.run();
    run.cancel();
    await failure(aStack().create(jobs.smoke, { run }));
    expect(counts().run ?? 0).toBe(0);
  });
});

describe("a job in the state", () => {
  test("takes another time-out without a request", async () => {
    const stack = await aStack().create(jobs.smoke);
    world.emulator.clearRequests();
    await stack.update({ ...jobs.smoke, timeout: "1h" });
    expect(stack.outputs).toMatchObject({ timeout: "1h", status: "COMPLETED" });
    expect(world.emulator.requests()).toEqual([]);
  });

  test("that has ended is history: no refresh asks for it, though platform and endpoint have forgotten it", async () => {
    const stack = await aStack().create(jobs.smoke);
    const before = stack.state;
    world.emulator.advance(31 * 60_000);
    world.emulator.changeEndpoint(jobs.endpointId, { deleted: true });
    world.emulator.clearRequests();
    expect(await stack.refresh()).toBe(true);
    expect(stack.state).toEqual(before);
    await stack.delete();
    expect(world.emulator.requests()).toEqual([]);
  });

  test("whose wait was broken off is refreshed, and stays while it is not known how it ended", async () => {
    const work = held();
    const stack = aStack();
    await brokenOff(stack, stack.create(jobs.smoke));
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
    await brokenOff(stack, stack.create(jobs.smoke));
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
