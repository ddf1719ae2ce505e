import { escaped, needsEscapes } from "../../kernel/plain-text";

/** Writes the value as JSON, with escapes for unprintable characters. */
export function jsonOf(value: unknown, indent?: number): string {
  return escaped(JSON.stringify(value, undefined, indent), (codePoint) =>
    String.fromCodePoint(codePoint)
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** Writes the value as YAML. */
export async function yamlOf(value: unknown): Promise<string> {
  const { Document, visit } = await import("yaml");
  // The options quote texts that older YAML readers would read as times or booleans. They also turn off the slow search
  // for equal objects.
  const document = new Document(JSON.parse(JSON.stringify(value)), {
    compat: "yaml-1.1",
    aliasDuplicateObjects: false,
  });
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === "string" && needsEscapes(scalar.value)) scalar.type = "QUOTE_DOUBLE";
    },
  });
  const text = document.toString({ lineWidth: 0 });
  return escaped(text, (codePoint) => `\\U${codePoint.toString(16).padStart(8, "0")}`);
}
