import type { OutputFormat } from "./format";

/** A value as JSON or YAML: the same document, written two ways. */
export async function documentOf(format: Extract<OutputFormat, "json" | "yaml">, value: unknown): Promise<string> {
  if (format === "json") return `${JSON.stringify(value, null, 2)}\n`;
  const { stringify } = await import("yaml");
  // Long texts stay on their line: folding them would break what other readers make of it.
  return stringify(JSON.parse(JSON.stringify(value)), { lineWidth: 0 });
}
