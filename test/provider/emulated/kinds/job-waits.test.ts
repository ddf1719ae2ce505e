import { describe, expect, test } from "vitest";
import type { Values } from "../../../../kernel/values";
import type { OneResource } from "../../../support/one-resource";
import { failure } from "../harness";
import { never, useJobs } from "./jobs";

const jobs = useJobs();
const { world, aStack, counts, answering, held, brokenOff, statusOf } = jobs;

const planOf = async (stack: OneResource, news: Values) => (await stack.preview(news)).plan;
const effects = async (stack: OneResource, news: Values = jobs.smoke) =>
  (await planOf(stack, news))?.differences.map(({ path, effect }) => `${path.join(".")} ${effect.kind}`);

describe("an unfinished job", () => {
  const aBrokenOne = async (inputs: Values = jobs.smoke, status?: string) => {
    const stack = aStack();
    return { stack, error: await brokenOff(stack, stack.up(inputs), status) };
  };

  test("stays in the state after the wait times out", async () => {
    answering(never);
    const { stack, error } = await aBrokenOne({ ...jobs.smoke, timeout: "7m" });
    expect(error.reasons[0]).toMatch(
      /may not have ended: the wait reached its limit of 7m.*last known status is IN_PROGRESS/,
    );
    expect(error.reasons.at(-1)).toContain('"pulumi up" continues to wait for this job');
    expect(stack.outputs).toMatchObject({ ...jobs.smoke, status: "IN_PROGRESS", output: null });
    expect(await statusOf(stack.id)).toBe("IN_PROGRESS");
  });

  test("is reported with the advice to check workersMax while the job is still queued", async () => {
    world.emulator.changeEndpoint(jobs.endpointId, { workersMin: 0, workersMax: 0 });
    const { error } = await aBrokenOne(jobs.smoke, "IN_QUEUE");
    expect(error.reasons.join()).toContain("workersMax is above 0");
  });

  test("is awaited by the next run and not submitted again", async () => {
    const work = held();
    const { stack } = await aBrokenOne();
    const { id } = stack;
    expect(await effects(stack)).toContain("status update");
    const update = stack.up(jobs.smoke);
    work.finish("late");
    await update;
    expect(stack.outputs).toMatchObject({ status: "COMPLETED", output: "late" });
    expect(stack.id).toBe(id);
    expect(counts().run).toBe(1);
    expect(await effects(stack)).toEqual([]);
  });

  test("is not submitted again when the engine repeats the create", async () => {
    const work = held();
    const stack = aStack();
    const creation = stack.up(jobs.smoke, { onError: () => true });
    await expect.poll(() => stack.lines.join("\n")).toContain("is IN_PROGRESS");
    world.timesOut();
    work.finish(1);
    await creation;
    expect(counts().run).toBe(1);
  });

  test("keeps running after Ctrl-C", async () => {
    answering(never);
    const stack = aStack();
    const creation = failure(stack.up(jobs.smoke));
    await expect.poll(() => counts().status).toBeGreaterThan(0);
    stack.cancel();
    expect((await creation).reasons[0]).toContain("the run was cancelled");
    expect(await statusOf(stack.id)).toBe("IN_PROGRESS");
  });

  test("stays in the state if RunPod refuses to report its status", async () => {
    answering(never);
    const stack = aStack();
    world.emulator.addFault({ operation: "status", times: 2, effect: { status: 401, body: {} } });
    const error = await failure(stack.up(jobs.smoke));
    expect(error.reasons[0]).toMatch(/may not have ended: .*key/i);
    expect(stack.id).toMatch(/\w+/);
  });

  test("is replaced by a later run if the job fails", async () => {
    const work = held();
    const { stack } = await aBrokenOne();
    work.fail("no such model");
    const error = await failure(stack.up(jobs.smoke));
    expect(error.reasons).toEqual([expect.stringMatching(/failed: no such model.*runs it again/)]);
    expect(stack.outputs.status).toBe("FAILED");
    expect(await effects(stack)).toContain("status replace");
    expect(await planOf(stack, jobs.smoke)).toMatchObject({ terms: {} });
  });

  test("is replaced by a later run if RunPod no longer has the job", async () => {
    const work = held();
    const { stack } = await aBrokenOne();
    work.finish(1);
    await expect.poll(() => statusOf(stack.id)).toBe("COMPLETED");
    world.emulator.advance(31 * 60_000);
    await failure(stack.up(jobs.smoke));
    expect(stack.outputs.status).toBe("EXPIRED");
    expect(await effects(stack)).toContain("status replace");
  });

  test("is deleted before Pulumi creates the replacement if the job's input changes", async () => {
    answering(never);
    const { stack } = await aBrokenOne();
    expect(await planOf(stack, { ...jobs.smoke, input: { prompt: "other" } })).toMatchObject({
      terms: { deleteFirst: expect.any(String) },
    });
    await stack.destroy();
  });
});
