import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test, vi } from "vitest";
import { emulated } from "../emulated";
import { repository } from "../repository";
import type { TestStack } from "../stack/stack";
import { mustChangeNothing, mustDo, mustSucceed } from "../stack/steps";
import type { Guide } from "./guides";

const languages = {
  YAML: { host: "plugin", transport: "graphql" },
  TypeScript: { host: "dynamic", transport: "rest" },
} as const;

/** RunPod's recorded ways, where they differ from its API description. */
const recorded = {
  runningAtOnce: true,
  stoppedCost: true,
  gpuCountRequired: true,
  changingPorts: true,
  hiddenTemplate: true,
};

/** Declares a test for each guide, each language, and each API that the guide names. */
export function guidesAsPrograms(guides: readonly Guide[]): void {
  const cases = guides.flatMap((guide) =>
    Object.entries(languages).flatMap(([language, { host, transport }]) =>
      (guide.transports ?? [transport]).map((endpoints) => ({
        guide,
        folder: guide.folder,
        language,
        host,
        endpoints,
      })),
    ),
  );
  test.each(cases)(
    "the program $folder in $language deploys, changes and destroys, with endpoints over $endpoints",
    async ({ guide, host, endpoints }) => {
      const { emulator, stack } = await emulated(
        { ...recorded, ...guide.emulator },
        { host, env: { PODWRIGHT_ENDPOINT_TRANSPORT: endpoints, PODWRIGHT_CHECK_CATALOG: undefined } },
      );
      writeGuide(stack, guide.folder);
      await configure(stack, guide.config);

      await mustSucceed(stack.up());
      expect(emulator.state()).toMatchObject(guide.deployed);
      expect(outputs(stack)).toEqual(guide.outputs);

      await configure(stack, guide.change);
      await mustDo(stack.up(), guide.does);
      expect(emulator.state()).toMatchObject(guide.changed);
      await mustChangeNothing(stack.preview());

      await mustSucceed(stack.destroy());
      const { pods, templates, networkVolumes } = emulator.state();
      expect({ pods, endpoints: emulator.state().endpoints, templates, networkVolumes }).toEqual({
        pods: [],
        endpoints: [],
        templates: [],
        networkVolumes: [],
      });
    },
  );
}

/** The harness expects the state under its own project name. */
function writeGuide(stack: TestStack, folder: string): void {
  const read = (file: string) => readFileSync(join(repository, "examples/guides", folder, file), "utf8");
  if (stack.host === "plugin") {
    writeFileSync(join(stack.dir, "Pulumi.yaml"), read("Pulumi.yaml").replace(/^name: .*$/m, "name: e2e"));
    return;
  }
  const { outputText } = ts.transpileModule(read("index.ts"), { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  stack.runHere(outputText);
  // Functions of the program run in this process.
  for (const [name, value] of Object.entries(stack.env)) if (name.startsWith("PODWRIGHT_")) vi.stubEnv(name, value);
}

async function configure(stack: TestStack, config: Guide["change"] = {}): Promise<void> {
  for (const [key, value] of Object.entries(config)) await stack.configure(key, value);
}

function outputs(stack: TestStack): unknown {
  const { checkpoint } = JSON.parse(stack.stateText());
  return checkpoint.latest.resources.find(({ type }: { type: string }) => type === "pulumi:pulumi:Stack").outputs;
}
