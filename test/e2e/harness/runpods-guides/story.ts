import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emulated } from "../emulated";
import { repository } from "../repository";
import type { Host, TestStack } from "../stack/stack";
import { mustChangeNothing, mustDo, mustSucceed } from "../stack/steps";
import { runTypeScriptHere } from "../stack/typescript-here";
import type { Guide, Transport } from "./guides";

/** RunPod's recorded ways, where they differ from its API description. */
const recorded = {
  runningAtOnce: true,
  stoppedCost: true,
  gpuCountRequired: true,
  changingPorts: true,
  hiddenTemplate: true,
};

interface Language {
  readonly host: Host;
  readonly transport: Transport;
  /** Whether the story goes on after the change, with a preview and with the end of the resources. */
  readonly toTheEnd: boolean;
}

/** Each guide runs as a YAML program of the plugin over GraphQL, and as a TypeScript program of the dynamic host over REST. */
const yaml: Language = { host: "plugin", transport: "graphql", toTheEnd: true };
const typescript: Language = { host: "dynamic", transport: "rest", toTheEnd: true };

/** Declares two tests for each guide, which deploy its program, change its configuration, and destroy its resources. */
export function wholeGuides(guides: readonly Guide[]): void {
  guidesIn({ YAML: yaml, TypeScript: typescript }, guides);
}

/**
 * The YAML program and the TypeScript program of a guide have the same resources, so only the YAML program's resources are also
 * previewed and destroyed. The sample shows that a TypeScript program gets there, too.
 */
export function otherGuides(guides: readonly Guide[]): void {
  guidesIn({ YAML: yaml, TypeScript: { ...typescript, toTheEnd: false } }, guides);
}

function guidesIn(languages: Readonly<Record<string, Language>>, guides: readonly Guide[]): void {
  const cases = guides.flatMap((guide) =>
    Object.entries(languages).map(([language, how]) => ({ guide, folder: guide.folder, language, how })),
  );
  test.each(cases)("the program $folder in $language does what the guide says", async ({ guide, how }) => {
    const endpoints = guide.transport ?? how.transport;
    const { emulator, stack } = await emulated(
      { ...recorded, ...guide.emulator },
      { host: how.host, env: { PODWRIGHT_ENDPOINT_TRANSPORT: endpoints, PODWRIGHT_CHECK_CATALOG: undefined } },
    );
    writeGuide(stack, guide.folder);
    await configure(stack, guide.config);

    await mustSucceed(stack.up());
    expect(emulator.state()).toMatchObject(guide.deployed);
    expect(outputs(stack)).toEqual(guide.outputs);

    await configure(stack, guide.change);
    await mustDo(stack.up(), guide.does);
    expect(emulator.state()).toMatchObject(guide.changed);
    if (!how.toTheEnd) return;
    await mustChangeNothing(stack.preview());

    await mustSucceed(stack.destroy());
    const { pods, endpoints: served, templates, networkVolumes } = emulator.state();
    expect([...pods, ...served, ...templates, ...networkVolumes]).toEqual([]);
  });
}

/** The harness expects the state under its own project name. */
function writeGuide(stack: TestStack, folder: string): void {
  const read = (file: string) => readFileSync(join(repository, "examples/guides", folder, file), "utf8");
  if (stack.host === "plugin") {
    writeFileSync(join(stack.dir, "Pulumi.yaml"), read("Pulumi.yaml").replace(/^name: .*$/m, "name: e2e"));
    return;
  }
  runTypeScriptHere(stack, read("index.ts"));
}

async function configure(stack: TestStack, config: Guide["change"] = {}): Promise<void> {
  for (const [key, value] of Object.entries(config)) await stack.configure(key, value);
}

function outputs(stack: TestStack): unknown {
  const { checkpoint } = JSON.parse(stack.stateText());
  return checkpoint.latest.resources.find(({ type }: { type: string }) => type === "pulumi:pulumi:Stack").outputs;
}
