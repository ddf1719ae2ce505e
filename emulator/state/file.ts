import { readFile, rename, writeFile } from "node:fs/promises";
import { decode, encode, type Json } from "./graph";
import { mistakesIn, version } from "./schema";

const format = "podwright-emulator-state";

/** Thrown if the emulator cannot use the state file. The message says what to do. */
export class StateFileError extends Error {}

/** Returns the parts in the file, or `undefined` if there is no file yet. */
export async function readState(path: string): Promise<Record<string, unknown> | undefined> {
  const text = await textOf(path);
  if (text === undefined) return undefined;
  const parsed = jsonOf(text, path);
  if (parsed.format !== format) throw unusable(path, "is not a state file of the emulator");
  if (typeof parsed.version === "number" && parsed.version > version)
    throw new StateFileError(
      `${path} was written by a newer Podwright (format ${parsed.version}, this release reads ${version}): ` +
        "update Podwright, or start with another file",
    );
  if (parsed.version !== version) throw unusable(path, "has a format version that this Podwright does not know");
  return partsIn(parsed.platform ?? null, path);
}

/** Replaces the file in one step. After a kill, the file is completely old or completely new. */
export async function writeState(path: string, text: string): Promise<void> {
  const beside = `${path}.tmp`;
  // Only the owner may read the file, because the environment of pods is often secret.
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
    // The text is not JSON. The line below throws the error, also for JSON that is not an object.
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
  return new StateFileError(
    `${path} ${what}: replace it with a good copy, or move it away to start with an empty account`,
  );
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Returns the reason why a file is unusable. */
export function reasonOf(error: unknown): string {
  switch (codeOf(error)) {
    case "ENOENT":
      return "its folder does not exist";
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return "you have no permission";
    case "EISDIR":
      return "it is a folder";
    case "ENOSPC":
      return "the disk is full";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
