import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { emulated } from "../harness/emulated";
import type { TestStack } from "../harness/stack/stack";
import { mustChangeNothing, mustFail, mustSucceed, steps } from "../harness/stack/steps";
import { installPythonSdk } from "./languages";

const command = JSON.stringify(["/bin/sh", "-c", "echo run >>/workspace/runs; cat /workspace/runs"]);

/** Fine-tunes a model on a volume, and serves it after that, as a user writes it in each language. */
const languages: Readonly<Record<string, (stack: TestStack, context: TestContext) => void>> = {
  TypeScript(stack) {
    stack.writeProgram(
      "index.ts",
      `import { Config } from "@pulumi/pulumi";
import { NetworkVolume, Task } from "podwright";
import { ModelServer } from "podwright/components";

const dataset = new Config().require("dataset");
const data = new NetworkVolume("data", { size: 50, dataCenter: "EU-RO-1" });
const train = new Task("train", {
  image: "trainer",
  command: ${command},
  cpu: { id: "cpu3c", vcpuCount: 2 },
  mounts: { network: [{ volumeId: data.id, path: "/workspace" }] },
  timeout: "5m",
  triggers: [dataset],
});
const serve = new ModelServer(
  "serve",
  {
    image: "server",
    env: { MODEL_VERSION: dataset },
    gpuIds: "ADA_24",
    networkVolumeId: data.id,
    workersMin: 1,
    smokeTest: { input: { prompt: "Say hello." } },
  },
  { dependsOn: [train] },
);
export const { endpointId } = serve;
`,
    );
  },
  Python(stack, context) {
    writeFileSync(join(stack.dir, "Pulumi.yaml"), "name: e2e\nruntime: python\n");
    writeFileSync(
      join(stack.dir, "__main__.py"),
      `import pulumi
import pulumi_podwright as podwright

dataset = pulumi.Config().require("dataset")
data = podwright.NetworkVolume("data", size=50, data_center="EU-RO-1")
train = podwright.Task(
    "train",
    image="trainer",
    command=${command},
    cpu={"id": "cpu3c", "vcpu_count": 2},
    mounts={"network": [{"volume_id": data.id, "path": "/workspace"}]},
    timeout="5m",
    triggers=[dataset],
)
serve = podwright.ModelServer(
    "serve",
    image="server",
    env={"MODEL_VERSION": dataset},
    gpu_ids="ADA_24",
    network_volume_id=data.id,
    workers_min=1,
    smoke_test={"input": {"prompt": "Say hello."}},
    opts=pulumi.ResourceOptions(depends_on=[train]),
)
pulumi.export("endpointId", serve.endpoint_id)
`,
    );
    installPythonSdk(stack, context);
  },
  YAML(stack) {
    writeFileSync(
      join(stack.dir, "Pulumi.yaml"),
      `name: e2e
runtime: yaml
config:
  dataset: { type: string }
resources:
  data:
    type: podwright:NetworkVolume
    properties: { size: 50, dataCenter: EU-RO-1 }
  train:
    type: podwright:Task
    properties:
      image: trainer
      command: ${command}
      cpu: { id: cpu3c, vcpuCount: 2 }
      mounts: { network: [{ volumeId: "\${data.id}", path: /workspace }] }
      timeout: 5m
      triggers: ["\${dataset}"]
  serve:
    type: podwright:ModelServer
    properties:
      image: server
      env: { MODEL_VERSION: "\${dataset}" }
      gpuIds: ADA_24
      networkVolumeId: \${data.id}
      workersMin: 1
      smokeTest: { input: { prompt: Say hello. } }
    options: { dependsOn: ["\${train}"] }
outputs:
  endpointId: \${serve.endpointId}
`,
    );
  },
};

const apiKey = "a-key-of-this-story";

test.for(Object.entries(languages))(
  "in %s, a model server serves a fine-tuned model only after its training, and rolls out the model of the next training",
  async ([language, write], context) => {
    const host = language === "TypeScript" ? "dynamic" : "plugin";
    const { emulator, stack } = await emulated({ runCommands: true, apiKey }, { apiKey, host });
    const diverges = () =>
      emulator.scriptPods({ match: { image: "trainer" }, outcome: "exit", exitCode: 3, log: ["the loss is NaN"] });
    const converges = () => emulator.scriptPods({ match: { image: "trainer" } });
    const served = () => emulator.state().templates.map(({ env }) => env.MODEL_VERSION);
    let smokeTests = 0;
    emulator.handle("*", () => {
      smokeTests += 1;
      return { output: "hello" };
    });
    write(stack, context);

    await stack.configure("dataset", "one");
    diverges();
    const failed = await mustFail(stack.up());
    expect(failed.text).toContain("FAILED: its command ended with exit code 3");
    expect(failed.text).toContain("the loss is NaN");
    expect(emulator.state()).toMatchObject({ pods: [], endpoints: [], templates: [] });

    converges();
    await mustSucceed(stack.up());
    const first = stack.resource("train");
    expect(first.outputs).toMatchObject({ status: "SUCCEEDED", logTail: "run", hasPod: false });
    expect(served()).toEqual(["one"]);
    const endpoints = () => emulator.state().endpoints.map(({ id }) => id);
    const [endpoint] = endpoints();
    expect(smokeTests).toBe(1);

    diverges();
    await stack.configure("dataset", "two");
    const refused = await mustFail(stack.up());
    expect(refused.text).toContain("the loss is NaN");
    expect(served(), "a failed training leaves the served model alone").toEqual(["one"]);

    converges();
    const again = await mustSucceed(stack.up());
    expect(steps(again)).toMatchObject({ train: "replace" });
    const second = stack.resource("train");
    expect(second.id).not.toBe(first.id);
    expect(second.outputs, "the volume has kept the result of the first training").toMatchObject({
      logTail: "run\nrun",
    });
    expect(served()).toEqual(["two"]);
    expect(endpoints()).toEqual([endpoint]);
    expect(smokeTests, "the rolled out model passes the smoke test too").toBe(2);

    await mustChangeNothing(stack.up({ refresh: true }));
    await mustSucceed(stack.destroy());
    expect(emulator.state()).toMatchObject({ pods: [], endpoints: [], templates: [], networkVolumes: [] });
  },
);
