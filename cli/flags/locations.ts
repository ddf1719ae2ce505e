import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { CommandContext } from "../context/context";
import { type Selection, stacksBelow, stacksOfBackend } from "../stack/every-stack";
import type { StackLocation } from "../stack/place";
import { isFolder, noFolder } from "../stack/project-file";
import { flag, type Input, type Refuse, type Values } from "./command";
import { many, name, on, once, parsed } from "./inputs";

/** The form of a stack for flags that take several stacks. */
export const stackForm = "such as production, or infra:production for the folder infra";

/** Refuses a folder that does not exist. Otherwise a mistyped folder would look like a folder without a project. */
export function existing<Value extends string | readonly string[] | undefined>(
  input: Input<Value>,
  folderIn: (given: string) => string | undefined = (given) => given,
): Input<Value> {
  return {
    add: input.add,
    read: async (command, refuse, context) => {
      const value = await input.read(command, refuse, context);
      for (const given of [value ?? []].flat()) {
        const folder = folderIn(given);
        if (folder !== undefined && folder.trim() !== "" && !isFolder(folder)) refuse(noFolder(folder));
      }
      return value;
    },
  };
}

const configFile: Input<string | undefined> = parsed(
  "--config-file <file>",
  "file with the configuration of the stack, as for `pulumi --config-file` (default: `Pulumi.<stack>.yaml`)",
  (given, { refuse }) =>
    statSync(given, { throwIfNoEntry: false })?.isFile() === true ? resolve(given) : refuse(`names no file: ${given}`),
  once,
);

/** The inputs of a command that works on one stack. */
export const stackInputs = {
  cwd: existing(name("--cwd <dir>", "folder of the Pulumi project", ".") as Input<string>),
  stack: name("--stack <name>", "name of the stack (default: the selected stack of the folder)"),
  configFile,
};

/** Makes the flag for several stacks. */
export function stacksInput(description: string, flags = "--stack <[dir:]name>"): Input<readonly string[] | undefined> {
  return existing(many(flags, description), (given) => (given.includes(":") ? inItsFolder(given).cwd : undefined));
}

/** The inputs of a command that works on any number of stacks. */
export const stacksInputs = {
  cwd: existing(many("--cwd <dir>", "folder of a Pulumi project; repeatable (default: the current folder)")),
  stack: stacksInput(`name of a stack, ${stackForm}; repeatable (default: the selected stack)`),
  all: on("--all", "use all stacks of the project, or of all projects below the folder"),
  backend: flag<true | string | undefined, true | string>(
    "--backend [organization]",
    "use all stacks of Pulumi's backend, or of one organization, even if their projects have no folder on this machine",
    (given) => given,
  ),
  configFile,
};
export type Stacks = Partial<Values<typeof stacksInputs>>;

/** Refuses two flags that both select stacks, and a configuration for several stacks. */
export function refuseTwoSelections({ cwd = [], stack, all, backend, configFile }: Stacks, refuse: Refuse): void {
  const ways = [stack && "--stack", all && "--all", backend && "--backend"].flatMap((way) => way || []);
  if (ways.length > 1) refuse(`${ways.join(" and ")} exclude each other: give one of them`);
  if (configFile !== undefined && (all || backend || Math.max(cwd.length, stack?.length ?? 0) > 1))
    refuse("--config-file is the configuration of one stack: name one stack");
}

/** Returns whether the command line names its stacks. Otherwise a command works on the selected stack. */
export function namesStacks({ stack, all, backend }: Stacks): boolean {
  return stack !== undefined || all === true || backend !== undefined;
}

/** Returns the stacks that the command line selects. */
export async function selectionOf(stacks: Stacks, context: CommandContext): Promise<Selection> {
  const { cwd: folders = ["."], all, backend } = stacks;
  if (backend !== undefined) return await stacksOfBackend(folders, backend === true ? undefined : backend, context);
  return all === true ? await stacksBelow(folders, context) : { locations: locationsOf(stacks), unlisted: [] };
}

/**
 * Returns the stacks to use. `folder:stack` selects a stack in that folder. A name without a folder selects a stack in
 * each folder of `--cwd`.
 */
export function locationsOf({ cwd: folders, stack: stacks = [], configFile }: Stacks): StackLocation[] {
  const placed = stacks.filter((stack) => stack.includes(":")).map(inItsFolder);
  const names = stacks.filter((stack) => !stack.includes(":"));
  const own = configFile === undefined ? {} : { configFile };
  if (placed.length > 0 && names.length === 0 && folders === undefined)
    return placed.map((one) => ({ ...one, ...own }));
  const everywhere = (folders ?? ["."]).flatMap((cwd) =>
    names.length === 0 ? [{ cwd, ...own }] : names.map((stack) => ({ cwd, stack, ...own })),
  );
  return [...everywhere, ...placed.map((one) => ({ ...one, ...own }))];
}

/**
 * Splits a text into a folder and the name of a stack. The name has no colon, but the path of the folder may have one.
 */
function inItsFolder(text: string): StackLocation {
  const colon = text.lastIndexOf(":");
  return { cwd: text.slice(0, colon) || ".", stack: text.slice(colon + 1) };
}
