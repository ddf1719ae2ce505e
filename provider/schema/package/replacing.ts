import { formatPath, type Path } from "../../../kernel/values";
import type { Row } from "../../planning/rules";

/**
 * Tells whether a change at `path` always causes a replacement. Returns false if the row has a condition, or if parts
 * have their own rows. The number 0 in a path stands for each item of a list.
 */
export function alwaysReplaces(rows: readonly Row[], path: Path): boolean {
  const name = formatPath(path);
  const own = rows.find((row) => row.path === name);
  if (own === undefined || "condition" in own.change || own.change.kind !== "replace") return false;
  return !rows.some((row) => row.path.startsWith(`${name}.`) || row.path.startsWith(`${name}[`));
}

/** Editors show only the description, so it says that a change replaces the resource. */
export function withReplacement(description: string | undefined, willReplace: boolean): string | undefined {
  if (!willReplace || description === undefined || /replace/i.test(description)) return description;
  return `${description} A change replaces the resource.`;
}
