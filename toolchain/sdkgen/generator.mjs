import { mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { findGo } from "../lib/engine/go.mjs";
import { BUILD_FLAGS } from "../lib/engine/recipe.mjs";
import { hashFiles } from "../lib/files.mjs";
import { isExecutable } from "../lib/lookup.mjs";

/** The program that writes the SDKs: the engine's own generators, built once and kept in the user's cache. */

const SOURCES = ["go.mod", "go.sum", "main.go"];

/** @typedef {import("../lib/engine/context.mjs").Context} Context */

/** @param {Context} context */
function generatorFile({ cacheFolder, toolchainFolder, platform, arch }) {
  const hash = hashFiles(path.join(toolchainFolder, "sdkgen"), SOURCES).slice(0, 12);
  const program = platform === "win32" ? "sdkgen.exe" : "sdkgen";
  return path.join(cacheFolder, "sdkgen", `${hash}-${platform}-${arch}`, program);
}

/**
 * @param {Context} context
 * @returns {string | undefined} nothing when it was not built yet
 */
export function findGenerator(context) {
  const file = generatorFile(context);
  return isExecutable(file) ? file : undefined;
}

/**
 * @param {Context} context
 * @returns {Promise<{ file: string, problem?: undefined } | { file?: undefined, problem: string }>}
 */
export async function ensureGenerator(context) {
  const there = findGenerator(context);
  if (there) return { file: there };
  const found = await findGo(context);
  if (found.problem !== undefined) return { problem: found.problem };

  const file = generatorFile(context);
  const unfinished = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  const args = ["build", ...BUILD_FLAGS, "-ldflags", "-s -w", "-o", unfinished, "."];
  const { ok, problem } = await context.progress.step("building the SDK generator with Go (minutes, once)", () =>
    context.run(found.go, args, {
      cwd: path.join(context.toolchainFolder, "sdkgen"),
      env: found.env,
      signal: context.signal,
      background: true,
    }),
  );
  if (!ok) return { problem };
  renameSync(unfinished, file);
  return { file };
}
