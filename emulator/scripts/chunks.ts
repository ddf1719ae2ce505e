/**
 * Bytes of a megabyte. RunPod does not define its megabyte. The emulator uses the smaller definition, so that a client within
 * this limit is also within the larger limit.
 */
export const megabyte = 1_000_000;

/** A part of a result as `/stream` delivers it. */
export interface StreamChunk {
  readonly output: unknown;
  readonly metrics?: unknown;
}

/**
 * Splits a chunk whose JSON is larger than 1 MB. A string becomes several strings. Any other output becomes its JSON text,
 * which is split in the same way. Joined again, the parts give the whole output. Only the last part has the metrics, so that a
 * sum over the parts counts them once. Throws for values that JSON cannot express.
 */
export function chunksOf({ output, metrics }: StreamChunk): StreamChunk[] {
  const withMetrics = metrics === undefined ? {} : { metrics };
  const whole = { output: output ?? null, ...withMetrics };
  if (sizeOf(whole) <= megabyte) return [whole];
  const envelope = sizeOf({ output: "", ...withMetrics });
  if (envelope > megabyte / 2) throw new Error("the metrics of a streamed chunk are too large");
  const parts = cut(typeof output === "string" ? output : JSON.stringify(output), megabyte - envelope);
  return parts.map((part, index) => ({ output: part, ...(index === parts.length - 1 ? withMetrics : {}) }));
}

/** Splits a text into parts of at most that many bytes of JSON, without quotes. No part ends inside a character. */
function cut(text: string, bytes: number): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    let part = text.slice(from, from + bytes);
    for (let size = sizeOf(part) - 2; size > bytes; size = sizeOf(part) - 2)
      part = part.slice(0, Math.floor((part.length * bytes) / size));
    if (from + part.length < text.length && /[\ud800-\udbff]$/.test(part)) part = part.slice(0, -1);
    parts.push(part);
    from += part.length;
  }
  return parts;
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
