/** A heading's anchor, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

export interface Section {
  /** `""` for what stands before the first heading below the page's own. */
  readonly anchor: string;
  /** The number of its heading's hashes. */
  readonly level: number;
  /** Of its first line and of the line after its last one, from 1. */
  readonly from: number;
  readonly to: number;
}

/** A page's parts, each with the parts of deeper headings that it holds. */
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
