import { readFile } from "node:fs/promises";
import type { Settings } from "../../provider/settings/read-settings";
import type { CommandContext } from "../context/context";
import { onAccount } from "../stack/connection";
import { imported } from "../stack/import-list";
import { areThere } from "../stack/reading";
import { type ExportedState, parseState } from "../stack/state";
import { type Holdings, holdingsOf, type LeftBehind } from "./official";

/** Reads a state that `pulumi stack export` wrote into a file. */
export async function stateIn(file: string): Promise<ExportedState> {
  try {
    return parseState(await readFile(file, "utf8"));
  } catch (error) {
    // The error omits the parser's message, because that message quotes the text, which may contain secrets.
    const why = error instanceof SyntaxError ? "the file is not JSON" : "the file does not exist or is not readable";
    throw new Error(
      `${file} contains no state of a stack, because ${why}: write the state with \`pulumi stack export --file ${file}\``,
    );
  }
}

/** Returns the resources of a state that a stack can import, because they still exist on RunPod. */
export async function takeOver(state: ExportedState, settings: Settings, context: CommandContext): Promise<Holdings> {
  const { taken, left } = holdingsOf(state);
  if (taken.length === 0) return { taken, left };
  const exist = await onAccount(settings, context, (platform) => areThere(taken.map(imported), platform, context));
  const gone = taken
    .filter((_, index) => !exist[index])
    .map(({ name, kind, id }): LeftBehind => {
      return { name, type: kind, reason: `RunPod has no resource ${id} on this account` };
    });
  return { taken: taken.filter((_, index) => exist[index]), left: [...left, ...gone] };
}
