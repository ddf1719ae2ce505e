import { describe, expect, test } from "vitest";
import { job } from "../../../../provider/kinds/job/lifecycle";
import { OperationError } from "../../../../provider/pulumi/errors";
import { failure, newerTest } from "../harness";
import { never, useJobs } from "./jobs";

const jobs = useJobs();
const { world, aStack, counts, answering, held, brokenOff, statusOf } = jobs;

describe("a job", () => {
  test("has the handler's result as its output", async () => {
    answering((input) => ({ output: { said: input.prompt } }));
    const stack = await aStack().up(jobs.smoke);
    expect(stack.outputs).toMatchObject({ ...jobs.smoke, status: "COMPLETED", output: { said: "hello" } });
    expect(stack.outputs.executionTime).toEqual(expect.any(Number));
    expect(stack.lines.at(-1)).toBe(`job ${stack.id} is COMPLETED`);
    expect(counts().run).toBe(1);
  });

  test("has the output null if its handler returns nothing", async () => {
    answering(() => ({}));
    expect((await aStack().up(jobs.smoke)).outputs.output).toBeNull();
  });

  newerTest("ends at the time limit of its policy", async () => {
    answering(never);
    const stack = aStack();
    const policy = { executionTimeout: 5_000, lowPriority: true };
    await brokenOff(stack, stack.up({ ...jobs.smoke, policy }));
    world.emulator.advance(6_000);
    expect(await statusOf(stack.id)).toBe("TIMED_OUT");
  });

  newerTest("posts its result to the webhook of the program", async () => {
    answering(() => ({ output: "done" }));
    const stack = await aStack().up({ ...jobs.smoke, webhook: "https://hooks.example.com/done?token=canary" });
    await expect.poll(() => world.emulator.webhooks()).toMatchObject([{ jobId: stack.id, body: { output: "done" } }]);
    expect(stack.lines.join("\n")).not.toContain("canary");
  });

  test("does not show its input in the error about its failure", async () => {
    answering(({ prompt }) => {
      throw new Error(`out of memory at "${prompt}"`);
    });
    const error = await failure(aStack().up({ ...jobs.smoke, input: { prompt: "canary-prompt" } }));
    expect(error.message).toMatch(/Job [\w-]+ failed: out of memory at "\[secret]"/);
  });

  test("is not recorded in the state if it fails, so the next run repeats the job", async () => {
    answering(() => {
      throw new Error("out of memory");
    });
    const stack = aStack();
    const error = await failure(stack.up(jobs.smoke));
    expect(error).toBeInstanceOf(OperationError);
    expect(error.message).toContain('The next "pulumi up" runs it again');
    expect(stack.isRecorded).toBe(false);
    answering(() => ({ output: "fine" }));
    expect((await stack.up(jobs.smoke)).outputs.output).toBe("fine");
  });

  test("runs only once, even if RunPod shows the job late", async () => {
    answering(() => ({ output: "shown late" }));
    world.emulator.addFault({
      operation: "status",
      times: 3,
      effect: { status: 404, body: { error: "job not found" } },
    });
    expect((await aStack().up(jobs.smoke)).outputs.output).toBe("shown late");
    expect(counts().run).toBe(1);
  });

  test("runs again if it fails and the engine repeats the create", async () => {
    answering(() => {
      throw new Error("once");
    });
    const onError = () => {
      answering(() => ({ output: 1 }));
      return true;
    };
    await aStack().up(jobs.smoke, { onError });
    expect(counts().run).toBe(2);
  });

  test("is not recorded in the state if its endpoint does not exist", async () => {
    const stack = aStack();
    await failure(stack.up({ ...jobs.smoke, endpointId: "nowhere" }));
    expect(stack.isRecorded).toBe(false);
  });
});

describe("the submission of a job", () => {
  test("is not repeated after a lost response, because the job may already run", async () => {
    world.emulator.addFault({ operation: "run", effect: { dropResponse: true } });
    const stack = aStack();
    const { message } = await failure(stack.up(jobs.smoke));
    expect(counts().run).toBe(1);
    expect(message).toContain("did not confirm that it accepted the job");
    expect(message).toContain("if RunPod accepted the job, it runs outside the state");
    expect(message).toContain(`podwright jobs health ${jobs.endpointId}`);
    expect(stack.isRecorded).toBe(false);
  });

  test("records the job's id even if the user cancels the run", async () => {
    world.emulator.addFault({ operation: "run", effect: { delayMs: 200 } });
    const stack = aStack();
    const creation = failure(stack.up(jobs.smoke));
    await expect.poll(() => counts().run ?? 0, { interval: 5 }).toBe(1);
    stack.cancel();
    expect((await creation).reasons[0]).toContain("the run was cancelled");
    expect(stack.id).not.toBe("");
  });

  test("is not sent in a cancelled run", async () => {
    const run = world.run();
    run.cancel();
    await failure(job.create(run, jobs.smoke));
    expect(counts().run ?? 0).toBe(0);
  });
});

describe("a job in the state", () => {
  test("accepts a new time-out without a request to RunPod", async () => {
    const stack = await aStack().up(jobs.smoke);
    world.emulator.clearRequests();
    await stack.up({ ...jobs.smoke, timeout: "1h" });
    expect(stack.outputs).toMatchObject({ timeout: "1h", status: "COMPLETED" });
    expect(world.emulator.requests()).toEqual([]);
  });

  test("causes no more requests to RunPod after the job has ended", async () => {
    const stack = await aStack().up(jobs.smoke);
    const before = stack.state;
    world.emulator.advance(31 * 60_000);
    world.emulator.changeEndpoint(jobs.endpointId, { deleted: true });
    world.emulator.clearRequests();
    expect(await stack.refresh()).toBe(true);
    expect(stack.state).toEqual(before);
    await stack.destroy();
    expect(world.emulator.requests()).toEqual([]);
  });

  test("shows its progress and its result in a refresh after an interrupted wait", async () => {
    const work = held();
    const stack = aStack();
    await brokenOff(stack, stack.up(jobs.smoke));
    await stack.refresh();
    expect(stack.outputs.status).toBe("IN_PROGRESS");
    work.finish("late");
    await expect.poll(() => statusOf(stack.id)).toBe("COMPLETED");
    const unseen = stack.state;
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ status: "COMPLETED", output: "late" });
    stack.state = unseen;
    world.emulator.advance(31 * 60_000);
    expect(await stack.refresh()).toBe(true);
    expect(stack.outputs.status).toBe("IN_PROGRESS");
  });

  test("is cancelled by a destroy", async () => {
    answering(never);
    const stack = aStack();
    await brokenOff(stack, stack.up(jobs.smoke));
    const { id } = stack;
    const { state } = stack;
    await stack.destroy();
    expect(await statusOf(id)).toBe("CANCELLED");
    expect(stack.lines).toEqual([`job ${id} is CANCELLED`]);
    world.emulator.advance(31 * 60_000);
    stack.state = state;
    await expect(stack.destroy()).resolves.toBeDefined();
  });

  test("is found by its id alone, without inputs, so that Pulumi reads but never imports it", async () => {
    answering(() => ({ output: "done" }));
    const { id } = await aStack().up(jobs.smoke);
    const found = await job.read(world.run(), { id, declared: undefined });
    expect(found?.inputs).toEqual({});
    expect(found?.outputs).toMatchObject({ status: "COMPLETED", output: "done", endpointId: jobs.smoke.endpointId });
  });

  test("is absent if RunPod knows no job of this id", async () => {
    expect(await job.read(world.run(), { id: "some-job", declared: undefined })).toBeUndefined();
    const { endpointId } = jobs.smoke;
    expect(await job.read(world.run(), { id: "some-job", declared: { endpointId }, state: {} })).toBeUndefined();
  });
});
