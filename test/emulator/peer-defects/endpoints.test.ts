import { beforeEach, describe, expect, test } from "vitest";
import { networkVolume } from "../../../provider/kinds/network-volume/lifecycle";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import { problemsOf } from "../../../provider/planning/check";
import type { Values } from "../../../provider/planning/values";
import { failure, useLifecycles } from "../../provider/emulated/harness";
import { changesOf, preview } from "../../provider/emulated/preview";

describe.each(["graphql", "rest"] as const)("over %s,", (endpointTransport) => {
  const world = useLifecycles({}, { endpointTransport });
  const anEndpoint = () => world.stack(serverlessEndpoint);
  const live = (id: string) => world.platform.endpoints.get(id);
  const operations = () => world.emulator.requests().map(({ operation }) => operation);
  const disk = { size: 20, dataCenter: "EU-RO-1" };

  let queue: Values;
  beforeEach(async () => {
    const { id } = await world.platform.templates.create({ name: "worker", image: "worker", serverless: true });
    queue = { gpuIds: "AMPERE_16", templateId: id };
  });

  /** Jobs that end when told; one runs and one waits. */
  async function busy(endpointId: string): Promise<() => void> {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    world.emulator.handle("*", async () => {
      await ended;
      return { output: "done", durationMs: 0 };
    });
    const { jobs } = world.platform;
    await jobs.run(endpointId, {});
    await jobs.run(endpointId, {});
    await expect.poll(async () => (await jobs.health(endpointId)).jobs).toMatchObject({ inProgress: 1, inQueue: 1 });
    return end;
  }

  test("a preview survives an endpoint without a recorded template, and sees a volume move (peer defect 4)", async () => {
    const stack = await anEndpoint().create(queue);
    const { templateId: _, ...inputs } = stack.state.inputs;
    stack.recorded = { ...stack.state, inputs };
    expect(changesOf(preview(serverlessEndpoint, stack, queue)).changed).toEqual(["templateId"]);

    const volume = await world.stack(networkVolume).create(disk);
    const moved = preview(networkVolume, volume, { ...disk, dataCenter: "US-TX-3" });
    expect(changesOf(moved).replaced).toEqual(["dataCenter"]);
  });

  test("a zero is a number: it is sent where it is allowed, and refused by name where it is not (peer defect 6)", async () => {
    const { id } = await anEndpoint().create({ ...queue, workersMin: 0, workersMax: 0 });
    expect(await live(id)).toMatchObject({ workersMin: 0, workersMax: 0 });
    const problems = problemsOf(serverlessEndpoint.inputs, { ...queue, idleTimeout: 0, scalerValue: 0 }, []);
    expect(problems.map(({ path }) => path)).toEqual([["idleTimeout"], ["scalerValue"]]);
    expect(problemsOf(networkVolume.inputs, { ...disk, size: 0 }, []).map(({ path }) => path)).toEqual([["size"]]);
  });

  test("an endpoint has every setting it was given, and the template's image, variables and ports reach its workers (peer defect 25)", async () => {
    const settings = { image: "worker", serverless: true, ports: ["8000/http"], env: { A: "1" }, args: "serve" };
    const { id: templateId } = await world.stack(template).create({ ...settings, allowedCudaVersions: ["12.4"] });
    expect(await world.platform.templates.get(templateId)).toMatchObject({
      ...settings,
      allowedCudaVersions: ["12.4"],
    });
    const inputs = { ...queue, templateId, type: "LB", scalerType: "REQUEST_COUNT", scalerValue: 2, idleTimeout: 45 };
    const stack = await anEndpoint().create({ ...inputs, flashBootType: "FLASHBOOT" });
    expect(await live(stack.id)).toMatchObject({ ...inputs, flashBootType: "FLASHBOOT" });
    await stack.update({ ...inputs, flashBootType: "PRIORITY_FLASHBOOT", gpuIds: "ADA_24", idleTimeout: 60 });
    expect(await live(stack.id)).toMatchObject({
      ...{ ...inputs, gpuIds: "ADA_24", idleTimeout: 60, flashBootType: "PRIORITY_FLASHBOOT" },
    });
  });

  test("what is gone is seen as gone, and an error while a delete waits is no proof that it ended (peer defect 29)", async () => {
    const volume = await world.stack(networkVolume).create(disk);
    await world.platform.networkVolumes.delete(volume.id);
    expect(await volume.refresh()).toBe(false);

    const stack = await anEndpoint().create({ ...queue, workersMax: 1 });
    await busy(stack.id);
    world.emulator.clearRequests();
    const refusal = { status: 403, body: { error: "no" } };
    world.emulator.addFault({ operation: "health", skip: 1, times: 99, effect: refusal });
    const { message } = await failure(stack.delete());
    world.emulator.clearFaults();
    expect(message).toContain("it was not deleted");
    expect(operations()).not.toContain("deleteEndpoint");
    expect(await live(stack.id)).toMatchObject({ workersMax: 1 });
  });

  test("an endpoint scales to nothing when the program says zero workers (peer defect 33)", async () => {
    const stack = await anEndpoint().create({ ...queue, workersMin: 2, workersMax: 4 });
    await stack.update({ ...queue, workersMin: 0, workersMax: 4 });
    expect(await live(stack.id)).toMatchObject({ workersMin: 0, workersMax: 4 });
    await stack.update({ ...queue, workersMin: 0, workersMax: 0 });
    expect(await live(stack.id)).toMatchObject({ workersMin: 0, workersMax: 0 });
  });
});
