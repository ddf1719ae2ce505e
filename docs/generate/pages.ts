import type { ZodObject } from "zod";
import { guardFile } from "../../cli/guard/rules";
import { completion, commands as programs } from "../../cli/program/commands";
import { ownInputs } from "../../provider/components/model-server/declaration";
import { clusterDeclaration } from "../../provider/kinds/cluster/cluster";
import { allResources } from "../../provider/kinds/kinds";
import { podOutputSchema } from "../../provider/kinds/pod/outputs";
import { fileName } from "../../provider/schema/programs";
import type { Resource } from "../../provider/session/resource";
import { assumptionTables } from "./assumption-table";
import { changeTable } from "./change-table";
import { commandParts } from "./command-reference";
import { coverage } from "./coverage";
import {
  bundledDependencies,
  developmentDependencies,
  emulatorDependencies,
  runtimeDependencies,
} from "./dependencies";
import { errorSections } from "./error-codes";
import { functionSections } from "./function-sections";
import { exitCodes, helpOf, type Run } from "./help";
import {
  inAProject,
  onAMachine,
  packageForPython,
  packageForTypeScript,
  pluginInstallation,
  pluginPackageForTypeScript,
} from "./installation";
import { fill, placesIn } from "./markdown";
import { probeTables } from "./probe-table";
import { otherPrograms } from "./programs";
import { fieldTable, inputTable, outputTable, shapeTable } from "./property-table";
import { recordingTable } from "./recording-table";
import { settingTable } from "./setting-table";

const commands = new Set([...programs.map(({ name, page = name }) => page), completion.name]);

/** The paths of the pages with generated parts, relative to the repository. */
export const pages: readonly string[] = [
  "README.md",
  "docs/getting-started.md",
  "docs/hosts.md",
  "ARCHITECTURE.md",
  ...allResources.map(({ kind }) => `provider/kinds/${fileName(kind)}/${fileName(kind)}.md`),
  "docs/commands/README.md",
  ...[...commands].map((command) => `docs/commands/${command}.md`),
  "docs/functions.md",
  "docs/outputs.md",
  "docs/model-server.md",
  "docs/configuration.md",
  "docs/installation-configuration.md",
  "docs/contributing/coverage.md",
  "docs/contributing/assumptions.md",
  "docs/contributing/probes.md",
  "docs/troubleshooting.md",
];

/** Returns the page with all its generated parts from the present code. */
export async function refresh(page: string, run: Run): Promise<string> {
  let text = page;
  for (const name of placesIn(page)) text = fill(text, name, await contentOf(name, run));
  return text;
}

const HELP = "help of ";

async function contentOf(name: string, run: Run): Promise<string> {
  if (name.startsWith(HELP)) return await helpOf(name.slice(HELP.length), run);
  for (const [beginning, write] of Object.entries(commandParts))
    if (name.startsWith(beginning) && !contents.has(name)) return await write(name.slice(beginning.length), run);
  const content = contents.get(name);
  if (content === undefined)
    throw new Error(`nothing is called "${name}"; there is: ${[...contents.keys()].join(", ")}`);
  return content();
}

const contents: ReadonlyMap<string, () => string> = new Map([
  ["exit codes", exitCodes],
  ["functions", functionSections],
  ["programs of ModelServer", () => otherPrograms("ModelServer")],
  ["inputs of ModelServer", () => inputTable(ownInputs)],
  ...shapesOf("Pod", podOutputSchema),
  ...shapesOf("Cluster", clusterDeclaration.outputs),
  ["error codes", errorSections],
  ["settings", settingTable],
  ["installation on a machine", onAMachine],
  ["installation in a project", inAProject],
  ["package for TypeScript", packageForTypeScript],
  ["package for Python", packageForPython],
  ["package of the plugin for TypeScript", pluginPackageForTypeScript],
  ["installation of the plugin", pluginInstallation],
  ["probes of the doctor", probeTables],
  ["assumptions", assumptionTables],
  ["what the recordings changed", recordingTable],
  ["fields of the rules of guard", () => fieldTable(guardFile)],
  ["runtime dependencies", runtimeDependencies],
  ["bundled dependencies", bundledDependencies],
  ["dependencies of the emulator", emulatorDependencies],
  ["development dependencies", developmentDependencies],
  ["coverage of the API", coverage],
  ...allResources.flatMap(contentsOf),
]);

/** A resource's outputs whose type is an object or a list of objects. */
function shapesOf(kind: string, outputs: ZodObject): [string, () => string][] {
  return Object.keys(outputs.shape).map((name) => [`shape of ${name} of ${kind}`, () => shapeTable(outputs, name)]);
}

function contentsOf<Inputs>({ kind, inputs, outputs, changes }: Resource<Inputs>): [string, () => string][] {
  return [
    [`programs of ${kind}`, () => otherPrograms(kind)],
    [`inputs of ${kind}`, () => inputTable(inputs.schema)],
    [`outputs of ${kind}`, () => outputTable(outputs)],
    [`changes of ${kind}`, () => changeTable(changes, inputs.schema)],
  ];
}
