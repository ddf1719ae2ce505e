import { describe, expect, test } from "vitest";
import { job } from "../../../../provider/kinds/job/lifecycle";
import { plan } from "../../../../provider/planning/changes";
import type { Values } from "../../../../provider/planning/values";
import { failure, type OneResource } from "../harness";
import { never, useJobs } from "./jobs";

const jobs = useJobs();
const { world, aStack, counts, answering, held, brokenOff, statusOf } = jobs;

const planOf = (stack: OneResource, news: Values) =>
  plan(job.changes, { olds: stack.state.inputs, news, state: stack.outputs });
const effects = (stack: OneResource, news: Values = jobs.smoke) =>
  planOf(stack, news).differences.map(({ path, effect }) => `${path.join(".")} ${effect.kind}`);

describe("a wait for a job that is broken off", () => {
  const aBrokenOne = async (inputs: Values = jobs.smoke, status?: string) => {
    const stack = aStack();
    return { stack, error: await brokenOff(stack, stack.create(inputs), status) };
  };

  test("by its timeout keeps the job in the state and says what to type next", async () => {
    answering(never);
    const { stack, error } = await aBrokenOne({ ...jobs.smoke, timeout: "7m" });
    expect(error.reasons[0]).toMatch(/is not known to have ended: the wait took 7m.*last seen IN_PROGRESS/);
    expect(error.reasons.at(-1)).toContain('"pulumi up" continues to wait for this job');
    expect(stack.outputs).toMatchObject({ ...jobs.smoke, status: "IN_PROGRESS", output: null });
    expect(await statusOf(stack.id)).toBe("IN_PROGRESS");
  });

  test("in the queue says that it waits for a worker", async () => {
    world.emulator.changeEndpoint(jobs.endpointId, { workersMin: 0, workersMax: 0 });
    const { error } = await aBrokenOne(jobs.smoke, "IN_QUEUE");
    expect(error.reasons.join()).toContain("workersMax is above 0");
  });

  test("continues with the same job", async () => {
    const work = held();
    const { stack } = await aBrokenOne();
    const { id } = stack;
    expect(effects(stack)).toContain("status update");
    const update = stack.update(jobs.smoke);
    work.finish("late");
    await update;
    expect(stack.outputs).toMatchObject({ status: "COMPLETED", output: "late" });
    expect(stack.id).toBe(id);
    expect(counts().run).toBe(1);
    expect(effects(stack)).toEqual([]);
  });

  test("continues with it also when the engine repeats the create in the same process", async () => {
    const work = held();
    const stack = aStack();
    const inputs = stack.checked(jobs.smoke);
    await brokenOff(stack, stack.create({}, { inputs }));
    work.finish(1);
    await stack.create({}, { inputs });
    expect(counts().run).toBe(1);
  });

  test("by Ctrl-C keeps the job in the state, and the job goes on", async () => {
    answering(never);
    const run = world.run();
    const stack = aStack();
    const creation = failure(stack.create(jobs.smoke, { run }));
    await expect.poll(() => counts().status).toBeGreaterThan(0);
    run.cancel();
    expect((await creation).reasons[0]).toContain("the run was cancelled");
    expect(await statusOf(stack.id)).toBe("IN_PROGRESS");
  });

  test("by a platform that cannot be reached keeps the job in the state", async () => {
    answering(never);
    const stack = aStack();
    world.emulator.addFault({ operation: "status", times: 1, effect: { status: 401, body: {} } });
    const error = await failure(stack.create(jobs.smoke));
    expect(error.reasons[0]).toMatch(/is not known to have ended: .*key/i);
    expect(stack.id).toMatch(/\w+/);
  });

  test("whose job failed meanwhile fails with its words, keeps it, and runs another one on the next run", async () => {
    const work = held();
    const { stack } = await aBrokenOne();
    work.fail("no such model");
    const error = await failure(stack.update(jobs.smoke));
    expect(error.reasons).toEqual([expect.stringMatching(/failed: no such model.*runs it again/)]);
    expect(stack.outputs.status).toBe("FAILED");
    expect(effects(stack)).toContain("status replace");
    expect(planOf(stack, jobs.smoke)).toMatchObject({ terms: {} });
  });

  test("whose job the platform has forgotten meanwhile says so, and runs another one on the next run", async () => {
    const work = held();
    const { stack } = await aBrokenOne();
    work.finish(1);
    await expect.poll(() => statusOf(stack.id)).toBe("COMPLETED");
    world.emulator.advance(31 * 60_000);
    await failure(stack.update(jobs.smoke));
    expect(stack.outputs.status).toBe("EXPIRED");
    expect(effects(stack)).toContain("status replace");
  });

  test("is no reason to leave the old job running when the input changes", async () => {
    answering(never);
    const { stack } = await aBrokenOne();
    expect(planOf(stack, { ...jobs.smoke, input: { prompt: "other" } })).toMatchObject({
      terms: { deleteFirst: expect.any(String) },
    });
    await stack.delete();
  });
});
