import { describe, expect, test } from "vitest";
import { commandLine } from "../../../cli/support/command-line";
import { FakePulumi } from "../../../cli/support/fake-pulumi";
import { environmentOf } from "../../../support/account";
import type { OneResource } from "../../../support/one-resource";
import { failure } from "../harness";
import { transports, useEndpoints } from "./endpoints-over";

describe.each(transports)("the delete of an endpoint over $endpointTransport with waiting jobs", (transport) => {
  const of = useEndpoints(transport);
  const { aStack, busy, operations, world } = of;

  /** An endpoint with a waiting job. Every new worker gets the given state. */
  async function waiting(outcome: "unhealthy" | "throttled", inputs: object = {}): Promise<OneResource> {
    world.emulator.scriptWorkers({ outcome });
    const stack = await aStack().up({ ...of.queue, workersMax: 1, ...inputs });
    await of.submit(stack.id, 1);
    const states = async () => ({ ...(await world.platform.jobs.health(stack.id)).workers });
    await expect.poll(states).toMatchObject({ [outcome]: 1 });
    world.emulator.clearRequests();
    return stack;
  }

  /** Runs the command in the error. */
  async function follow(message: string): Promise<void> {
    const args = /podwright (jobs purge-queue \S+ --yes)/.exec(message)?.[1]?.split(" ") ?? [];
    // This Pulumi has no stack, so nobody can prove whose the endpoint is.
    const env = { PATH: new FakePulumi({ deployment: null }).path, ...environmentOf(world.emulator) };
    const { err } = await commandLine([...args, "--unowned"], { env });
    expect(err).toBe("");
  }

  test("fails at once if workersMax is 0, and succeeds after the command in the error", async () => {
    const { stack, finish } = await busy({});
    world.emulator.changeEndpoint(stack.id, { workersMax: 0 });
    const { message } = await failure(stack.destroy());
    expect(message).toContain("its workersMax is 0: no worker will ever take them; nothing was changed.");
    expect(message).toContain('(drain.queued "purge", or a higher workersMax) and run "pulumi up" before the delete');
    expect(message).toContain('If the program declares workers, "pulumi up --refresh" restores workersMax.');
    expect(message).not.toContain("let its jobs finish");
    await follow(message);
    finish();
    await stack.destroy();
    expect(await world.platform.endpoints.list()).toEqual([]);
  });

  test.runIf(process.env.PODWRIGHT_EMULATOR_VARIANT !== "original")(
    "fails after a minute if RunPod starts no worker, and succeeds after the command in the error",
    async () => {
      const stack = await waiting("unhealthy");
      const deletion = failure(stack.destroy());
      await expect.poll(() => stack.lines.at(-1)).toContain("1 job queued");
      world.timesOut(65_000);
      const { message } = await deletion;
      expect(message).toMatch(/it has 1 job queued, and no worker that could take them: RunPod started none within 1m/);
      expect(message).toContain("; nothing was changed. To continue: ");
      await follow(message);
      await stack.destroy();
      expect(await world.platform.endpoints.list()).toEqual([]);
    },
  );

  test.runIf(process.env.PODWRIGHT_EMULATOR_VARIANT !== "original")(
    "waits longer than a minute for hardware, because RunPod may soon have some",
    async () => {
      const stack = await waiting("throttled");
      const deletion = failure(stack.destroy());
      await expect.poll(() => stack.lines.at(-1)).toContain("1 job queued");
      world.timesOut(65_000);
      world.timesOut();
      expect((await deletion).message).toMatch(/gave up after 10m waiting for its jobs to finish, with 1 job queued/);
    },
  );

  test("does not stop the workers if the queue does not empty in time", async () => {
    const { stack } = await busy({});
    const deletion = failure(stack.destroy());
    await expect.poll(() => stack.lines.join()).toContain("processes 1 job in its queue");
    world.timesOut();
    const { message } = await deletion;
    expect(message).toMatch(
      /gave up after 10m waiting for its jobs to finish, with 1 job queued, 1 job in progress, .*; nothing was changed/,
    );
    expect(message).toContain('drain.queued "purge", or a higher workersMax, or a longer customTimeouts.delete');
    expect(message).toContain("As long as clients submit jobs, the drain never ends");
    expect(operations()).not.toContain(transport.save);
  });
});
