import { describe, expect, test } from "vitest";
import { cluster } from "../../../../provider/kinds/cluster/lifecycle";
import { job } from "../../../../provider/kinds/job/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { secret } from "../../../../provider/kinds/secret/lifecycle";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { takeViolations } from "../../../contract/exchanges";
import { failure, useLifecycles } from "../harness";

// The stories of single kinds run against this interface too, in a separate project.
const world = useLifecycles({ strictInterface: true });
const gpu = { id: "NVIDIA GeForce RTX 4090" };

describe("the first version of RunPod's interface", () => {
  test.each([
    ["entrypoint and cmd", { entrypoint: ["/bin/sh"], cmd: ["-c", "true"] }, "'entrypoint', 'cmd'"],
    ["host filters", { gpu: { ...gpu, minRamPerGpu: 8 } }, "'minRamPerGpu'"],
  ])("makes the create of a pod with %s fail with an error that names the input", async (_, newer, names) => {
    const stack = world.stackOf(pod);
    const { message } = await failure(stack.up({ image: "nginx", gpu, ...newer }));
    expect(message).toContain(`additional properties ${names} not allowed`);
    expect(takeViolations()).not.toEqual([]);
    await stack.up({ image: "nginx", gpu });
    expect(stack.outputs).toMatchObject({ status: "RUNNING" });
  });

  test("makes the create of a secret fail with an explanation", async () => {
    const { message } = await failure(world.stackOf(secret).up({ value: "canary-4711" }));
    expect(message).toContain("The API at this address is older than September 2026, so it has no secrets");
    expect(message).not.toContain("canary");
  });

  test("makes the create of a cluster fail with an explanation", async () => {
    const compute = { gpuTypeId: gpu.id, gpuCountPerPod: 1, podCount: 2 };
    const { message } = await failure(world.stackOf(cluster).up({ type: "TRAINING", compute, image: "trainer" }));
    expect(message).toContain("The API at this address is older than August 2026, so it has no clusters");
  });

  test("makes a job with a policy fail with an error that names the input", async () => {
    const { id: templateId } = await world.platform.templates.create({ name: "w", image: "w", serverless: true });
    const { id: endpointId } = await world.platform.endpoints.create({ name: "jobs", gpuIds: "ADA_24", templateId });
    const asked = { endpointId, input: { prompt: "hello" } };
    const { message } = await failure(world.stackOf(job).up({ ...asked, policy: { ttl: 60_000 } }));
    expect(message).toContain("policy is not a known property");
    expect((await world.platform.jobs.health(endpointId)).jobs).toMatchObject({ inQueue: 0, inProgress: 0 });
  });

  test("refuses to enlarge a persistent mount and loses no data", async () => {
    const mounts = (size: number) => ({ persistent: { size, path: "/data" } });
    const stack = await world.stackOf(pod).up({ image: "nginx", gpu, mounts: mounts(20) });
    const { id } = stack;
    const { message } = await failure(stack.up({ image: "nginx", gpu, mounts: mounts(30) }));
    expect(message).toContain("RunPod refused to grow the persistent mount");
    expect(await world.platform.pods.get(id)).toMatchObject({ status: "RUNNING", mounts: mounts(20) });
    await stack.up({ image: "nginx", gpu, mounts: { persistent: { size: 20, path: "/other" } } });
    expect(stack.id).toBe(id);
  });

  test.each(["plugin", "dynamic"] as const)(
    "causes a warning if RunPod places a pod outside the declared data centers (%s host)",
    async (host) => {
      world.emulator.setStock({ dataCenter: "EU-CZ-1", count: 0 });
      const inputs = { image: "nginx", gpu, dataCenterIds: ["EU-CZ-1"] };
      const stack = await world.stackOf(pod, { host }).up(inputs);
      const { id, outputs } = stack;
      expect(stack.lines.join("\n")).toMatch(
        new RegExp(
          `warning: RunPod placed pod ${id} in ${String(outputs.dataCenterId)}, which dataCenterIds does not list`,
        ),
      );
      expect((await stack.preview(inputs)).step).toBe("same");
      await stack.refresh();
      expect((await stack.preview(inputs)).step).toBe("same");
      await stack.up({ ...inputs, image: "nginx:2" });
      expect(stack.id).toBe(id);
    },
  );

  test("returns a complete list of pods without pages", async () => {
    for (let count = 0; count < 3; count++) await world.stackOf(pod).up({ image: "nginx", gpu });
    expect(await world.platform.pods.list()).toHaveLength(3);
  });

  test("keeps an endpoint's flash boot and GPU count when an update changes another setting", async () => {
    const { id: templateId } = await world.platform.templates.create({ name: "w", image: "w", serverless: true });
    const stack = await world.stackOf(serverlessEndpoint).up({ gpuIds: "ADA_24", templateId });
    world.emulator.changeEndpoint(stack.id, { flashBootType: "PRIORITY_FLASHBOOT", gpuCount: 2 });
    await stack.up({ gpuIds: "ADA_24", templateId, workersMax: 5 });
    const kept = { workersMax: 5, flashBootType: "PRIORITY_FLASHBOOT", gpuCount: 2 };
    expect(world.emulator.state().endpoints).toMatchObject([kept]);
  });
});
