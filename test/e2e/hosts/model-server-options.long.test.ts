import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { emulated } from "../harness/emulated";
import type { TestStack } from "../harness/stack/stack";
import { mustFail, mustSucceed } from "../harness/stack/steps";
import { buildJavaProgram, compilingGo, installGoSdk, installPythonSdk } from "./languages";
import { installNodeSdk } from "./node-sdk";

interface Language {
  readonly install: (stack: TestStack, context: TestContext) => Promise<void> | void;
  /** The inputs of the problems, as the language spells them. */
  readonly names: readonly [keepFor: string, size: string];
}

const inNode = (from: string) => `
  const { ModelServer } = require("${from}");
  const { Config } = require("@pulumi/pulumi");
  const config = new Config();
  new ModelServer("chat", {
    image: "server:1", gpuIds: "AMPERE_16", keepFor: config.require("keepFor"),
    cache: { size: config.requireNumber("size"), dataCenter: "EU-RO-1" },
  }, { protect: true, customTimeouts: { create: "40m" } });
`;

const camel = ["keepFor", "cache.size"] as const;
const pascal = ["KeepFor", "Cache.Size"] as const;

const languages: Readonly<Record<string, Language>> = {
  "TypeScript, npm package": {
    names: camel,
    install: (stack) => stack.writeProgram("index.js", inNode("podwright/components")),
  },
  "TypeScript, SDK": {
    names: camel,
    install(stack) {
      installNodeSdk(stack);
      write(stack, { "Pulumi.yaml": "name: e2e\nruntime: nodejs\n" });
      stack.writeProgram("index.js", inNode("pulumi-podwright"));
    },
  },
  YAML: {
    names: camel,
    install: (stack) =>
      write(stack, {
        "Pulumi.yaml": `
name: e2e
runtime: yaml
config:
  size: { type: integer }
  keepFor: { type: string }
resources:
  chat:
    type: podwright:ModelServer
    properties:
      image: server:1
      gpuIds: AMPERE_16
      keepFor: \${keepFor}
      cache: { size: "\${size}", dataCenter: EU-RO-1 }
    options: { protect: true, customTimeouts: { create: 40m } }
`,
      }),
  },
  Python: {
    names: ["keep_for", "cache.size"],
    install(stack, context) {
      write(stack, {
        "Pulumi.yaml": "name: e2e\nruntime: python\n",
        "__main__.py": `
import pulumi
import pulumi_podwright as podwright

config = pulumi.Config()
podwright.ModelServer(
    "chat",
    image="server:1",
    gpu_ids="AMPERE_16",
    keep_for=config.require("keepFor"),
    cache={"size": config.require_int("size"), "data_center": "EU-RO-1"},
    opts=pulumi.ResourceOptions(protect=True, custom_timeouts=pulumi.CustomTimeouts(create="40m")),
)
`,
      });
      installPythonSdk(stack, context);
    },
  },
  Go: {
    names: pascal,
    install(stack, context) {
      write(stack, {
        "Pulumi.yaml": "name: e2e\nruntime: go\n",
        "main.go": `package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")
		_, err := podwright.NewModelServer(ctx, "chat", &podwright.ModelServerArgs{
			Image:   pulumi.String("server:1"),
			GpuIds:  "AMPERE_16",
			KeepFor: pulumi.String(settings.Require("keepFor")),
			Cache: &podwright.ModelServerCacheArgs{
				Size:       pulumi.Int(settings.RequireInt("size")),
				DataCenter: pulumi.String("EU-RO-1"),
			},
		}, pulumi.Protect(true), pulumi.Timeouts(&pulumi.CustomTimeouts{Create: "40m"}))
		return err
	})
}
`,
      });
      installGoSdk(stack, context);
    },
  },
  Java: {
    names: camel,
    async install(stack, context) {
      write(stack, {
        "Pulumi.yaml": "name: e2e\nruntime: java\n",
        "src/main/java/app/App.java": `package app;

import com.podwright.ModelServer;
import com.podwright.ModelServerArgs;
import com.podwright.inputs.ModelServerCacheArgs;
import com.pulumi.Pulumi;
import com.pulumi.resources.ComponentResourceOptions;
import com.pulumi.resources.CustomTimeouts;
import java.time.Duration;

public class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> new ModelServer("chat", ModelServerArgs.builder()
            .image("server:1")
            .gpuIds("AMPERE_16")
            .keepFor(ctx.config().require("keepFor"))
            .cache(ModelServerCacheArgs.builder()
                .size(ctx.config().requireInteger("size"))
                .dataCenter("EU-RO-1")
                .build())
            .build(), ComponentResourceOptions.builder()
            .protect(true)
            .customTimeouts(CustomTimeouts.builder().create(Duration.ofMinutes(40)).build())
            .build()));
    }
}
`,
      });
      await buildJavaProgram(stack, context);
    },
  },
};

test.for(Object.entries(languages))(
  "a model server in %s names its wrong inputs as the program does, and passes protect and time-outs to its resources",
  { timeout: compilingGo },
  async ([language, { install, names }], context) => {
    const { stack } = await emulated({}, { host: language.includes("npm") ? "dynamic" : "plugin" });
    await install(stack, context);
    await stack.configure("size", "5");
    await stack.configure("keepFor", "45m");

    const { text } = await mustFail(stack.preview());

    const [keepFor, size] = names;
    expect(text).toContain('ModelServer "chat" has wrong arguments:');
    expect(text).toMatch(new RegExp(`^ +${keepFor}: must be at most 30m, because RunPod then deletes`, "m"));
    expect(text).toMatch(new RegExp(`^ +${size}: must be at least 10$`, "m"));

    await stack.configure("size", "50");
    await stack.configure("keepFor", "10m");
    await mustSucceed(stack.up());
    const children = stack.resources().filter(({ urn }) => urn.includes("ModelServer$"));
    expect(children).toHaveLength(3);
    for (const child of children) expect(child).toMatchObject({ protect: true, customTimeouts: { create: 2400 } });
  },
);

function write({ dir }: TestStack, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(dir, file, ".."), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
}
