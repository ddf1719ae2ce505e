import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { messageOf } from "../../kernel/plain-text";
import { present } from "../../kernel/values";
import { isDefaultProvider, typeOf } from "../../provider/hosts/properties/urn";
import { stateCommands } from "../../provider/pulumi/state-commands";
import { listAccount } from "../account/inventory";
import { claimOf, readStacks, stackAt } from "../account/ownership";
import { providersOf } from "../account/providers";
import type { CommandContext } from "../context/context";
import { onAccount, settingsOf } from "../stack/connection";
import { writeImportList } from "../stack/import-list";
import { commandFor, type StackLocation } from "../stack/place";
import { type ProjectFile, projectAt } from "../stack/project-file";
import type { Stack } from "../stack/stack";
import { nameOf, resourcesIn } from "../stack/state";
import { type Declarations, declarationsOf } from "./declared";
import { type Language, languageNames, languages } from "./language";
import { type AdoptionPlan, adoptionPlan, type ClaimedItem } from "./plan";
import { programNames, type WrittenProgram, writeProgram } from "./program-file";
import { continued, recordedIn } from "./recorded";
import type { Adopted, AdoptReport } from "./report";

export interface AdoptOptions {
  readonly location: StackLocation;
  readonly context: CommandContext;
  /** Groups, names and ids of the resources to adopt. An empty list stands for all resources. */
  readonly only: readonly string[];
  /** Folders of further projects. The stacks of these projects may manage resources of the account. */
  readonly also: readonly string[];
  /** The file for the list of resources. With this option, the command adopts nothing. */
  readonly list: string | undefined;
  /** Asks the user whether to adopt the resources. */
  readonly approve: (plan: AdoptionPlan) => Promise<boolean>;
  /** Receives the name of the next step, for the progress display. */
  readonly onStep: (what: string) => void;
}

/** The record of an adoption. A second run continues from this file. */
const importFile = "adopted.import.json";

/**
 * Adopts the resources of an account that no stack manages. Pulumi imports the resources into the state, and Podwright
 * writes the program. Podwright sends RunPod only read requests. If a run stops after the import, the next run
 * continues from there.
 */
export async function adopt(stack: Stack, options: AdoptOptions): Promise<AdoptReport> {
  const { location, approve, onStep } = options;
  if (options.list !== undefined) return await listed((await readAccount(stack, options)).plan, options.list, options);
  const project = await projectOf(location);
  const file = join(project.folder, importFile);
  const recorded = existsSync(file) ? await recordedIn(file) : undefined;
  const { plan: planned, items } = await readAccount(stack, options, project);
  const plan = recorded === undefined ? planned : continued(file, recorded, items, planned);
  if (plan.adopted.length === 0 || !(await approve(plan))) return untouched(plan, options);
  if (recorded === undefined) await writeImportList(file, "--list", plan.adopted);
  const missing = await missingIn(stack, plan.adopted);
  if (missing.length > 0) {
    onStep("importing the resources");
    await stack.importResources(file);
  }
  onStep("writing the program");
  const language = languages[project.runtime] as Language;
  const [state, configuration] = [await stack.stateInClear(), await stack.configured()];
  const configured = (key: string) => configuration[`${project.name}:${key}`];
  const taken = await programNames(project);
  const declarations = declarationsOf(plan.adopted, state, { encodes: language.encodes, configured, taken });
  await stack.configureSecrets(declarations.missing);
  const program = await writeProgram(project, declarations.declared);
  await rm(file);
  onStep("previewing the program");
  return { ...(await previewed(stack, program, options)), ...resultOf(plan, declarations, [program.file]) };
}

async function projectOf({ cwd }: StackLocation): Promise<ProjectFile> {
  const project = await projectAt(cwd);
  if (project === undefined)
    throw new Error(`${cwd} has no Pulumi project: create one with \`pulumi new\`, or set --cwd`);
  if ("error" in project) throw new Error(project.error);
  if (languages[project.value.runtime] === undefined)
    throw new Error(
      `Podwright writes programs in ${languageNames}, and this project is in ${project.value.runtime}. ` +
        (project.value.runtime === "dotnet" ? wayToCsharp : wayToOthers),
    );
  return project.value;
}

const wayToCsharp =
  "Adopt into a project in YAML, and translate its program with `pulumi convert --from yaml --language csharp`";

const wayToOthers =
  "Run `podwright adopt --list resources.json`, then `pulumi import --file resources.json`: Pulumi writes the program. " +
  "The program shows the values of environment variables, so move them into secrets before you commit it";

async function readAccount(
  stack: Stack,
  { location, context, only, also, onStep }: AdoptOptions,
  project?: ProjectFile,
): Promise<{ readonly plan: AdoptionPlan; readonly items: readonly ClaimedItem[] }> {
  for (const cwd of also)
    if ((await projectAt(cwd)) === undefined)
      throw new Error(`--also ${cwd} has no Pulumi project: give the folder of a Pulumi.yaml`);
  const [settings, state] = [await settingsOf(stack, context), await stack.state()];
  onStep("reading the account and the states of all stacks");
  const [listed, known] = await Promise.all([
    onAccount(settings, context, (platform) => listAccount(platform, { costs: false, signal: context.signal })),
    readStacks(
      [location.cwd, ...also].map((cwd) => ({ cwd })),
      context,
      "backend",
    ),
  ]);
  if (known.unread.length > 0)
    throw new Error(
      `Podwright cannot tell which resources belong to no stack, because it cannot read ${known.unread.join("; ")}. ` +
        "Adopt nothing until Podwright can read these stacks: one of them may manage any of the account's resources",
    );
  const ours = stackAt(location, known);
  const items = listed.map((item) => ({ ...item, claim: claimOf(item, known, ours) }));
  const used = new Set(resourcesIn(state).map(({ urn }) => nameOf(urn)));
  if (project !== undefined) for (const name of await programNames(project)) used.add(name);
  const commandLine = (command: string) => commandFor(location, command);
  const plan = adoptionPlan(items, { only, used, listed: known.listed, stack: ours, commandLine });
  const explicit = (await providersOf(stack, resourcesIn(state), context)).flatMap(({ urn }) => urn ?? []);
  const accountsNotSearched = explicit.map((urn) => `the account of provider ${nameOf(urn)}`);
  return { plan: { ...plan, ...(explicit.length === 0 ? {} : { accountsNotSearched }) }, items };
}

async function missingIn(stack: Stack, adopted: readonly Adopted[]): Promise<readonly Adopted[]> {
  const held = new Set(resourcesIn(await stack.state()).map(({ type, id }) => `${type} ${id}`));
  return adopted.filter(({ kind, id }) => !held.has(`podwright:index:${kind} ${id}`));
}

/** The common part of the reports of runs that import nothing. */
const unchanged = { version: 1, done: false, secrets: [], changes: null } as const;

function untouched(plan: AdoptionPlan, { location }: AdoptOptions): AdoptReport {
  const command = commandFor(location, "podwright adopt --yes");
  const next =
    plan.adopted.length === 0
      ? {}
      : {
          next: `\`${command}\` imports the resources into the stack's state and writes the program. It changes nothing on RunPod.`,
        };
  return { ...unchanged, ...plan, files: [], ...next };
}

async function listed(plan: AdoptionPlan, file: string, { location }: AdoptOptions): Promise<AdoptReport> {
  if (plan.adopted.length > 0) await writeImportList(file, "--list", plan.adopted);
  const command = commandFor(location, stateCommands.importList(file));
  const next =
    plan.adopted.length === 0
      ? {}
      : {
          next: `\`${command}\` imports the resources and prints a program, which shows the values of environment variables.`,
        };
  const files = plan.adopted.length > 0 ? [file] : [];
  return { ...unchanged, ...plan, files, ...next };
}

function resultOf(
  { adopted, left, others, accountsNotSearched }: AdoptionPlan,
  { secrets }: Declarations,
  files: readonly string[],
) {
  return {
    version: 1 as const,
    done: true,
    adopted,
    left,
    others,
    ...present({ accountsNotSearched }),
    files: files.map((file) => relative(process.cwd(), file)),
    secrets,
  };
}

/** A default provider of another version makes no change on RunPod, and Pulumi does not count it as a change either. */
function isDefaultProviderStep(urn: string): boolean {
  return typeOf(urn).startsWith("pulumi:providers:") && isDefaultProvider(urn);
}

/** Previews the written program. A program in a second file takes effect only after the user imports that file. */
async function previewed(
  stack: Stack,
  { file, isMain, use }: WrittenProgram,
  { location, context }: AdoptOptions,
): Promise<Pick<AdoptReport, "changes" | "next">> {
  const check = commandFor(location, "pulumi preview --expect-no-changes");
  if (!isMain) {
    return {
      changes: null,
      next: `The project has a program already, which Podwright never changes. The resources are in ${relative(process.cwd(), file)}. ${use}, then run \`${check}\`.`,
    };
  }
  try {
    const steps = await stack.preview();
    const changes = steps
      .filter(({ op, urn }) => op !== "same" && !isDefaultProviderStep(urn))
      .map(({ op, urn, diffs }) => `${nameOf(urn)}: ${op} ${(diffs ?? []).join(", ")}`);
    return { changes };
  } catch (error) {
    context.signal.throwIfAborted();
    return {
      changes: null,
      next: `The program is complete, but Pulumi cannot preview it: ${messageOf(error)}. Install the SDK as the documentation says, then run \`${check}\`.`,
    };
  }
}
