import type { StackLocation } from "../stack/stack";
import type { Input, Values } from "./command";
import { many, name } from "./inputs";

/** The inputs of a command that works on one stack. */
export const stackInputs = {
  cwd: name("--cwd <dir>", "the folder of the Pulumi project", ".") as Input<string>,
  stack: name("--stack <name>", "the stack (default: the selected stack of that folder)"),
};

/** The inputs of a command that works on any number of stacks. */
export const stacksInputs = {
  cwd: many("--cwd <dir>", "the folder of a Pulumi project; repeatable (default: the current folder)"),
  stack: many(
    "--stack <[dir:]name>",
    "a stack of each folder, or of the folder before the colon; repeatable (default: the selected stack)",
  ),
};
export type Stacks = Partial<Values<typeof stacksInputs>>;

/** Stacks with a folder in their name, and every other named stack in each folder of `--cwd`. */
export function locationsOf({ cwd: folders, stack: stacks = [] }: Stacks): StackLocation[] {
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
