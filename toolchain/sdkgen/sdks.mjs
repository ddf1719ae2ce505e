import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { hashFiles, readIfThere, writeWhole } from "../lib/files.mjs";

/** The folder `sdk/`: everything in it is generated from `schema.json`. */

const LANGUAGES = ["go", "nodejs", "python"];

/** Remembers what the SDKs were made from and what came out, for machines that cannot generate them. */
const RECORD = path.join("sdk", ".inputs");

/** What using an SDK where it lies leaves behind. */
const NOT_GENERATED = /(^|\/)(node_modules|bin|__pycache__|build|dist|[^/]*\.egg-info|package-lock\.json)(\/|$)/;

/** @typedef {import("../lib/engine/context.mjs").Context} Context */

/**
 * Generates into a folder of its own, and answers with that folder. The caller removes it.
 * @param {Context} context
 * @param {string} generator
 */
async function generate({ repositoryFolder, toolchainFolder, env, run, signal }, generator) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "podwright-sdk-"));
  const { ok, problem } = await run(generator, [path.join(repositoryFolder, "schema.json"), folder], { env, signal });
  if (!ok) throw new Error(`The SDKs could not be generated: ${problem}`);
  cpSync(path.join(toolchainFolder, "sdkgen", "static"), folder, { recursive: true });
  return folder;
}

/**
 * @param {Context} context
 * @param {string} generator
 */
export async function writeSdks(context, generator) {
  const made = await generate(context, generator);
  const sdk = path.join(context.repositoryFolder, "sdk");
  try {
    for (const language of LANGUAGES) {
      // File by file, so that what an SDK's user built or installed beside them stays.
      for (const name of files(path.join(sdk, language))) rmSync(path.join(sdk, language, name));
      cpSync(path.join(made, language), path.join(sdk, language), { recursive: true });
    }
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  writeWhole(path.join(context.repositoryFolder, RECORD), record(context));
}

/**
 * The files of `sdk/` that are not as the generator makes them, compared byte for byte.
 * @param {Context} context
 * @param {string} generator
 */
export async function staleFiles(context, generator) {
  const made = await generate(context, generator);
  const sdk = path.join(context.repositoryFolder, "sdk");
  try {
    const names = new Set([...files(made), ...files(sdk).filter((name) => name !== path.basename(RECORD))]);
    return [...names]
      .filter((name) => readIfThere(path.join(made, name)) !== readIfThere(path.join(sdk, name)))
      .map((name) => `sdk/${name}`)
      .sort();
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/**
 * Whether neither what the SDKs are made from nor they themselves have changed since they were generated.
 * @param {Context} context
 */
export function isRecorded(context) {
  return readIfThere(path.join(context.repositoryFolder, RECORD)) === record(context);
}

/** @param {Context} context */
function record({ repositoryFolder, toolchainFolder }) {
  const generator = path.join(toolchainFolder, "sdkgen");
  const sources = [
    "go.mod",
    "go.sum",
    "main.go",
    ...files(path.join(generator, "static")).map((name) => `static/${name}`),
  ];
  const sdk = path.join(repositoryFolder, "sdk");
  const outputs = files(sdk).filter((name) => name !== path.basename(RECORD));
  return `${JSON.stringify(
    {
      schema: hashFiles(repositoryFolder, ["schema.json"]),
      generator: hashFiles(generator, sources),
      sdk: hashFiles(sdk, outputs),
    },
    null,
    2,
  )}\n`;
}

/**
 * @param {string} folder
 * @returns {string[]} relative paths with slashes; nothing where there is no such folder
 */
function files(folder) {
  /** @type {import("node:fs").Dirent[]} */
  let entries;
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((name) => !NOT_GENERATED.test(name));
}
