import { type Argument, type Option, type RootCommand, ShellCompDirective } from "@bomb.sh/tab";
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import type { Platform } from "../../client";
import { withTimeout } from "../../client/values/clock";
import { oneLine } from "../../client/values/plain-text";
import type { CommandContext } from "../context/context";
import { Ending, exitCodes } from "../context/exit-codes";
import { withExamples } from "../flags/help";
import { withPlatform } from "../stack/connection";
import { completion } from "./commands";

const description = [
  "Prints the script that completes commands, flags, their values and ids in a shell.",
  "If the environment contains a key, the script also completes ids, which it reads from RunPod.",
].join(" ");

const NAME = "podwright";

/** The command that the scripts call for the possible words at the cursor. */
const COMPLETE = "complete";

/**
 * Adds `completion`, and the hidden command that its scripts call. The program must already hold all other commands:
 * commands that the words name in full, the others as names.
 */
export function addCompletion(program: Command, context: CommandContext): void {
  for (const command of program.commands) describeShortly(command);
  const known = tab(program, { completionCommandName: completion.name });
  const scripts = program.commands.find((command) => command.name() === completion.name);
  if (scripts !== undefined) {
    scripts.action((shell: string) => {
      context.print(readableTwice(printed(() => known.setup(NAME, NAME, shell))));
    });
    withExamples(scripts.summary(completion.summary).description(description), completion.examples);
  }
  program.hook("preAction", async (_, called) => {
    if (called.name() === COMPLETE) await prepare(known, called.args, context);
  });
}

/** The library prints by itself. */
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

/** The constants exist already if a shell reads a start-up file twice, or the script of another command from this library. */
function readableTwice(script: string): string {
  return script.replace(/^readonly (\w+)=(\d+)$/gm, (_, name: string, value: string) => `: "\${${name}:=${value}}"`);
}

/** A completion has room for a summary, not for a description. */
function describeShortly(command: Command): void {
  if (command.summary() !== "") command.description(command.summary());
  for (const below of command.commands) describeShortly(below);
}

/** Adds completions that the library cannot know: ids, and the flags that take paths. */
async function prepare(known: RootCommand, words: readonly string[], context: CommandContext): Promise<void> {
  const before = words.slice(0, -1);
  const last = before.at(-1)?.replace(/^--/, "") ?? "";
  const directive = PATHS.get(last);
  if (directive !== undefined) {
    context.print(`:${directive}\n`);
    throw new Ending(exitCodes.done);
  }
  const command = known.commands.get(before.slice(0, 2).join(" "));
  const place = before.length === 2 ? [...(command?.arguments.values() ?? [])][0] : command?.options.get(last);
  if (place !== undefined) await offerIds(place, context);
}

const PATHS: ReadonlyMap<string, number> = new Map([
  ["cwd", ShellCompDirective.ShellCompDirectiveFilterDirs],
  ["handlers", ShellCompDirective.ShellCompDirectiveDefault],
  ["state", ShellCompDirective.ShellCompDirectiveDefault],
]);

type Ids = readonly (readonly [id: string, name: string])[];

const KINDS: Readonly<Record<string, (platform: Platform, signal: AbortSignal) => Promise<Ids>>> = {
  endpoint: async ({ endpoints }, signal) => (await endpoints.list({ signal })).map(({ id, name }) => [id, name]),
  pod: async ({ pods }, signal) => (await pods.list({ signal })).map(({ id, name }) => [id, name]),
  model: async ({ publicEndpoints }) => publicEndpoints.models().map(({ id, unit }) => [id, unit]),
};

/** Completion that takes longer seems broken. */
const PATIENCE_MS = 2_000;

async function offerIds(place: Argument | Option, context: CommandContext): Promise<void> {
  const list = KINDS[("name" in place ? place.name : place.value).replace(/-id$/, "")];
  if (list === undefined) return;
  // Without a response there are no words to offer, and there is no place for a reason.
  const quiet = { ...context, warn: () => undefined };
  const ids = await withPlatform("listing ids", quiet, (platform) =>
    withTimeout(context.clock, PATIENCE_MS, new Error("late"), (late) =>
      list(platform, AbortSignal.any([context.signal, late])),
    ),
  ).catch((): Ids => []);
  place.handler = (complete) => {
    for (const [id, name] of ids) complete(oneLine(id), oneLine(name));
  };
}
