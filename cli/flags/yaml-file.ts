import { readFile } from "node:fs/promises";
import type * as z from "zod";
import { didYouMean } from "../../kernel/nearest";
import { messageOf } from "../../kernel/plain-text";
import { type Shape, shapeOf } from "../../kernel/shape";
import { sentenceOf } from "../context/attempt";

/** Reads a YAML file that the user wrote. Throws an error that lists every fault with the nearest valid name. */
export async function readYamlFile<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new Error(`Podwright cannot read ${file}: ${sentenceOf(messageOf(error))}. Check the path`);
  }
  const { parse } = await import("yaml");
  let content: unknown;
  try {
    // An empty file has no settings.
    content = parse(text) ?? {};
  } catch (error) {
    throw new Error(`${file} is not YAML: ${sentenceOf(messageOf(error).split("\n")[0] ?? "")}. Correct that line`);
  }
  return validated(content, schema, file);
}

/** Throws an error that lists every fault. */
export function validated<Schema extends z.ZodType>(content: unknown, schema: Schema, file: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(content, { reportInput: true });
  if (success) return data;
  const faults = error.issues.flatMap((issue) => faultsOf(issue, schema));
  throw new Error(`${file} is not valid. Correct these places:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
}

function faultsOf(issue: z.core.$ZodIssue, schema: z.ZodType): string[] {
  const place = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  const at = place === "" ? "the file" : place.replace(/^\./, "");
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = namesAt(shapeOf(schema), issue.path);
      return issue.keys.map(
        (key) =>
          `${at} has no field ${JSON.stringify(key)}${didYouMean(key, known) || `; it takes ${known.join(", ")}`}`,
      );
    }
    case "invalid_value": {
      const values = issue.values.map(String);
      return [`${at} must be one of ${values.join(", ")}${didYouMean(String(issue.input), values)}`];
    }
    default:
      return [`${at}: ${issue.message.replace(/^Invalid input: /, "")}`];
  }
}

/** Returns the field names that the object at this path accepts. */
function namesAt(shape: Shape, [part, ...rest]: readonly PropertyKey[]): string[] {
  if (part === undefined) return shape.type === "object" ? Object.keys(shape.properties) : [];
  const inner = "item" in shape ? shape.item : "properties" in shape ? shape.properties[String(part)] : undefined;
  return inner === undefined ? [] : namesAt(inner, rest);
}
