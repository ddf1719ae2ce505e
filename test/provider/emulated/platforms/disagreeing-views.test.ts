import { describe, expect, test } from "vitest";
import { failure } from "../harness";
import { transports, useEndpoints } from "../kinds/endpoints-over";

/** A time that is longer than a test. */
const endlessly = 3_600_000;

const views = [
  { view: "the worker list", lag: { workerListLag: 200 } },
  { view: "the health response", lag: { healthLag: 200 } },
];

describe.each(transports)("endpoints over $endpointTransport", (transport) => {
  describe.each(views)("a delay of $view", ({ lag }) => {
    const of = useEndpoints(transport, lag);

    test("postpones the delete of an endpoint until the worker list and the health response show no worker", async () => {
      const stack = await of.aStack().up({ ...of.queue, workersMin: 1 });
      const shown: unknown[] = [];
      const { delete: remove } = of.world.platform.endpoints;
      of.world.platform.endpoints.delete = async (id, options) => {
        const { workers } = await of.world.platform.jobs.health(id);
        shown.push((await of.world.platform.workers.list(id)).summary.total, workers.idle);
        await remove(id, options);
      };
      await stack.destroy();
      expect(shown).toEqual([0, 0]);
    });
  });

  describe("a read that does not find an endpoint of the list", () => {
    const of = useEndpoints(transport);

    test.each([1, 2, 3, 4])("does not make a delete forget the endpoint (%i such reads)", async (times) => {
      const stack = await of.aStack().up(of.queue);
      of.world.emulator.addFault({ operation: "getEndpoint", times, effect: { status: 404 } });
      const isDone = await stack.destroy().then(
        () => true,
        () => false,
      );
      expect(of.world.emulator.state().endpoints).toHaveLength(isDone ? 0 : 1);
      of.world.emulator.clearFaults();
      if (!isDone) await stack.destroy();
      expect(of.world.emulator.state().endpoints).toEqual([]);
    });
  });

  describe("a single health response that does not find an existing endpoint", () => {
    const of = useEndpoints(transport);

    test.each([0, 1, 2])("does not stop a delete (after %i others)", async (skip) => {
      const stack = await of.aStack().up({ ...of.queue, workersMin: 1 });
      of.world.emulator.addFault({ operation: "health", skip, effect: { status: 404 } });
      await stack.destroy();
      expect(of.world.emulator.state().endpoints).toEqual([]);
    });
  });

  describe.each([
    { lag: { workerListLag: endlessly }, numbers: "RunPod's health check counts 0, and its list of workers has 1" },
    { lag: { healthLag: endlessly }, numbers: "RunPod's health check counts 1, and its list of workers has 0" },
  ])("a lasting contradiction between the health response and the worker list", ({ lag, numbers }) => {
    const of = useEndpoints(transport, lag);

    test(`makes a drain fail at its deadline: ${numbers}`, async () => {
      const stack = await of.aStack().up({ ...of.queue, workersMin: 1 });
      const deletion = failure(stack.destroy());
      await expect.poll(() => stack.lines.at(-1)).toContain("1 worker left");
      of.world.timesOut();
      const { message } = await deletion;
      expect(message).toContain(`waiting for it to become idle, with 1 worker left (${numbers}); it was not deleted`);
      expect(await of.live(stack.id)).toMatchObject({ workersMin: 1 });
    });
  });
});
