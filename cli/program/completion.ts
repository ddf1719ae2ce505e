import { type Argument, type Option, type RootCommand, ShellCompDirective } from "@bomb.sh/tab";
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { withTimeout } from "../../kernel/clock";
import { oneLine } from "../../kernel/plain-text";
import { type AccountItem, listAccount } from "../account/inventory";
import type { OnAccount } from "../account/kinds";
import type { CommandContext } from "../context/context";
import { Ending, exitCodes } from "../context/exit-codes";
import { withExamples } from "../flags/help";
import { withPlatform } from "../stack/connection";
import { ownName } from "../stack/place";
import { Stack } from "../stack/stack";
import { completion } from "./commands";

const description = [
  "Prints a script with which your shell completes commands, flags and values of flags.",
  "If the environment contains an API key, the script also completes names and ids, which Podwright reads from RunPod.",
  "In the folder of a Pulumi project, it completes the names of stacks.",
].join(" ");

const NAME = "podwright";

/** The name of the command that the scripts call for the possible words at the cursor. */
const COMPLETE = "complete";

/**
 * Adds `completion`, and the hidden command that its scripts call. The program must already contain all other commands.
 * Completion needs the flags of the command in the user's line. For all other commands, completion needs only the
 * names.
 */
export function addCompletion(program: Command, context: CommandContext): void {
  for (const command of program.commands) describeShortly(command);
  const known = tab(program, { completionCommandName: completion.name });
  const scripts = program.commands.find((command) => command.name() === completion.name);
  if (scripts !== undefined) {
    scripts.action((shell: string) => {
      context.print(readableTwice(printed(() => known.setup(NAME, NAME, shell))));
    });
    for (const shell of scripts.registeredArguments) shell.description = "shell that runs the script";
    withExamples(scripts.summary(completion.summary).description(description), completion.examples);
  }
  program.hook("preAction", async (_, called) => {
    if (called.name() === COMPLETE) await prepare(known, called.args, context);
  });
}

/** Returns the output of the library, which prints directly. */
function printed(work: () => void): string {
  const { log } = console;
  let text = "";
  console.log = (line: string) => {
    text += `${line}\n`;
  };
  try {
    work();
  } finally {
    console.log = log;
  }
  return text;
}

/**
 * Allows a shell to read the script twice, or to read the script of another command that uses this library. In both
 * cases, the script's constants already exist.
 */
function readableTwice(script: string): string {
  return script.replace(/^readonly (\w+)=(\d+)$/gm, (_, name: string, value: string) => `: "\${${name}:=${value}}"`);
}

/** Gives each command its summary as description, because a completion has no room for the whole description. */
function describeShortly(command: Command): void {
  if (command.summary() !== "") command.description(command.summary());
  for (const below of command.commands) describeShortly(below);
}

/** Adds completions that the library cannot know: names, ids, and the flags that take paths. */
async function prepare(known: RootCommand, words: readonly string[], context: CommandContext): Promise<void> {
  const before = words.slice(0, -1);
  const last = before.at(-1)?.replace(/^--/, "") ?? "";
  const directive = PATHS.get(last);
  if (directive !== undefined) {
    context.print(`:${directive}\n`);
    throw new Ending(exitCodes.done);
  }
  // A group's command has a path of two words.
  const path = [before.slice(0, 2).join(" "), before[0] ?? ""].find((words) => known.commands.has(words)) ?? "";
  const command = known.commands.get(path);
  const isFirst = path !== "" && before.length === path.split(" ").length;
  const place = isFirst ? [...(command?.arguments.values() ?? [])][0] : command?.options.get(last);
  const folder = before[before.lastIndexOf("--cwd") + 1];
  if (place !== undefined) await offer(place, { context, cwd: before.includes("--cwd") && folder ? folder : "." });
}

const PATHS: ReadonlyMap<string, number> = new Map([
  ["cwd", ShellCompDirective.ShellCompDirectiveFilterDirs],
  ["handlers", ShellCompDirective.ShellCompDirectiveDefault],
  ["identity", ShellCompDirective.ShellCompDirectiveDefault],
  ["state", ShellCompDirective.ShellCompDirectiveDefault],
]);

type Words = readonly (readonly [word: string, meaning: string])[];

interface Scope {
  readonly context: CommandContext;
  /** The folder of the Pulumi project. */
  readonly cwd: string;
}

/** Functions that find the possible words, by the name of the argument or the flag. */
const SOURCES: Readonly<Record<string, (scope: Scope) => Promise<Words>>> = {
  endpoint: named(["ServerlessEndpoint"]),
  resource: named(["Pod", "ServerlessEndpoint", "Cluster", "NetworkVolume"]),
  "endpoint-id": identified(["ServerlessEndpoint"]),
  "pod-id": identified(["Pod"]),
  model: ({ context }) =>
    withPlatform("listing models", context, async ({ publicEndpoints }) =>
      publicEndpoints.models().map(({ id, unit }) => [id, unit]),
    ),
  stack: async ({ context, cwd }) =>
    (await new Stack({ cwd }, context).siblings()).map(({ name, current }) => [
      ownName(name),
      current ? "selected" : "",
    ]),
};

function listing(kinds: readonly OnAccount[]): (scope: Scope) => Promise<AccountItem[]> {
  return ({ context }) =>
    withPlatform("listing names", context, (platform) =>
      listAccount(platform, { kinds, costs: false, signal: context.signal }),
    );
}

function identified(kinds: readonly OnAccount[]): (scope: Scope) => Promise<Words> {
  return async (scope) => (await listing(kinds)(scope)).map(({ id, name }) => [id, name]);
}

/**
 * Returns the names of the items. If several items have the name, or a shell would have to quote it, returns the id
 * instead.
 */
function named(kinds: readonly OnAccount[]): (scope: Scope) => Promise<Words> {
  return async (scope) => {
    const items = await listing(kinds)(scope);
    return items.map(({ id, name }) => {
      const isClear = /^\w[\w.-]*$/.test(name) && items.filter((one) => one.name === name).length === 1;
      return isClear ? [name, id] : [id, name];
    });
  };
}

/** Milliseconds after which completion gives up. A longer delay would look like a defect. */
const PATIENCE_MS = 2_000;

async function offer(place: Argument | Option, { context, cwd }: Scope): Promise<void> {
  const source = SOURCES["name" in place ? place.name : place.value];
  if (source === undefined) return;
  // Without a response, completion offers no words, because there is no place for an error message.
  const quiet = { ...context, warn: () => undefined };
  const words = await withTimeout(context.clock, PATIENCE_MS, new Error("late"), (late) =>
    source({ context: { ...quiet, signal: AbortSignal.any([context.signal, late]) }, cwd }),
  ).catch((): Words => []);
  place.handler = (complete) => {
    for (const [word, meaning] of words) complete(oneLine(word), oneLine(meaning));
  };
}
