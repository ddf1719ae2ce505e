import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { StandIns } from "../harness/platform/stand-ins";
import { installNodeSdk } from "./node-sdk";

// The host for Node.js that a clone builds does not pass this call on, so this program runs without a host.
// `every-program.long` asks in Python and Go.
test("a program in TypeScript asks whether RunPod has a resource, and an unknown id is absent", async () => {
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  const { dir, env } = stack;
  const standIns = await StandIns.on(emulator);
  const pod = await standIns.make("web", "/v2/pods", { image: "nginx", gpu: { id: "NVIDIA L4" } });
  installNodeSdk(stack);
  writeFileSync(
    join(dir, "deploy.js"),
    `
    const { LocalWorkspace } = require("@pulumi/pulumi/automation");
    const { Job, Pod, Task } = require("pulumi-podwright");
    const program = async () => ({
      pod: Pod.exists("${pod}"),
      otherPod: Pod.exists("unknown"),
      job: Job.exists("unknown"),
      task: Task.exists("unknown"),
    });
    (async () => {
      const stack = await LocalWorkspace.createOrSelectStack({ stackName: "inline", projectName: "asking", program });
      const { outputs } = await stack.up();
      console.log(JSON.stringify(outputs));
    })();
`,
  );
  const { stdout } = await promisify(execFile)("node", ["deploy.js"], { cwd: dir, env });
  const found = Object.entries<{ value: unknown }>(JSON.parse(stdout)).map(([name, { value }]) => [name, value]);
  expect(Object.fromEntries(found)).toEqual({ pod: true, otherPod: false, job: false, task: false });
}, 120_000);
