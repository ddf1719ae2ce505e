import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { steps } from "../harness/steps";

test("an endpoint whose workers do not start fails the update with a worker's log, and the next up continues with it", async () => {
  const { emulator, stack } = await emulated();
  emulator.scriptWorkers({ outcome: "unhealthy", log: ["no such model"] });
  const worker = { kind: "Template", name: "worker", args: { image: "worker", serverless: true } } as const;
  const declare = (image: string) =>
    stack.declare([
      { ...worker, args: { ...worker.args, image } },
      {
        kind: "ServerlessEndpoint",
        name: "llm",
        args: { gpuIds: "AMPERE_16", templateId: `\${worker.id}`, workersMin: 1 },
      },
    ]);
  declare("worker:1");

  const failed = await stack.up();

  expect(failed.ok).toBe(false);
  expect(failed.text).toMatch(/endpoint \w+ \("llm-\w+"\) was created but does not serve: a worker is UNHEALTHY/);
  expect(failed.text).toContain("| container: no such model");
  const { id } = stack.resource("llm");
  expect(emulator.state().endpoints.map((endpoint) => endpoint.id)).toEqual([id]);

  emulator.scriptWorkers({});
  declare("worker:2");
  const repaired = await stack.up();

  expect(repaired.ok, repaired.text).toBe(true);
  expect(repaired.text).toContain(`endpoint ${id} serves: 1 IDLE`);
  expect(stack.resource("llm").id).toBe(id);
  expect(stack.resource("llm").initErrors ?? []).toEqual([]);
  const settled = await stack.preview();
  expect(steps(settled), settled.text).toEqual({});
  expect((await stack.destroy()).ok).toBe(true);
});
