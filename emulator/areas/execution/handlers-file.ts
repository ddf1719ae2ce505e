import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { JobChunk, JobContext, JobHandler, JobResult, JobStream } from "../../scripts/handler";

/** Thrown if the emulator cannot use the handlers file. */
class HandlersFileError extends Error {}

/**
 * Reads job handlers from a JavaScript module, CommonJS or ESM. Each export, or each property of the default export, is a
 * handler. The name of the export is the id or the name of an endpoint, with `*` as wildcard. A handler returns `{ output,
 * durationMs }`, or only the output. A generator yields chunks in the same way.
 */
export async function readHandlers(file: string): Promise<Readonly<Record<string, JobHandler>>> {
  if (!existsSync(file)) throw new HandlersFileError(`The handlers file ${file} does not exist.`);
  const exported = Object.entries(exportsOf(await load(file)));
  if (exported.length === 0) throw new HandlersFileError(`The handlers file ${file} exports no function.`);
  return Object.fromEntries(
    exported.map(([endpoint, handler]) => {
      if (isFunction(handler)) return [endpoint, adapted(handler)];
      const kind = handler === null ? "null" : Array.isArray(handler) ? "an array" : `of type ${typeof handler}`;
      throw new HandlersFileError(`The handlers file ${file} exports "${endpoint}", which is ${kind}, not a function.`);
    }),
  );
}

async function load(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    throw new HandlersFileError(`The handlers file ${file} could not be loaded: ${reasonOf(error)}.`);
  }
}

/** Returns the reason in one line. A syntax error includes its line number. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = `${error.name}: ${error.message.split("\n")[0]}`.replace(/[.:\s]+$/, "");
  const line = error instanceof SyntaxError ? /^\S+:(\d+)$/m.exec(error.stack ?? "")?.[1] : undefined;
  return line === undefined ? reason : `${reason} (line ${line})`;
}

/** Returns the exports. `module.exports` counts as the default export. Node also lists names that it finds without running the module. */
function exportsOf(module: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { default: main, "module.exports": _common, __esModule: _transpiled, ...named } = module;
  if (main === undefined) return named;
  if (typeof main !== "object" || main === null) return { ...named, "*": main };
  const { default: _nested, __esModule: _flag, ...own } = main as Readonly<Record<string, unknown>>;
  return { ...named, ...own };
}

type Loose = (input: Readonly<Record<string, unknown>>, job: JobContext) => unknown;

function isFunction(value: unknown): value is Loose {
  return typeof value === "function";
}

function adapted(handler: Loose): JobHandler {
  return (input, job) => {
    const result = handler(input, job);
    if (isGenerator(result, Symbol.asyncIterator)) return eachAwaited(result as AsyncGenerator<unknown, unknown>);
    if (isGenerator(result, Symbol.iterator)) return each(result as Generator<unknown, unknown>);
    return result instanceof Promise ? result.then(resultOf) : resultOf(result);
  };
}

function isGenerator(value: unknown, kind: symbol): boolean {
  return typeof value === "object" && value !== null && kind in value && "next" in value;
}

function* each(source: Generator<unknown, unknown>): JobStream & Generator<JobChunk> {
  try {
    let step = source.next();
    for (; !step.done; step = source.next()) yield chunkOf(step.value);
    return resultOf(step.value);
  } finally {
    source.return(undefined);
  }
}

async function* eachAwaited(source: AsyncGenerator<unknown, unknown>): JobStream & AsyncGenerator<JobChunk> {
  try {
    let step = await source.next();
    for (; !step.done; step = await source.next()) yield chunkOf(step.value);
    return resultOf(step.value);
  } finally {
    await source.return(undefined);
  }
}

function resultOf(value: unknown): JobResult {
  if (value === undefined) return {};
  return hasOnly<JobResult>(value, ["output", "durationMs"]) ? value : { output: value };
}

function chunkOf(value: unknown): JobChunk {
  return hasOnly<JobChunk>(value, ["output", "metrics", "afterMs"]) && "output" in value ? value : { output: value };
}

function hasOnly<T extends object>(value: unknown, keys: readonly (keyof T & string)[]): value is T {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const own = Object.keys(value);
  return own.length > 0 && own.every((key) => keys.some((known) => known === key));
}
