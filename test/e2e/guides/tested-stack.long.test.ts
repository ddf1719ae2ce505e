import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { emptyDesk } from "../harness/guide/desk";
import { follow } from "../harness/guide/follow";
import { expectWellTyped } from "../harness/guide/types";
import { Runner } from "../harness/pipeline/runner";
import type { Workflow } from "../harness/pipeline/workflow";

const nowhere = "http://127.0.0.1:9";

test("pipelines.md, testing a stack: the example passes in a clean checkout, without an account, by its workflow's own commands", async () => {
  const desk = emptyDesk();
  onTestFinished(() => desk.clear());
  expect(await follow("pipelines.md", { desk, url: nowhere, sections: ["inside-a-test"] })).toBe("");
  const project = join(desk.cwd, "tested");
  expectWellTyped(project);

  const runner = new Runner(project, desk.env);
  onTestFinished(() => runner.dispose());
  runner.checkOut();
  const { jobs } = parse(readFileSync(join(runner.checkout, ".github/workflows/test.yml"), "utf8")) as Workflow;
  const script = jobs.test?.steps.flatMap(({ run }) => (run === undefined ? [] : [run])).join("\n") ?? "";
  const ran = await runner.run(script, {});

  expect(ran.output).toMatch(/^ℹ pass 4$/m);
  expect(ran.exitCode, ran.output).toBe(0);
}, 600_000);
