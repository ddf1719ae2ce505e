import { isRecord } from "../../../kernel/values";

/** Keys with few possible values, which decide how a client reads the other keys. */
const TELLING = new Set(["status", "code"]);
/** Keys that hold maps. The keys of a map do not belong to the shape. */
const MAPS = new Set(["env"]);

/** Returns the keys and types of a value as a text. Lists with the same kinds of items have the same text. */
export function shapeOf(value: unknown, key = ""): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `[${[...new Set(value.map((item) => shapeOf(item)))].sort().join("|")}]`;
  if (TELLING.has(key)) return JSON.stringify(value);
  if (!isRecord(value)) return typeof value;
  if (MAPS.has(key)) return "map";
  const fields = Object.entries(value).map(([name, item]) => `${name}:${shapeOf(item, name)}`);
  return `{${fields.sort().join(",")}}`;
}
