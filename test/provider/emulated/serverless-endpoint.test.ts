import { beforeEach, describe, expect, test } from "vitest";
import { PermissionError } from "../../../client";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { separate } from "../../../provider/planning/projection";
import type { Values } from "../../../provider/planning/values";
import { failure, type OneResource, useLifecycles } from "./harness";

/** The tests are the same: what differs is how saves and lists are called, and how a refusal comes. */
const transports = [
  {
    endpointTransport: "graphql",
    ...{ create: "saveEndpoint", save: "saveEndpoint", reads: ["myself"], lists: "myself" },
    refusal: { status: 200, body: { data: null, errors: [{ message: "held by a budget rule" }] } },
  },
  {
    endpointTransport: "rest",
    ...{
      create: "createEndpoint",
      save: "updateEndpoint",
      reads: ["listEndpoints", "getEndpoint", "listEndpointWorkers"],
      lists: "listEndpoints",
    },
    refusal: { status: 400, body: { title: "Bad Request", status: 400, detail: "held by a budget rule" } },
  },
] as const;

describe.each(transports)("over $endpointTransport,", ({ endpointTransport, create, save, reads, lists, refusal }) => {
  const world = useLifecycles({}, { endpointTransport });
  const aStack = () => world.stack(serverlessEndpoint);
  const counts = () => world.emulator.counts();
  const live = (id: string) => world.platform.endpoints.get(id);

  let queue: Values;
  beforeEach(async () => {
    const { id } = await world.platform.templates.create({ name: "worker", image: "worker", serverless: true });
    queue = { gpuIds: "AMPERE_16", templateId: id };
  });

  /** A handler whose jobs end when the test says so. */
  function jobsThatWait(): () => void {
    const waiting: (() => void)[] = [];
    let open = false;
    world.emulator.handle("*", async () => {
      if (!open) await new Promise<void>((resolve) => waiting.push(resolve));
      return { output: "done", durationMs: 0 };
    });
    return () => {
      open = true;
      for (const resolve of waiting.splice(0)) resolve();
    };
  }

  const submit = async (id: string, jobs: number) => {
    for (let job = 0; job < jobs; job += 1) await world.platform.jobs.run(id, { job });
  };
  const health = async (id: string) => (await world.platform.jobs.health(id)).jobs;

  /** An endpoint with one job running and one waiting, which ends them when told. */
  async function busy(inputs: Values): Promise<{ stack: OneResource; finish: () => void }> {
    const finish = jobsThatWait();
    const stack = await aStack().create({ ...queue, workersMax: 1, ...inputs });
    await submit(stack.id, 2);
    await expect.poll(async () => health(stack.id)).toMatchObject({ inProgress: 1, inQueue: 1 });
    world.emulator.clearRequests();
    return { stack, finish };
  }

  /** The error of a deletion whose time is over while it waits for what is in progress. */
  async function runningOut(stack: OneResource): Promise<Error> {
    const deletion = failure(stack.delete());
    await expect.poll(() => stack.lines.at(-1)).toContain("in progress");
    world.timesOut();
    return await deletion;
  }

  const operations = () => world.emulator.requests().map(({ operation }) => operation);

  describe("creating an endpoint", () => {
    // Over REST an endpoint copies its template.
    if (endpointTransport === "graphql") {
      test("of a template that another endpoint holds names the option", async () => {
        await aStack().create(queue);
        const error = await failure(aStack().create(queue));
        expect(error.message).toMatch(
          /^The platform refused saveEndpoint: template is already bound to another endpoint\./,
        );
        expect(error.message).toContain("give the endpoint the resource option deleteBeforeReplace: true");
      });
    }

    test("leaves to the platform what the program leaves out, and shows it beside what was declared", async () => {
      const { id, outputs } = await aStack().create({ ...queue, idleTimeout: 30, networkVolumeId: null });
      expect(outputs).toMatchObject({ ...queue, idleTimeout: 30, url: `${world.emulator.url}/v2/${id}` });
      expect(separate(outputs).undeclared).toMatchObject({ workersMin: 0, workersMax: 3, scalerValue: 4, type: "QB" });
      expect(await live(id)).toMatchObject({
        workersMin: 0,
        workersMax: 3,
        scalerValue: 4,
        type: "QB",
        locations: null,
      });
    });
  });

  describe.each(["merge", "replace"] as const)(
    "updating an endpoint on a platform that saves by %s",
    (saveEndpoint) => {
      const other = useLifecycles({ saveEndpoint }, { endpointTransport });

      test("sends the whole set with only what changed laid over what is live", async () => {
        const { id: templateId } = await other.platform.templates.create({
          name: "t",
          image: "worker",
          serverless: true,
        });
        const inputs = { gpuIds: "AMPERE_16", templateId, workersMax: 5, idleTimeout: 30 };
        const stack = await other.stack(serverlessEndpoint).create(inputs);
        other.emulator.changeEndpoint(stack.id, { workersMax: 2, scalerValue: 9 });
        await stack.update({ ...inputs, idleTimeout: 60 });
        expect(await other.platform.endpoints.get(stack.id)).toMatchObject({
          ...{ idleTimeout: 60, workersMax: 2, scalerValue: 9, gpuIds: "AMPERE_16", templateId },
        });
      });

      test("without an input any more gives it its default", async () => {
        const { id: templateId } = await other.platform.templates.create({
          name: "t",
          image: "worker",
          serverless: true,
        });
        const inputs = { gpuIds: "AMPERE_16", templateId };
        const stack = await other.stack(serverlessEndpoint).create({ ...inputs, workersMax: 5, locations: "CZ" });
        await stack.update(inputs);
        expect(await other.platform.endpoints.get(stack.id)).toMatchObject({ workersMax: 3, locations: null });
      });
    },
  );

  describe("an update of an endpoint", () => {
    test("that changes nothing the platform knows of saves nothing", async () => {
      const stack = await aStack().create(queue);
      world.emulator.clearRequests();
      await stack.update({ ...queue, drain: { queued: "refuse" }, locations: "", workersMax: 3 });
      expect(operations()).not.toContain(create);
      expect(operations()).not.toContain(save);
    });

    test("leaves alone what no program declares", async () => {
      const stack = await aStack().create({ ...queue, workersMax: 7, idleTimeout: 42, scalerValue: 9 });
      world.emulator.changeEndpoint(stack.id, { gpuCount: 2, workersPFBTarget: 1 });
      await stack.update({ ...queue, workersMax: 7, idleTimeout: 43, scalerValue: 9 });
      expect(world.emulator.state().endpoints).toMatchObject([
        { workersMax: 7, idleTimeout: 43, scalerValue: 9, gpuCount: 2, workersPFBTarget: 1 },
      ]);
    });
  });

  describe("refreshing an endpoint", () => {
    test("changes nothing when nothing changed", async () => {
      const stack = await aStack().create({ ...queue, locations: "", scalerType: "QUEUE_DELAY" });
      const before = stack.state;
      await stack.refresh();
      expect(stack.state).toEqual(before);
    });

    test("shows what drifted, of what was declared", async () => {
      const stack = await aStack().create({ ...queue, workersMin: 1, workersMax: 5, scalerType: "REQUEST_COUNT" });
      const drift = { workersMin: 2, workersMax: 6, gpuIds: "ADA_24", scalerType: "QUEUE_DELAY" } as const;
      world.emulator.changeEndpoint(stack.id, { ...drift, idleTimeout: 99 });
      await stack.refresh();
      expect(stack.state.inputs).toMatchObject(drift);
      expect(stack.outputs).toMatchObject({ ...drift, idleTimeout: 99 });
      expect(stack.state.inputs).not.toHaveProperty("idleTimeout");
    });
  });

  describe("deleting an endpoint", () => {
    test("scales it down first, and never by the call that takes its template along", async () => {
      const stack = await aStack().create({ ...queue, workersMin: 1 });
      await stack.delete();
      expect(operations().indexOf("deleteEndpoint")).toBeGreaterThan(operations().lastIndexOf(save));
      expect(await world.platform.endpoints.list()).toEqual([]);
      expect(await world.platform.templates.list()).toHaveLength(1);
    });

    test("succeeds also when it vanishes while it is drained", async () => {
      const { stack } = await busy({});
      const deletion = stack.delete();
      await expect.poll(operations).toContain(save);
      world.emulator.changeEndpoint(stack.id, { deleted: true });
      await expect(deletion).resolves.toBeDefined();
    });

    test("purges the queue and lets the running job finish by default", async () => {
      const { stack, finish } = await busy({});
      const deletion = stack.delete();
      await expect.poll(operations).toContain(save);
      expect(operations()).toContain("purge-queue");
      expect(operations()).not.toContain("deleteEndpoint");
      finish();
      await deletion;
      expect(operations()).toContain("deleteEndpoint");
      expect(stack.lines).toContainEqual(expect.stringMatching(/1 queued job purged$/));
    });

    test("with `process` works the queue off before it takes the workers away", async () => {
      const { stack, finish } = await busy({ drain: { queued: "process" } });
      const deletion = stack.delete();
      await expect.poll(() => stack.lines.join()).toContain("processes 1 job in its queue");
      expect(operations()).not.toContain(save);
      finish();
      await deletion;
      expect(operations()).not.toContain("purge-queue");
      expect(await world.platform.endpoints.list()).toEqual([]);
    });

    test("with `process` and no worker to process anything is refused at once", async () => {
      const { stack } = await busy({ drain: { queued: "process" } });
      world.emulator.changeEndpoint(stack.id, { workersMax: 0 });
      expect((await failure(stack.delete())).message).toContain("workersMax is 0: no worker will ever take them");
    });

    test("with `refuse` and a job waiting touches nothing", async () => {
      const { stack } = await busy({ drain: { queued: "refuse" } });
      const { message } = await failure(stack.delete());
      expect(message).toMatch(/it has 1 job in its queue, and drain\.queued is "refuse"; nothing was changed/);
      expect(operations().filter((operation) => !["health", ...reads].some((read) => read === operation))).toEqual([]);
    });

    test("with `refuse` and a job waiting touches nothing, also while lists leave the endpoint out", async () => {
      const { stack } = await busy({ drain: { queued: "refuse" } });
      world.emulator.addFault({ operation: lists, times: 3, effect: { absent: stack.id } });
      expect((await failure(stack.delete())).message).toContain("it has 1 job in its queue");
      expect(operations()).not.toContain(save);
      expect(operations()).not.toContain("deleteEndpoint");
    });

    test("waits on for a job of an endpoint that lists leave out", async () => {
      const { stack, finish } = await busy({});
      const deletion = stack.delete();
      await expect.poll(() => stack.lines.at(-1)).toContain("in progress");
      world.emulator.clearRequests();
      world.emulator.addFault({ operation: lists, times: 6, effect: { absent: stack.id } });
      await expect.poll(() => counts()[lists] ?? 0).toBeGreaterThan(8);
      expect(operations()).not.toContain("deleteEndpoint");
      finish();
      await deletion;
      expect(operations()).toContain("deleteEndpoint");
    });

    test("does not take an endpoint for gone that counters and lists leave out at once", async () => {
      const { stack } = await busy({ drain: { queued: "refuse" } });
      const looks = endpointTransport === "rest" ? 1 : 2;
      world.emulator.addFault({ operation: lists, skip: looks, times: 1, effect: { absent: stack.id } });
      world.emulator.addFault({ operation: "health", effect: { status: 404, body: { error: "endpoint not found" } } });
      expect((await failure(stack.delete())).message).toMatch(/could not be drained: .*; nothing was changed/);
      expect(operations()).not.toContain("deleteEndpoint");
    });

    test("with `refuse` does not lose a job that arrives while it is drained", async () => {
      const finish = jobsThatWait();
      const stack = await aStack().create({ ...queue, workersMax: 1, drain: { queued: "refuse" } });
      await submit(stack.id, 1);
      await expect.poll(async () => health(stack.id)).toMatchObject({ inProgress: 1 });
      const deletion = failure(stack.delete());
      await expect.poll(async () => (await live(stack.id)).workersMax).toBe(0);
      await submit(stack.id, 1);
      finish();
      expect((await deletion).message).toMatch(
        /1 job queued: new jobs arrived while it was drained; it was not deleted/,
      );
      expect(await live(stack.id)).toMatchObject({ workersMax: 1 });
    });

    test("with `process` also finishes a job that arrives while its workers go", async () => {
      const finish = jobsThatWait();
      const stack = await aStack().create({ ...queue, workersMax: 1, drain: { queued: "process" } });
      await submit(stack.id, 1);
      await expect.poll(async () => health(stack.id)).toMatchObject({ inProgress: 1 });
      const seen: unknown[] = [];
      const { delete: remove } = world.platform.endpoints;
      world.platform.endpoints.delete = async (id, options) => {
        seen.push(await health(id));
        await remove(id, options);
      };
      const deletion = stack.delete();
      await expect.poll(async () => (await live(stack.id)).workersMax).toBe(0);
      await submit(stack.id, 1);
      finish();
      await deletion;
      expect(seen).toMatchObject([{ completed: 2, inQueue: 0, inProgress: 0 }]);
    });

    test("that fails puts back the worker numbers alone: what somebody changed meanwhile stays", async () => {
      const { stack } = await busy({ workersMin: 0 });
      const deletion = failure(stack.delete());
      await expect.poll(() => stack.lines.at(-1)).toContain("in progress");
      world.emulator.changeEndpoint(stack.id, { name: "renamed", idleTimeout: 77, scalerValue: 9 });
      world.timesOut();
      await deletion;
      const put = { name: "renamed", idleTimeout: 77, scalerValue: 9, workersMin: 0, workersMax: 1 };
      expect(await live(stack.id)).toMatchObject(put);
    });

    test("that fails leaves worker numbers alone that somebody set meanwhile, and says so", async () => {
      const { stack } = await busy({});
      const deletion = failure(stack.delete());
      await expect.poll(() => stack.lines.at(-1)).toContain("in progress");
      world.emulator.changeEndpoint(stack.id, { workersMin: 2, workersMax: 5 });
      world.timesOut();
      expect((await deletion).message).toContain(
        "and it keeps workersMin 2 and workersMax 5, which somebody else has set",
      );
      expect(await live(stack.id)).toMatchObject({ workersMin: 2, workersMax: 5 });
    });

    test("keeps what somebody changed while the queue was worked off", async () => {
      const { stack, finish } = await busy({ drain: { queued: "process" } });
      const deletion = failure(stack.delete());
      await expect.poll(() => stack.lines.join()).toContain("processes 1 job in its queue");
      world.emulator.changeEndpoint(stack.id, { name: "renamed" });
      world.emulator.addFault({ operation: "deleteEndpoint", effect: refusal });
      finish();
      await deletion;
      expect(await live(stack.id)).toMatchObject({ name: "renamed", workersMax: 1 });
    });

    test("that runs out of time deletes nothing, puts the workers back and says what is left", async () => {
      const { stack } = await busy({ workersMin: 1, drain: { queued: "purge" } });
      const { message } = await runningOut(stack);
      expect(message).toMatch(/could not be drained: gave up .* after 10m, with 1 job in progress, 1 worker left/);
      expect(message).toContain("it was not deleted, and it has workersMin 1 and workersMax 1 again");
      expect(message).toContain('drain.queued "purge", drain.inProgress "wait"');
      expect(await live(stack.id)).toMatchObject({ workersMin: 1, workersMax: 1 });
      expect(operations()).not.toContain("deleteEndpoint");
    });

    test("says so when even putting the workers back fails", async () => {
      const { stack } = await busy({});
      world.emulator.addFault({ operation: save, skip: 1, times: 99, effect: { status: 403, body: {} } });
      const { message } = await runningOut(stack);
      expect(message).toMatch(
        /workersMin 0 and workersMax 1 could not be restored .* it serves nothing until they are/,
      );
    });

    test.each(["dropResponse", "dropRequest"] as const)("goes on when %s hits the purge", async (fault) => {
      const { stack, finish } = await busy({});
      world.emulator.addFault({ operation: "purge-queue", effect: { [fault]: true } as { dropResponse: true } });
      const deletion = stack.delete();
      await expect.poll(operations).toContain(save);
      finish();
      await deletion;
      expect(await world.platform.endpoints.list()).toEqual([]);
    });

    test("whose purge is never answered does not say that nothing was changed", async () => {
      const { stack } = await busy({});
      world.emulator.addFault({ operation: "purge-queue", times: 2, effect: { dropRequest: true } });
      const { message } = await failure(stack.delete());
      expect(message).toContain("; its queue may have been purged, its workers were not touched. ");
      expect(message).not.toContain("nothing was changed");
      expect(await live(stack.id)).toMatchObject({ workersMax: 1 });
    });

    test("of one endpoint that this key may not read does not end the drain of another", async () => {
      const { stack, finish } = await busy({});
      const { id } = await world.platform.templates.create({ name: "other", image: "worker", serverless: true });
      const other = await aStack().create({ ...queue, templateId: id, name: "other" });
      const deletion = stack.delete();
      await expect.poll(operations).toContain(save);
      const { health: healthOf } = world.platform.jobs;
      world.platform.jobs.health = async (endpoint, options) => {
        if (endpoint === other.id) throw new PermissionError({ operation: "health", sentence: "Not this one" });
        return await healthOf.call(world.platform.jobs, endpoint, options);
      };
      try {
        const refused = awaited(other.id);
        await expect(refused).rejects.toThrow("Not this one");
        finish();
        await deletion;
      } finally {
        world.platform.jobs.health = healthOf;
      }
      expect((await world.platform.endpoints.list()).map((left) => left.id)).toEqual([other.id]);
    });

    /** Somebody else's wait on an endpoint. */
    const awaited = (id: string) => world.run().endpoints.watch(id, () => true, new AbortController().signal);

    test("does not take an endpoint for idle because its counters are not found", async () => {
      const { stack } = await busy({ drain: { queued: "refuse" } });
      const effect = { status: 404, body: { error: "endpoint not found" } };
      world.emulator.addFault({ operation: "health", times: 99, effect });
      await failure(stack.delete());
      expect(operations()).not.toContain("deleteEndpoint");
    });

    test("of a load-balancing one without PORT_HEALTH is warned of, on a create and with another template", async () => {
      const balancer = { ...queue, type: "LB", scalerType: "REQUEST_COUNT" };
      const stack = await aStack().create(balancer);
      expect(stack.lines.join("\n")).toMatch(
        /^warning: the environment of template \w+ has no PORT_HEALTH, .+ Set PORT and/m,
      );
      const env = { PORT: "80", PORT_HEALTH: "80" };
      const healthy = await world.platform.templates.create({ name: "balanced", image: "x", serverless: true, env });
      await stack.update({ ...balancer, templateId: healthy.id });
      expect(stack.lines.join("\n")).not.toContain("PORT_HEALTH");
      await stack.update(balancer);
      expect(stack.lines.join("\n")).toContain("PORT_HEALTH");
      expect(
        (await aStack()
          .create({ ...queue, templateId: "gone", type: "LB" })
          .catch(String)) as string,
      ).toContain("gone");
    });

    test("of a load-balancing one asks for no queue", async () => {
      const stack = await aStack().create({ ...queue, type: "LB", scalerType: "REQUEST_COUNT", workersMin: 1 });
      await stack.delete();
      expect(counts().health ?? 0).toBe(0);
      expect(await world.platform.endpoints.list()).toEqual([]);
    });

    test("with `abandon` says how many jobs it does not wait for", async () => {
      const { stack, finish } = await busy({ drain: { inProgress: "abandon" } });
      const deletion = stack.delete();
      await expect.poll(() => stack.lines.join()).toContain("not waiting for 1 job in progress");
      finish();
      await deletion;
      expect(await world.platform.endpoints.list()).toEqual([]);
    });
  });
});
