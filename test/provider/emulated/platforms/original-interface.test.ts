import { describe, expect, test } from "vitest";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { secret } from "../../../../provider/kinds/secret/lifecycle";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { takeViolations } from "../../../contract/exchanges";
import { failure, useLifecycles } from "../harness";

// The stories of single kinds run against this interface too, in a project of their own.
const world = useLifecycles({ strictInterface: true });
const gpu = { id: "NVIDIA GeForce RTX 4090" };

describe("where the platform serves the interface as it was first described,", () => {
  test.each([
    ["entrypoint and cmd", { entrypoint: ["/bin/sh"], cmd: ["-c", "true"] }, "'entrypoint', 'cmd'"],
    ["filters of hosts", { gpu: { ...gpu, minRamPerGpu: 8 } }, "'minRamPerGpu'"],
  ])("a pod with %s is refused by name, and without them it runs", async (_, newer, names) => {
    const stack = world.stack(pod);
    const { message } = await failure(stack.create({ image: "nginx", gpu, ...newer }));
    expect(message).toContain(`additional properties ${names} not allowed`);
    expect(takeViolations()).not.toEqual([]);
    await stack.create({ image: "nginx", gpu });
    expect(stack.outputs).toMatchObject({ status: "RUNNING" });
  });

  test("there are no secrets, and the error says that the platform has none", async () => {
    const { message } = await failure(world.stack(secret).create({ value: "canary-4711" }));
    expect(message).toContain("This platform has no secrets: it serves an interface from before September 2026");
    expect(message).not.toContain("canary");
  });

  test("lists are whole without pages", async () => {
    for (let count = 0; count < 3; count++) await world.stack(pod).create({ image: "nginx", gpu });
    expect(await world.platform.pods.list()).toHaveLength(3);
  });

  test("an endpoint keeps a flash boot that the interface does not name", async () => {
    const { id: templateId } = await world.platform.templates.create({ name: "w", image: "w", serverless: true });
    const stack = await world.stack(serverlessEndpoint).create({ gpuIds: "ADA_24", templateId });
    world.emulator.changeEndpoint(stack.id, { flashBootType: "PRIORITY_FLASHBOOT", gpuCount: 2 });
    await stack.update({ gpuIds: "ADA_24", templateId, workersMax: 5 });
    expect((await world.platform.endpoints.get(stack.id)).workersMax).toBe(5);
  });
});
