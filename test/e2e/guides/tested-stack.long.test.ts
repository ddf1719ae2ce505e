import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { testcontainers } from "../../../toolchain/lib/test-tools/tools.mjs";
import { temporaryFolder } from "../../support/temporary-folder";
import { emptyDesk } from "../harness/guide/desk";
import { follow } from "../harness/guide/follow";
import { expectWellTyped } from "../harness/guide/types";
import { Runner } from "../harness/pipeline/runner";
import type { Workflow } from "../harness/pipeline/workflow";
import { repository } from "../harness/repository";
import { toolOrSkip } from "../harness/tools";

const nowhere = "http://127.0.0.1:9";

test("the example stack of testing.md passes its tests in a clean checkout without an account", async () => {
  const desk = emptyDesk();
  onTestFinished(() => desk.clear());
  expect(await follow("testing.md", { desk, url: nowhere, sections: ["inside-a-test"] })).toBe("");
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

test("the Testcontainers example skips its tests if the machine cannot run containers", (context) => {
  const packages = join(toolOrSkip(testcontainers, context), "../../..");
  const folder = temporaryFolder("testcontainers");
  cpSync(join(repository, "examples/testcontainers"), folder, { recursive: true });
  symlinkSync(packages, join(folder, "node_modules"));
  expectWellTyped(folder);

  const env = { PATH: process.env.PATH, HOME: folder, DOCKER_HOST: "tcp://127.0.0.1:9" };
  const { stdout, status } = spawnSync("node", ["--test", "emulator.test.mts"], { cwd: folder, env, encoding: "utf8" });

  expect(stdout).toContain("# there is no container runtime on this machine");
  expect(stdout).toMatch(/^ℹ fail 0$/m);
  expect(status).toBe(0);
});
