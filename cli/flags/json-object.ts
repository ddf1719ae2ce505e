import { readFile } from "node:fs/promises";
import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import type { CommandContext } from "../context/context";
import { flag, type Input, type Scope } from "./command";

export type JsonObject = Readonly<Record<string, unknown>>;

const EXAMPLE = `'{"prompt": "hello"}'`;

/** Makes a required flag that takes `JSON`, `@file` or `-` for standard input. Errors do not quote the value, because it may contain secrets. */
export function jsonObject(flags: string, description: string): Input<JsonObject> {
  return flag(flags, `${description}: JSON, @file, or - for standard input`, read);
}

async function read(given: string | undefined, { refuse, context }: Scope): Promise<JsonObject> {
  if (given === undefined) {
    refuse(`is missing: give JSON such as ${EXAMPLE}, @file, or - for standard input`);
    return {};
  }
  try {
    return objectIn(await sourceOf(given, context));
  } catch (error) {
    context.signal.throwIfAborted();
    refuse(error instanceof Unfit ? error.message : `cannot be read: ${String(error)}`);
    return {};
  }
}

class Unfit extends Error {}

async function sourceOf(given: string, context: CommandContext): Promise<string> {
  if (given === "-") return await standardInput(context);
  if (!given.startsWith("@")) return given;
  const path = given.slice(1);
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const missing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new Unfit(missing ? `names ${path}, and there is no such file` : `names ${path}, which cannot be read`);
  }
}

async function standardInput({ stdin, signal, warn }: CommandContext): Promise<string> {
  if (stdin === undefined) throw new Unfit("should come from standard input, but this process has no standard input");
  if (stdin.isTTY) warn("reading the input from the terminal; Ctrl-D ends it\n");
  addAbortSignal(signal, stdin);
  return await text(stdin);
}

function objectIn(json: string): JsonObject {
  const value = parsed(json);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  throw new Unfit(`must be a JSON object such as ${EXAMPLE}, not ${nameOf(value)}`);
}

function parsed(json: string): unknown {
  if (json.trim() === "") throw new Unfit("is empty");
  try {
    return JSON.parse(json);
  } catch (error) {
    // The error omits Node's message, because that message quotes the text.
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(String(error)) ?? [];
    const where = line === undefined ? "" : ` at line ${line}, column ${column}`;
    throw new Unfit(`is not JSON${where}: quote it for the shell, as in ${EXAMPLE}, or use @file`);
  }
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
