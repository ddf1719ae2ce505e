import { Command } from "commander";
import type { CommandContext } from "../context";
import { Stack } from "../stack";
import { migrate } from "./migrate";
import { table } from "./report";

interface Flags {
  readonly cwd: string;
  readonly stack?: string;
  readonly yes?: boolean;
}

const description = [
  "Moves a stack from the dynamic resources to the provider plugin, after its program was switched to the plugin's SDK.",
  "It previews first and goes on only if nothing would be created, changed, deleted or replaced;",
  "then it runs the update, which rewrites the state, and checks that each resource kept its id.",
  "Nothing is changed on the platform.",
].join(" ");

/** `podwright migrate`: from the dynamic host to the plugin. */
export function migrateCommand(context: CommandContext): Command {
  return new Command("migrate")
    .description(description)
    .option("--cwd <dir>", "the folder of the Pulumi project", ".")
    .option("--stack <name>", "the stack (default: the one selected there)")
    .option("--yes", "do it; without this the preview is all that runs")
    .action(async ({ cwd, stack: name, yes = false }: Flags) => {
      const stack = new Stack({ cwd, stack: name }, context);
      const migration = await migrate(stack, { context, yes });
      context.print(table(migration, stack.commandLine("podwright migrate"), context));
    });
}
