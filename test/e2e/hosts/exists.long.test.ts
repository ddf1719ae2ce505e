import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type TestContext, test } from "vitest";
import { emulated } from "../harness/emulated";
import { StandIns } from "../harness/platform/stand-ins";
import type { TestStack } from "../harness/stack/stack";
import { mustSucceed } from "../harness/stack/steps";
import { compilingGo, installGoSdk, installPythonSdk } from "./languages";
import { installNodeSdk } from "./node-sdk";

type Install = (stack: TestStack, context: TestContext) => void;

const answers = { pod: true, otherPod: false, job: false, task: false };

/** Programs that ask for the pod that the configuration names, and for resources with ids that RunPod does not know. */
const languages: Readonly<Record<string, Install>> = {
  Python(stack, context) {
    write(stack, "Pulumi.yaml", "name: e2e\nruntime: python\n");
    write(
      stack,
      "__main__.py",
      `
import pulumi
import pulumi_podwright as podwright

pulumi.export("pod", podwright.Pod.exists(pulumi.Config().require("pod")))
pulumi.export("otherPod", podwright.Pod.exists("unknown"))
pulumi.export("job", podwright.Job.exists("unknown"))
pulumi.export("task", podwright.Task.exists("unknown"))
`,
    );
    installPythonSdk(stack, context);
  },
  Go(stack, context) {
    write(stack, "Pulumi.yaml", "name: e2e\nruntime: go\n");
    write(
      stack,
      "main.go",
      `package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		unknown := pulumi.String("unknown")
		pod := pulumi.String(config.New(ctx, "").Require("pod"))
		ctx.Export("pod", podwright.PodExists(ctx, pod, nil))
		ctx.Export("otherPod", podwright.PodExists(ctx, unknown, nil))
		ctx.Export("job", podwright.JobExists(ctx, unknown, nil))
		ctx.Export("task", podwright.TaskExists(ctx, unknown, nil))
		return nil
	})
}
`,
    );
    installGoSdk(stack, context);
  },
};

test.for(Object.entries(languages))(
  "a program in %s asks whether RunPod has a resource, and an unknown id is absent",
  { timeout: compilingGo },
  async ([, install], context) => {
    const { emulator, stack } = await emulated({}, { host: "plugin" });
    const standIns = await StandIns.on(emulator);
    install(stack, context);
    await stack.configure("pod", await standIns.make("web", "/v2/pods", { image: "nginx", gpu: { id: "NVIDIA L4" } }));

    const up = await mustSucceed(stack.up());

    const shown = await stack.pulumi("stack", "output", "--json", "--stack", "test");
    expect(JSON.parse(shown.text)).toEqual(answers);
    expect(up.text).not.toContain("import");
  },
);

// The host for Node.js that a clone builds does not pass this call on, so this program runs without a host.
test("a program in TypeScript asks whether RunPod has a resource, and an unknown id is absent", async () => {
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  const { dir, env } = stack;
  const standIns = await StandIns.on(emulator);
  const pod = await standIns.make("web", "/v2/pods", { image: "nginx", gpu: { id: "NVIDIA L4" } });
  installNodeSdk(stack);
  write(
    stack,
    "deploy.js",
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
  expect(Object.fromEntries(found)).toEqual(answers);
}, 120_000);

function write({ dir }: TestStack, file: string, text: string): void {
  writeFileSync(join(dir, file), text);
}
