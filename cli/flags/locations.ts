import type { StackLocation } from "../stack";

interface Flags {
  readonly cwd?: readonly string[];
  readonly stack?: readonly string[];
}

/** Each stack in each folder. */
export function locationsOf({ cwd: folders = ["."], stack: stacks = [] }: Flags): StackLocation[] {
  return folders.flatMap((cwd) => (stacks.length === 0 ? [{ cwd }] : stacks.map((stack) => ({ cwd, stack }))));
}

/** For an option that may be given again. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
