import { readFile, rename, writeFile } from "node:fs/promises";
import { decode, encode, type Json } from "./graph";
import { mistakesIn, version } from "./schema";

const format = "podwright-emulator-state";

/** The state file is unusable. The message contains advice. */
export class StateFileError extends Error {}

/** The parts in the file; undefined when there is no file yet. */
export async function readState(path: string): Promise<Record<string, unknown> | undefined> {
  const text = await textOf(path);
  if (text === undefined) return undefined;
  const parsed = jsonOf(text, path);
  if (parsed.format !== format) throw unusable(path, "is not a state file of the emulator");
  if (typeof parsed.version === "number" && parsed.version > version)
    throw new StateFileError(
      `${path} was written by a newer podwright (format ${parsed.version}, this one reads ${version}): ` +
        "update podwright, or start with another file",
    );
  if (parsed.version !== version) throw unusable(path, "has no version this podwright knows");
  return partsIn(parsed.platform ?? null, path);
}

/** Replaces the file in one step, so that a kill leaves the old file or the new one, never half of one. */
export async function writeState(path: string, text: string): Promise<void> {
  const beside = `${path}.tmp`;
  // The environment of pods is often secret.
  await writeFile(beside, text, { mode: 0o600, flush: true });
  await rename(beside, path);
}

export function textOfState(parts: Readonly<Record<string, unknown>>, savedAt: string): string {
  return `${JSON.stringify({ format, version, savedAt, platform: encode(parts) }, null, 1)}\n`;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new StateFileError(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

function jsonOf(text: string, path: string): { readonly [key: string]: Json } {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
      return parsed as { readonly [key: string]: Json };
  } catch {
    // The error below also covers JSON of another shape.
  }
  throw unusable(path, "is not a JSON object");
}

function partsIn(encoded: Json, path: string): Record<string, unknown> {
  let parts: unknown;
  try {
    parts = decode(encoded);
  } catch (error) {
    throw unusable(path, `is damaged (${error instanceof Error ? error.message : String(error)})`);
  }
  const mistake = mistakesIn(parts);
  if (mistake !== undefined) throw unusable(path, `is damaged (${mistake})`);
  return parts as Record<string, unknown>;
}

function unusable(path: string, what: string): StateFileError {
  return new StateFileError(`${path} ${what}: put a good copy in its place, or move it away to start with nothing`);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** The reason why a file is unusable. */
export function reasonOf(error: unknown): string {
  switch (codeOf(error)) {
    case "ENOENT":
      return "its folder does not exist";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "you may not";
    case "EISDIR":
      return "it is a folder";
    case "ENOSPC":
      return "the disk is full";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
