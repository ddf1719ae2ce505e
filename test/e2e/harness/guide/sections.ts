/** A heading's anchor in GitHub's form. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

export interface Section {
  /** `""` for the text before the first heading below the title. */
  readonly anchor: string;
  /** The number of hashes before the section's heading. */
  readonly level: number;
  /** The first line, and the line after the last, from 1. */
  readonly from: number;
  readonly to: number;
}

/** A page's sections, each with its subsections. */
export function sectionsOf(page: string): Section[] {
  const lines = page.split("\n");
  const heads = [{ anchor: "", level: 2, from: 1 }];
  let fenced = false;
  for (const [index, line] of lines.entries()) {
    if (line.trimStart().startsWith("```")) fenced = !fenced;
    const [, hashes, heading] = /^(##+) (.+)$/.exec(line) ?? [];
    if (fenced || hashes === undefined || heading === undefined) continue;
    heads.push({ anchor: anchorOf(heading), level: hashes.length, from: index + 1 });
  }
  return heads.map((head, index) => {
    const next = heads.slice(index + 1).find(({ level }) => level <= head.level);
    return { ...head, to: next?.from ?? lines.length + 1 };
  });
}
