import { recordingFiles } from "./assumption-table";
import { table } from "./markdown";

/** Writes a row for every recording that says what it changed in Podwright. */
export function recordingTable(): string {
  const rows = recordingFiles().flatMap(([file, [first]]) => {
    const [number = "", ...words] = file.replace(".json", "").split("-");
    const { changed } = (first ?? {}) as { readonly changed?: string };
    return changed === undefined ? [] : [[number, words.join(" "), changed]];
  });
  return table(["Recording", "Response", "What it changed"], rows);
}
