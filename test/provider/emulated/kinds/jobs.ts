import { beforeEach, expect } from "vitest";
import type { JobHandler } from "../../../../emulator";
import type { Values } from "../../../../kernel/values";
import { job } from "../../../../provider/kinds/job/lifecycle";
import type { InitError } from "../../../../provider/pulumi/errors";
import { createEndpoint } from "../../../support/endpoints";
import type { OneResource } from "../../../support/one-resource";
import { failure, useLifecycles } from "../harness";

export const never: JobHandler = () => new Promise(() => undefined);

/** Jobs on an endpoint whose handler a test chooses. */
export function useJobs() {
  const world = useLifecycles({ jobsWithoutWorkers: "queue" });
  let endpointId: string;
  let smoke: { endpointId: string; input: Values };

  beforeEach(async () => {
    endpointId = await createEndpoint(world.platform, { workersMin: 1, workersMax: 1 });
    smoke = { endpointId, input: { prompt: "hello" } };
    world.emulator.clearRequests();
  });

  const answering = (handler: JobHandler) => world.emulator.handle(endpointId, handler);

  /** A handler that waits for a signal of the test. */
  function held(): { finish: (output: unknown) => void; fail: (words: string) => void } {
    let tell: { finish: (output: unknown) => void; fail: (words: string) => void };
    const told = new Promise<{ output: unknown }>((resolve, reject) => {
      tell = { finish: (output) => resolve({ output }), fail: (words) => reject(new Error(words)) };
    });
    answering(() => told);
    return tell!;
  }

  /** The error of a wait whose time ends after the wait saw this status. */
  async function brokenOff(stack: OneResource, work: Promise<unknown>, status = "IN_PROGRESS"): Promise<InitError> {
    const broken = failure(work);
    await expect.poll(() => stack.lines.join("\n")).toContain(`is ${status}`);
    world.timesOut();
    return await broken;
  }

  return {
    world,
    get endpointId() {
      return endpointId;
    },
    /** The inputs that a job needs. */
    get smoke() {
      return smoke;
    },
    ...{ answering, held, brokenOff },
    aStack: () => world.stackOf(job),
    counts: () => world.emulator.counts(),
    statusOf: async (id: string) => (await world.platform.jobs.status(endpointId, id)).status,
  };
}
