import { beforeEach, expect } from "vitest";
import type { EmulatorOptions } from "../../../../emulator";
import type { Values } from "../../../../kernel/values";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import type { OneResource } from "../../../support/one-resource";
import { failure, useLifecycles } from "../harness";

/** Both transports have the same tests. The names of saves and lists and the form of a refusal differ. */
export const transports = [
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

/** Endpoints over one transport, and jobs that keep them busy. */
export function useEndpoints(
  { endpointTransport }: Pick<(typeof transports)[number], "endpointTransport">,
  options: EmulatorOptions = {},
) {
  const world = useLifecycles(options, { endpointTransport });
  const aStack = () => world.stackOf(serverlessEndpoint);
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

  /** An endpoint with a running job and a waiting job, and a function that ends them. */
  async function busy(inputs: Values): Promise<{ stack: OneResource; finish: () => void }> {
    const finish = jobsThatWait();
    const stack = await aStack().up({ ...queue, workersMax: 1, ...inputs });
    await submit(stack.id, 2);
    await expect.poll(async () => health(stack.id)).toMatchObject({ inProgress: 1, inQueue: 1 });
    world.emulator.clearRequests();
    return { stack, finish };
  }

  /** The error of a deletion that times out while it waits for jobs in progress. */
  async function runningOut(stack: OneResource): Promise<Error> {
    const deletion = failure(stack.destroy());
    await expect.poll(() => stack.lines.at(-1)).toContain("in progress");
    world.timesOut();
    return await deletion;
  }

  const operations = () => world.emulator.requests().map(({ operation }) => operation);

  return {
    world,
    /** The inputs that an endpoint needs. */
    get queue() {
      return queue;
    },
    ...{ aStack, counts, live, jobsThatWait, submit, health, busy, runningOut, operations },
  };
}
