import { isRecord, type Values } from "../../../kernel/values";

/**
 * Limit for the outputs of a resource whose operation failed. The trailers of the response carry these outputs, and the
 * engine accepts 16 MB in base64. Longer trailers break the engine's connection and every running operation, so the
 * engine loses the ids of new resources.
 */
const mostBytes = 11_000_000;

/** Returns the outputs. If they are too large in total, it removes the largest outputs. */
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

/** The greatest number of bytes that a tag, a length and a value of fixed size take on the wire. */
const overhead = 16;

function bytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value) + overhead;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + bytesOf(item), overhead);
  if (!isRecord(value)) return overhead;
  return Object.entries(value).reduce((sum, [key, inner]) => sum + bytesOf(key) + bytesOf(inner), overhead);
}
