import { isRecord } from "../../../../provider/values/values";

/** Keys whose values are few and decide how a client reads the rest. */
const TELLING = new Set(["status", "code"]);
/** Maps: their keys are no part of the shape. */
const MAPS = new Set(["env"]);

/** The keys and types of a value, as a text. Lists with the same kinds of items are alike. */
export function shapeOf(value: unknown, key = ""): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return `[${[...new Set(value.map((item) => shapeOf(item)))].sort().join("|")}]`;
  if (TELLING.has(key)) return JSON.stringify(value);
  if (!isRecord(value)) return typeof value;
  if (MAPS.has(key)) return "map";
  const fields = Object.entries(value).map(([name, item]) => `${name}:${shapeOf(item, name)}`);
  return `{${fields.sort().join(",")}}`;
}
