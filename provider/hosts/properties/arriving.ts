import { isRecord, type Values } from "../../values/values";

/**
 * The trailers of a response carry the outputs of a resource that exists although its operation failed. The engine takes
 * 16 MB in base64. More ends its connection, and with it every running operation, whose ids it then never learns.
 */
const mostBytes = 11_000_000;

/** The outputs, without the largest if all together are too large. */
export function arriving(outputs: Values): Values {
  const sizes = Object.entries(outputs).map(([name, value]) => ({ name, bytes: bytesOf(value) }));
  let bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
  const left = new Set<string>();
  for (const one of sizes.toSorted((a, b) => b.bytes - a.bytes)) {
    if (bytes <= mostBytes) break;
    bytes -= one.bytes;
    left.add(one.name);
  }
  return left.size === 0 ? outputs : Object.fromEntries(Object.entries(outputs).filter(([name]) => !left.has(name)));
}

/** The most that a value, its tag and its length take on the wire. */
const overhead = 16;

function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value) + overhead;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + bytesOf(item), overhead);
  if (!isRecord(value)) return overhead;
  return Object.entries(value).reduce((sum, [key, inner]) => sum + bytesOf(key) + bytesOf(inner), overhead);
}
