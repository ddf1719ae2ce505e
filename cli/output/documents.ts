import type { OutputFormat } from "./format";

/** A value as JSON or YAML: the same document, written two ways. */
export async function documentOf(format: Extract<OutputFormat, "json" | "yaml">, value: unknown): Promise<string> {
  if (format === "json") return `${JSON.stringify(value, null, 2)}\n`;
  const { stringify } = await import("yaml");
  // Texts that older readers would take for a time or a truth value are quoted; looking for equal objects takes long.
  return stringify(JSON.parse(JSON.stringify(value)), {
    lineWidth: 0,
    compat: "yaml-1.1",
    aliasDuplicateObjects: false,
  });
}
