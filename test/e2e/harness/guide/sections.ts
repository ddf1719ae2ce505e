/** A heading's anchor, as GitHub makes it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

export interface Section {
  /** `""` for what stands before the first heading of the second level. */
  readonly anchor: string;
  /** Of its first line and of the line after its last one, from 1. */
  readonly from: number;
  readonly to: number;
}

/** A page's parts under headings of the second level. */
export function sectionsOf(page: string): Section[] {
  const lines = page.split("\n");
  const heads = [{ anchor: "", from: 1 }];
  let fenced = false;
  for (const [index, line] of lines.entries()) {
    if (line.trimStart().startsWith("```")) fenced = !fenced;
    const [, heading] = /^## (.+)$/.exec(line) ?? [];
    if (!fenced && heading !== undefined) heads.push({ anchor: anchorOf(heading), from: index + 1 });
  }
  return heads.map((head, index) => ({ ...head, to: heads[index + 1]?.from ?? lines.length + 1 }));
}
