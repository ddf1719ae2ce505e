import type { Command } from "commander";
import type { StackLocation } from "../stack/stack";
import { collect, once } from "./options";

/** The flags of a command that works on one stack. */
export interface StackFlags {
  readonly cwd: string;
  readonly stack?: string;
}

export function addStackFlags(command: Command): Command {
  return command
    .addOption(once("--cwd <dir>", "the folder of the Pulumi project").default("."))
    .addOption(once("--stack <name>", "the stack (default: the one selected there)"));
}

/** The flags of a command that works on any number of stacks. */
export interface StacksFlags {
  readonly cwd?: readonly string[];
  readonly stack?: readonly string[];
}

export function addStacksFlags(command: Command): Command {
  return command
    .option("--cwd <dir>", "the folder of a Pulumi project; may be given again (default: this one)", collect)
    .option(
      "--stack <[dir:]name>",
      "a stack of each of these folders, or of the one named with it; may be given again (default: the selected one)",
      collect,
    );
}

/** Stacks that name their folder, and beside them each of the others in each folder of `--cwd`. */
export function locationsOf({ cwd: folders, stack: stacks = [] }: StacksFlags): StackLocation[] {
  const placed = stacks.filter((stack) => stack.includes(":")).map(inItsFolder);
  const names = stacks.filter((stack) => !stack.includes(":"));
  if (placed.length > 0 && names.length === 0 && folders === undefined) return placed;
  const everywhere = (folders ?? ["."]).flatMap((cwd) =>
    names.length === 0 ? [{ cwd }] : names.map((stack) => ({ cwd, stack })),
  );
  return [...everywhere, ...placed];
}

/** No name of a stack has a colon; a folder may. */
function inItsFolder(text: string): StackLocation {
  const colon = text.lastIndexOf(":");
  return { cwd: text.slice(0, colon) || ".", stack: text.slice(colon + 1) };
}
