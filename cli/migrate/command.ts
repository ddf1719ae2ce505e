import { commandOf } from "../flags/command";
import { on } from "../flags/inputs";
import { stackInputs } from "../flags/locations";
import { withProgress } from "../output/progress";
import { Stack } from "../stack/stack";
import { migrate } from "./migrate";
import { table } from "./render";

/** `podwright migrate`: from the dynamic host to the plugin. */
export const migrateCommand = commandOf({
  name: "migrate",
  description:
    "Moves a stack from the dynamic resources to the provider plugin, after its program was switched to the plugin's SDK. " +
    "It previews first and continues only if nothing would be created, changed, deleted or replaced; " +
    "then it runs the update, which rewrites the state, and checks that each resource kept its id. " +
    "Nothing is changed on the platform.",
  inputs: { ...stackInputs, yes: on("--yes", "do it; without this the preview is all that runs") },
  run: async ({ yes, ...location }, context) => {
    const migration = await withProgress("reading the state", context, (progress, within) =>
      migrate(new Stack(location, within), { context: within, yes, onStep: progress.update }),
    );
    context.print(table(migration, new Stack(location, context).commandLine("podwright migrate"), context));
  },
});
