import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { emulated } from "./harness/emulated";
import { Runner, type Workflow } from "./harness/pipeline";

const example = resolve(__dirname, "../../examples/emulator-in-ci");

test("the example that tests a stack without an account passes, by its workflow's own commands", async () => {
  const { emulator, stack } = await emulated({}, { host: "dynamic" });
  const runner = new Runner(stack, example);
  const { jobs } = parse(readFileSync(join(example, "workflow.yml"), "utf8")) as Workflow;
  const script = jobs.test?.steps.flatMap(({ run }) => (run === undefined ? [] : [run])).join("\n") ?? "";

  const ran = await runner.run(script);

  expect(ran.output).toMatch(/^ℹ pass 4$/m);
  expect(ran.exitCode, ran.output).toBe(0);
  // It has a platform of its own.
  expect(emulator.requests()).toEqual([]);
});
