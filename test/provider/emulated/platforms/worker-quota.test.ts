import { expect, test } from "vitest";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles({ workerQuota: 5 });

test.each(["graphql", "rest"] as const)(
  "an update that exceeds RunPod's worker quota fails after a single request over %s",
  async (transport) => {
    await world.switchTo(transport);
    const aTemplate = (name: string) => world.platform.templates.create({ name, image: "worker", serverless: true });
    const inputs = { gpuIds: "AMPERE_16", templateId: (await aTemplate("first")).id, workersMax: 3 };
    const stack = await world.stackOf(serverlessEndpoint).up(inputs);
    world.emulator.clearRequests();

    const over = { ...inputs, workersMax: 6 };
    const { message } = await failure(stack.up(over));
    expect(message).toContain("must not exceed your workers quota (5)");
    expect(message).toContain(
      "to at most 5. Lower workersMax of this endpoint or of another endpoint: endpoints without jobs use the quota too",
    );

    const second = { ...inputs, templateId: (await aTemplate("second")).id };
    const create = await failure(world.stackOf(serverlessEndpoint).up(second));
    expect(create.message).toContain("to at most 2");
    expect(create.message).toContain("give the endpoint the resource option deleteBeforeReplace: true");
    const writes = transport === "rest" ? { updateEndpoint: 1, createEndpoint: 1 } : { saveEndpoint: 2 };
    expect(world.emulator.counts()).toMatchObject(writes);

    await stack.up({ ...inputs, workersMax: 2 });
    expect((await world.stackOf(serverlessEndpoint).up(second)).outputs.workersMax).toBe(3);
  },
);
