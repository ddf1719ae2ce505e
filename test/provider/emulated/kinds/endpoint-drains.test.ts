import { describe, expect, test } from "vitest";
import { PermissionError } from "../../../../client";
import type { Values } from "../../../../kernel/values";
import { watchedActivities } from "../../../../provider/kinds/serverless-endpoint/activity";
import { failure, newerTest } from "../harness";

import { transports, useEndpoints } from "./endpoints-over";

describe.each(transports)("endpoints over $endpointTransport", (transport) => {
  // RunPod accepts jobs for some time after workersMax becomes 0.
  const of = useEndpoints(transport, { jobsWithoutWorkers: "queue" });
  const { aStack, counts, live, jobsThatWait, submit, health, busy, runningOut, operations, world } = of;
  const { endpointTransport, save, reads, lists, refusal } = transport;
  const purging = { drain: { queued: "purge" } };

  describe("the delete of an endpoint", () => {
    test("removes the workers first and keeps the template", async () => {
      const stack = await aStack().up({ ...of.queue, workersMin: 1 });
      await stack.destroy();
      expect(operations().indexOf("deleteEndpoint")).toBeGreaterThan(operations().lastIndexOf(save));
      expect(await world.platform.endpoints.list()).toEqual([]);
      expect(await world.platform.templates.list()).toHaveLength(1);
    });

    test("succeeds even if the endpoint disappears during the drain", async () => {
      const { stack } = await busy(purging);
      const deletion = stack.destroy();
      await expect.poll(operations).toContain(save);
      world.emulator.changeEndpoint(stack.id, { deleted: true });
      await expect(deletion).resolves.toBeDefined();
    });

    test("succeeds even if RunPod refuses the API key in one request of health", async () => {
      const { stack, finish } = await busy(purging);
      finish();
      world.emulator.addFault({ operation: "health", effect: { status: 401, body: { detail: "no token provided" } } });
      await stack.destroy();
      expect(await world.platform.endpoints.list()).toEqual([]);
    });

    test("purges the queue and lets the running job finish if drain.queued is `purge`", async () => {
      const { stack, finish } = await busy(purging);
      const deletion = stack.destroy();
      await expect.poll(operations).toContain(save);
      expect(operations()).toContain("purge-queue");
      expect(operations()).not.toContain("deleteEndpoint");
      finish();
      await deletion;
      expect(operations()).toContain("deleteEndpoint");
      expect(stack.lines).toContainEqual(expect.stringMatching(/1 queued job purged$/));
    });

    test("lets its workers finish the queue by default", async () => {
      const { stack, finish } = await busy({});
      const deletion = stack.destroy();
      await expect.poll(() => stack.lines.join()).toContain("processes 1 job in its queue");
      expect(operations()).not.toContain(save);
      finish();
      await deletion;
      expect(operations()).not.toContain("purge-queue");
      expect(await world.platform.endpoints.list()).toEqual([]);
    });

    describe("drain.keepFor", () => {
      const keeping = /without workers, it keeps the results of its jobs until \S+ \(drain\.keepFor 10m\)/;

      /** An endpoint on which a job has ended, and which keeps the job's result during its deletion. */
      async function kept(queued: string) {
        const stack = await aStack().up({ ...of.queue, workersMax: 1, drain: { queued, keepFor: "10m" } });
        const { id } = await world.platform.jobs.run(stack.id, { prompt: "hi" });
        const result = () => world.platform.jobs.status(stack.id, id);
        await expect.poll(async () => (await result()).status).toBe("COMPLETED");
        const deletion = stack.destroy();
        await expect.poll(() => stack.lines.at(-1)).toMatch(keeping);
        return { stack, deletion, result };
      }

      test("keeps the endpoint and its results for the declared time", async () => {
        const { stack, deletion, result } = await kept("process");
        expect(await result()).toMatchObject({ status: "COMPLETED" });
        expect(await live(stack.id)).toMatchObject({ workersMin: 0, workersMax: 0 });
        expect(operations()).not.toContain("deleteEndpoint");
        world.timesOut();
        await deletion;
        expect(operations()).toContain("deleteEndpoint");
      });

      test("lets the endpoint process a job that arrives before the delete", async () => {
        const { stack, deletion } = await kept("process");
        await submit(stack.id, 1);
        await expect.poll(() => stack.lines.join()).toContain("new jobs arrived");
        await expect.poll(() => stack.lines.at(-1)).toMatch(keeping);
        world.timesOut();
        await deletion;
        expect(await world.platform.endpoints.list()).toEqual([]);
      });

      newerTest("keeps the endpoint that an update replaces, even if only this update declares it", async () => {
        const stack = await aStack().up({ ...of.queue, workersMax: 1 });
        const { id } = await world.platform.jobs.run(stack.id, { prompt: "hi" });
        await expect.poll(async () => (await world.platform.jobs.status(stack.id, id)).status).toBe("COMPLETED");
        const { gpuIds: _, ...others } = of.queue as Values;
        const cpu = [{ id: "cpu3c", vcpuCount: 2 }];
        const update = stack.up({ ...others, workersMax: 1, cpu, drain: { keepFor: "10m" } });
        await expect.poll(() => stack.lines.join("\n")).toMatch(keeping);
        world.timesOut();
        await update;
      });

      test("does not delay the delete if no job has ended on the endpoint", async () => {
        const stack = await aStack().up({ ...of.queue, drain: { keepFor: "10m" } });
        await stack.destroy();
        expect(stack.lines.join()).toContain("no job has ended on it, so it has no results to keep");
      });
    });

    test("fails without a change if drain.queued is `refuse` and a job waits in the queue", async () => {
      const { stack } = await busy({ drain: { queued: "refuse" } });
      world.emulator.addFault({ operation: lists, times: 3, effect: { absent: stack.id } });
      const { message } = await failure(stack.destroy());
      expect(message).toMatch(/it has 1 job in its queue, and drain\.queued is "refuse"; nothing was changed/);
      expect(message).not.toContain("customTimeouts");
      const reading = ["health", "getEndpoint", ...reads];
      expect(operations().filter((operation) => !reading.includes(operation))).toEqual([]);
    });

    test("waits for a running job even if RunPod's lists omit the endpoint", async () => {
      const { stack, finish } = await busy(purging);
      const deletion = stack.destroy();
      await expect.poll(() => stack.lines.at(-1)).toContain("in progress");
      world.emulator.clearRequests();
      world.emulator.addFault({ operation: lists, times: 6, effect: { absent: stack.id } });
      await expect.poll(() => counts()[lists] ?? 0).toBeGreaterThan(8);
      expect(operations()).not.toContain("deleteEndpoint");
      finish();
      await deletion;
      expect(operations()).toContain("deleteEndpoint");
    });

    test("fails if RunPod's counters omit an existing endpoint twice, and a list omits it", async () => {
      const { stack } = await busy({ drain: { queued: "refuse" } });
      const looks = endpointTransport === "rest" ? 1 : 2;
      world.emulator.addFault({ operation: lists, skip: looks, times: 1, effect: { absent: stack.id } });
      const missing = { status: 404, body: { error: "endpoint not found" } };
      world.emulator.addFault({ operation: "health", times: 2, effect: missing });
      expect((await failure(stack.destroy())).message).toMatch(/could not be drained: .*; nothing was changed/);
      expect(operations()).not.toContain("deleteEndpoint");
    });

    /** The endpoint's job counts at its deletion. The second of its two jobs arrives while its workers stop. */
    async function withLateJob(queued: "refuse" | "process" | "purge") {
      const finish = jobsThatWait();
      const stack = await aStack().up({ ...of.queue, workersMax: 1, drain: { queued } });
      await submit(stack.id, 1);
      await expect.poll(async () => health(stack.id)).toMatchObject({ inProgress: 1 });
      let left: unknown;
      const { delete: remove } = world.platform.endpoints;
      world.platform.endpoints.delete = async (id, options) => {
        left = await health(id);
        await remove(id, options);
      };
      const deletion = stack.destroy().then(
        () => left,
        (error: Error) => error.message,
      );
      await expect.poll(async () => (await live(stack.id)).workersMax).toBe(0);
      await submit(stack.id, 1);
      finish();
      return { outcome: await deletion, stack };
    }

    test("applies drain.queued to a job that arrives while the workers stop", async () => {
      const refused = await withLateJob("refuse");
      expect(refused.outcome).toMatch(/1 job queued: new jobs arrived during the drain; it was not deleted/);
      expect(await live(refused.stack.id)).toMatchObject({ workersMax: 1 });
      world.emulator.changeEndpoint(refused.stack.id, { deleted: true });
      expect((await withLateJob("process")).outcome).toMatchObject({ completed: 2, inQueue: 0, inProgress: 0 });
      expect((await withLateJob("purge")).outcome).toMatchObject({ completed: 1, inQueue: 1, inProgress: 0 });
    });

    test.each([
      { workersMin: 2, workersMax: 5 },
      { workersMin: 0, workersMax: 5 },
      { workersMin: 1, workersMax: 1 },
    ])("does not overwrite another user's worker numbers when the delete fails: %o", async (theirs) => {
      const { stack } = await busy(purging);
      const deletion = failure(stack.destroy());
      await expect.poll(() => stack.lines.at(-1)).toContain("in progress");
      world.emulator.changeEndpoint(stack.id, theirs);
      world.timesOut();
      expect((await deletion).message).toContain(
        `and it keeps workersMin ${theirs.workersMin} and workersMax ${theirs.workersMax}, which a change outside Pulumi has set`,
      );
      expect(await live(stack.id)).toMatchObject(theirs);
    });

    test("does not overwrite another user's change while it waits for the queue to empty", async () => {
      const { stack, finish } = await busy({});
      const deletion = failure(stack.destroy());
      await expect.poll(() => stack.lines.join()).toContain("processes 1 job in its queue");
      world.emulator.changeEndpoint(stack.id, { name: "renamed" });
      world.emulator.addFault({ operation: "deleteEndpoint", effect: refusal });
      finish();
      await deletion;
      expect(await live(stack.id)).toMatchObject({ name: "renamed", workersMax: 1 });
    });

    test("restores only the worker numbers when the time for the delete runs out", async () => {
      const { stack } = await busy({ workersMin: 1, ...purging });
      const deletion = failure(stack.destroy());
      await expect.poll(() => stack.lines.at(-1)).toContain("in progress");
      const theirs = { name: "renamed", idleTimeout: 77, scalerValue: 9 };
      world.emulator.changeEndpoint(stack.id, theirs);
      world.timesOut();
      const { message } = await deletion;
      expect(message).toMatch(
        /could not be drained: Podwright gave up after 10m waiting for it to become idle, with 1 job in progress, 1 worker left;/,
      );
      expect(message).toContain("it was not deleted, and it has workersMin 1 and workersMax 1 again");
      expect(message).toContain('drain.queued "purge", drain.inProgress "wait"');
      expect(await live(stack.id)).toMatchObject({ ...theirs, workersMin: 1, workersMax: 1 });
      expect(operations()).not.toContain("deleteEndpoint");
    });

    test("restores the worker numbers if RunPod refuses the delete", async () => {
      const settings = { workersMax: 3, idleTimeout: 60, flashBootType: "FLASHBOOT", locations: "CZ,FR" };
      const stack = await aStack().up({ ...of.queue, ...settings });
      const before = await live(stack.id);
      world.emulator.addFault({ operation: "deleteEndpoint", effect: refusal });
      const { message } = await failure(stack.destroy());
      expect(message).toMatch(
        /RunPod refused the delete: .*held by a budget rule.*workersMin 0 and workersMax 3 again/,
      );
      expect(await live(stack.id)).toEqual(before);
      expect(counts().deleteEndpoint).toBe(1);
    });

    /** A drain that could neither end nor undo itself. The next delete has its own policy. */
    async function cutShort(inputs: Values, drain: Values = {}) {
      const made = await busy({ name: "jobs", ...purging, ...inputs });
      world.emulator.addFault({ operation: save, skip: 1, times: 99, effect: { status: 403, body: {} } });
      await runningOut(made.stack);
      world.emulator.clearFaults();
      expect(await live(made.stack.id)).toMatchObject({ workersMin: 0, workersMax: 0 });
      const { state } = made.stack;
      made.stack.state = { ...state, inputs: { ...state.inputs, drain } };
      return made;
    }

    test("can be interrupted, because the next update restores the endpoint", async () => {
      const inputs = { workersMin: 1, workersMax: 2, skipAwait: true };
      const { stack } = await cutShort(inputs);
      const unchanged = { ...of.queue, name: "jobs", ...inputs, drain: {} };
      expect(await stack.preview(unchanged)).toMatchObject({ step: "update" });
      expect(stack.lines.join()).toContain("restores its name and workersMin 1 and workersMax 2");
      await stack.up(unchanged);
      expect(await live(stack.id)).toMatchObject({ name: "jobs", workersMin: 1, workersMax: 2 });
      expect(await stack.preview(unchanged)).toMatchObject({ step: "same" });
    });

    test("succeeds even if RunPod refuses to rename the draining endpoint", async () => {
      const stack = await aStack().up({ ...of.queue, workersMax: 1 });
      world.emulator.addFault({ operation: save, times: 1, effect: refusal });
      await stack.destroy();
      expect(await world.platform.endpoints.list()).toEqual([]);
    });

    test("leaves no temporary endpoint name in the state after an interruption and a refresh", async () => {
      const { stack } = await cutShort({ workersMax: 2 });
      await stack.refresh();
      expect(stack.inputs).toMatchObject({ name: "jobs", workersMax: 0 });
    });

    test("lets a worker process a queued job if an earlier drain was interrupted", async () => {
      const { stack, finish } = await cutShort({ workersMax: 1 }, { queued: "process" });
      await submit(stack.id, 1);
      const deletion = stack.destroy();
      await expect.poll(async () => (await live(stack.id)).workersMax).toBe(1);
      finish();
      await deletion;
      expect(await world.platform.endpoints.list()).toEqual([]);
    });

    test("restores the original worker numbers if the delete fails after an interrupted drain", async () => {
      const { stack } = await cutShort({ workersMax: 2 }, { queued: "refuse" });
      await submit(stack.id, 1);
      const { message } = await failure(stack.destroy());
      expect(message).toContain("it was not deleted, and it has workersMin 0 and workersMax 2 again");
      expect(await live(stack.id)).toMatchObject({ name: "jobs", workersMax: 2 });
    });

    test.each([
      ["refuse", "1 job queued: new jobs arrived during the drain; it was not deleted"],
      ["process", "so Podwright starts the workers again"],
      ["purge", "1 job queued since the drain began; the delete removes these jobs with the endpoint"],
    ])("reports a job that arrives after the last worker has stopped (drain.queued: %s)", async (queued, line) => {
      jobsThatWait()();
      const stack = await aStack().up({ ...of.queue, workersMax: 1, drain: { queued } });
      const { jobs } = world.platform;
      const look = jobs.health.bind(jobs);
      let arrived = 0;
      jobs.health = async (id, options) => {
        const seen = await look(id, options);
        if (arrived === 0 && operations().includes(save)) arrived += await submit(id, 1).then(() => 1);
        return seen;
      };
      world.emulator.clearRequests();
      const message = await stack.destroy().then(
        () => "",
        (error: Error) => error.message,
      );
      jobs.health = look;
      expect([...stack.lines, message].join("\n")).toContain(line);
      expect(arrived).toBe(1);
    });

    test.each([
      ["dropResponse", 1],
      ["dropRequest", 2],
    ] as const)("succeeds even if its purge meets the fault %s (%d purge requests)", async (fault, sent) => {
      const { stack, finish } = await busy(purging);
      world.emulator.addFault({ operation: "purge-queue", effect: { [fault]: true } as { dropResponse: true } });
      const deletion = stack.destroy();
      await expect.poll(operations).toContain(save);
      finish();
      await deletion;
      expect(counts()["purge-queue"]).toBe(sent);
      expect(await world.platform.endpoints.list()).toEqual([]);
    });

    test("reports, if the purge gets no response, that Podwright may have purged the queue", async () => {
      const { stack } = await busy(purging);
      world.emulator.addFault({ operation: "purge-queue", times: 2, effect: { dropRequest: true } });
      const { message } = await failure(stack.destroy());
      expect(message).toContain("; Podwright may have purged the endpoint's queue, but did not change its workers. ");
      expect(message).not.toContain("nothing was changed");
      expect(await live(stack.id)).toMatchObject({ workersMax: 1 });
    });

    test("succeeds even if the API key may not read another endpoint", async () => {
      const { stack, finish } = await busy(purging);
      const { id } = await world.platform.templates.create({ name: "other", image: "worker", serverless: true });
      const other = await aStack().up({ ...of.queue, templateId: id, name: "other" });
      const deletion = stack.destroy();
      await expect.poll(operations).toContain(save);
      const { health: healthOf } = world.platform.jobs;
      world.platform.jobs.health = async (endpoint, options) => {
        if (endpoint === other.id) throw new PermissionError({ operation: "health", sentence: "Not this one" });
        return await healthOf.call(world.platform.jobs, endpoint, options);
      };
      /** The wait of another resource. */
      const refused = world
        .run()
        .poller(watchedActivities)
        .watch(other.id, () => true, new AbortController().signal);
      try {
        await expect(refused).rejects.toThrow("Not this one");
        finish();
        await deletion;
      } finally {
        world.platform.jobs.health = healthOf;
      }
      expect((await world.platform.endpoints.list()).map((left) => left.id)).toEqual([other.id]);
    });

    test("ignores a throttled worker that only RunPod's counters still show", async () => {
      const stack = await aStack().up({ ...of.queue, workersMax: 1 });
      const jobs = { completed: 27, failed: 0, inProgress: 0, inQueue: 0, retried: 0 };
      const workers = { idle: 0, initializing: 0, ready: 0, running: 0, throttled: 1, unhealthy: 0 };
      world.emulator.addFault({ operation: "health", times: 99, effect: { status: 200, body: { jobs, workers } } });
      await stack.destroy();
      expect(await world.platform.endpoints.list()).toEqual([]);
    });

    test("waits for requests in flight on a load-balancing endpoint, which has no queue to purge", async () => {
      const stack = await aStack().up({ ...of.queue, type: "LB", scalerType: "REQUEST_COUNT", workersMax: 1 });
      const jobs = { completed: 0, failed: 0, inProgress: 1, inQueue: 0, retried: 0 };
      const workers = { idle: 0, initializing: 0, ready: 1, running: 1, throttled: 0, unhealthy: 0 };
      world.emulator.addFault({ operation: "health", times: 9999, effect: { status: 200, body: { jobs, workers } } });
      const deletion = stack.destroy();
      await expect.poll(() => stack.lines.at(-1)).toContain("1 job in progress, 1 worker left");
      expect(operations()).not.toContain("deleteEndpoint");
      world.emulator.clearFaults();
      await deletion;
      expect(counts()["purge-queue"]).toBeUndefined();
      expect(await world.platform.endpoints.list()).toEqual([]);
    });

    test("of a load balancer succeeds even if RunPod does not report the endpoint's health", async () => {
      const stack = await aStack().up({ ...of.queue, type: "LB", scalerType: "REQUEST_COUNT", workersMax: 1 });
      const refused = { status: 400, body: { error: "not allowed for QB API" } };
      world.emulator.addFault({ operation: "health", times: 99, effect: refused });
      await stack.destroy();
      expect(await world.platform.endpoints.list()).toEqual([]);
    });

    test("does not wait for a running job if drain.inProgress is `abandon`", async () => {
      const { stack } = await busy({ drain: { ...purging.drain, inProgress: "abandon" } });
      await stack.destroy();
      expect(stack.lines.join()).toContain("not waiting for 1 job in progress");
      expect(await world.platform.endpoints.list()).toEqual([]);
    });
  });
});
