import type { CommandContext } from "../context/context";
import { commandOf } from "../flags/command";
import { on, once, text } from "../flags/inputs";
import { stackInputs } from "../flags/locations";
import { withProgress } from "../output/progress";
import { environmentSettings, settingsOf } from "../stack/connection";
import { writeImportList } from "../stack/import-list";
import type { StackLocation } from "../stack/place";
import { Stack } from "../stack/stack";
import { migrate } from "./migrate";
import { table, takeoverText } from "./render";

/**
 * `podwright migrate`: moves a stack from the dynamic host to the plugin, or from RunPod's own provider to Podwright.
 */
export const migrateCommand = commandOf({
  name: "migrate",
  description:
    "Moves a stack from the npm package's dynamic resources to the provider plugin. Change the program to the plugin's SDK first. " +
    "The command previews the update, and stops if Pulumi would create, change, delete or replace a resource. " +
    "With --yes, it then runs the update, which rewrites the state, and checks that each resource kept its id. " +
    "With --out, it reads a stack of RunPod's own Pulumi provider, and writes the list for `pulumi import --file`. " +
    "The command changes nothing on RunPod.",
  inputs: {
    ...stackInputs,
    yes: on("--yes", "move the stack; without --yes, the command only previews"),
    out: text(
      "--out <file>",
      "write the resources of a stack of RunPod's own provider as a list for `pulumi import`",
      once,
    ),
    state: text("--state <file>", "with --out: the stack's exported state, if Pulumi cannot open the stack", once),
  },
  check: ({ yes, out, state, stack }, refuse) => {
    if (yes && out !== undefined) refuse("--yes has no meaning with --out, which only reads");
    if (state !== undefined && out === undefined) refuse("--state needs --out");
    if (state !== undefined && stack !== undefined) refuse("--state and --stack exclude each other");
  },
  run: async ({ yes, out, state, ...location }, context) => {
    if (out !== undefined) return await listForImport({ ...location, out, state }, context);
    const migration = await withProgress("reading the state", context, (progress, within) =>
      migrate(new Stack(location, within), { context: within, yes, onStep: progress.update }),
    );
    context.print(table(migration, new Stack(location, context).commandLine("podwright migrate"), context));
  },
});

interface Official extends StackLocation {
  readonly out: string;
  readonly state: string | undefined;
}

async function listForImport({ out, state: file, ...location }: Official, context: CommandContext): Promise<void> {
  const { stateIn, takeOver } = await import("./take-over.js");
  const holdings = await withProgress("reading the state", context, async (progress, within) => {
    const stack = new Stack(location, within);
    const state = file === undefined ? await stack.state() : await stateIn(file);
    const settings = file === undefined ? await settingsOf(stack, within) : await environmentSettings(within);
    progress.update("reading the resources");
    return await takeOver(state, settings, within);
  });
  if (holdings.taken.length > 0) await writeImportList(out, "--out", holdings.taken);
  context.print(takeoverText(holdings, { out, ...location }, context));
}
