import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../../provider/schema/programs";
import { repository } from "../harness/repository";

/** What a language adds to its programs of the documentation. */
export interface OwnPrograms {
  /** `examples/model-server`. */
  readonly example: string;
  /** Other programs of these tests. */
  readonly others: readonly string[];
  /** How the language spells two inputs of the model server `own`. */
  readonly names: readonly [keepFor: string, size: string];
}

/** The inputs of the model server `own` come from the configuration, so that they can be wrong. */
const optionsInNode = `
const { ModelServer } = require("pulumi-podwright");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
new ModelServer("own", {
  image: "server:1", gpuIds: "AMPERE_16", keepFor: config.require("keepFor"),
  cache: { size: config.requireNumber("size"), dataCenter: "EU-RO-1" },
}, { protect: true, customTimeouts: { create: "40m" } });
`;

const optionsInYaml = `
config:
  size: { type: integer }
  keepFor: { type: string }
resources:
  own:
    type: podwright:ModelServer
    properties:
      image: server:1
      gpuIds: AMPERE_16
      keepFor: \${keepFor}
      cache: { size: "\${size}", dataCenter: EU-RO-1 }
    options: { protect: true, customTimeouts: { create: 40m } }
`;

const optionsInPython = `
import pulumi
import pulumi_podwright as podwright

config = pulumi.Config()
podwright.ModelServer(
    "own",
    image="server:1",
    gpu_ids="AMPERE_16",
    keep_for=config.require("keepFor"),
    cache={"size": config.require_int("size"), "data_center": "EU-RO-1"},
    opts=pulumi.ResourceOptions(protect=True, custom_timeouts=pulumi.CustomTimeouts(create="40m")),
)
`;

const optionsInGo = `package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")
		_, err := podwright.NewModelServer(ctx, "own", &podwright.ModelServerArgs{
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
`;

const optionsInJava = `package app;

import com.podwright.ModelServer;
import com.podwright.ModelServerArgs;
import com.podwright.inputs.ModelServerCacheArgs;
import com.pulumi.Context;
import com.pulumi.resources.ComponentResourceOptions;
import com.pulumi.resources.CustomTimeouts;
import java.time.Duration;

public class App {
    static void stack(Context ctx) {
        new ModelServer("own", ModelServerArgs.builder()
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
            .build());
    }
}
`;

/** Asks for the pod that the configuration names, and for resources with ids that RunPod does not know. */
const existsInPython = `
import pulumi
import pulumi_podwright as podwright

pulumi.export("exists-pod", podwright.Pod.exists(pulumi.Config().require("pod")))
pulumi.export("exists-otherPod", podwright.Pod.exists("unknown"))
pulumi.export("exists-job", podwright.Job.exists("unknown"))
pulumi.export("exists-task", podwright.Task.exists("unknown"))
`;

const existsInGo = `package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		unknown := pulumi.String("unknown")
		pod := pulumi.String(config.New(ctx, "").Require("pod"))
		ctx.Export("exists-pod", podwright.PodExists(ctx, pod, nil))
		ctx.Export("exists-otherPod", podwright.PodExists(ctx, unknown, nil))
		ctx.Export("exists-job", podwright.JobExists(ctx, unknown, nil))
		ctx.Export("exists-task", podwright.TaskExists(ctx, unknown, nil))
		return nil
	})
}
`;

const read = (file: string) => readFileSync(join(repository, "examples", file), "utf8");

/**
 * The example's model server is `talk` in these tests, because a page also has a model server `chat`. A page also requires
 * `hfToken`, which the example may leave out.
 */
const renamed = (text: string, ...names: readonly (readonly [RegExp | string, string])[]) =>
  [...names, ["hfToken", "talkToken"] as const].reduce((all, [from, to]) => all.replaceAll(from, to), text);

const named = ['"chat"', '"talk"'] as const;

/** The plugin takes conditions in place of a function. */
export const exampleOverSdk = renamed(
  read("model-server/index.ts")
    .replace("podwright/components", "pulumi-podwright")
    .replace(/accepts: \(answer\) =>.*?\)(?= })/, 'accepts: [{ path: "[0].choices", present: true }]'),
  named,
);

const camel = ["keepFor", "cache.size"] as const;

export const ownPrograms = {
  typescript: { example: exampleOverSdk, others: [optionsInNode], names: camel },
  yaml: {
    example: renamed(read("model-server/yaml/Pulumi.yaml"), [/^ {2}chat:/gm, "  talk:"], ["${chat.", "${talk."]),
    others: [optionsInYaml],
    names: camel,
  },
  python: {
    example: renamed(read("model-server/python/__main__.py"), named, ['export("', 'export("talk-']),
    others: [optionsInPython, existsInPython],
    names: ["keep_for", "cache.size"],
  },
  go: {
    example: renamed(read("go/model-server/main.go"), named, ['Export("', 'Export("talk-']),
    others: [optionsInGo, existsInGo],
    names: ["KeepFor", "Cache.Size"],
  },
  java: {
    example: renamed(read("model-server/java/src/main/java/app/App.java"), named, ['export("', 'export("talk-']),
    others: [optionsInJava],
    names: camel,
  },
} satisfies Partial<Record<Language, OwnPrograms>>;
