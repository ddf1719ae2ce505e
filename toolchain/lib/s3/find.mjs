import { createHash } from "node:crypto";
import path from "node:path";
import { BUILD_FLAGS } from "../engine/recipe.mjs";
import { hashFiles } from "../files.mjs";
import { findExecutable, isExecutable, searchPath } from "../lookup.mjs";
import { findTool } from "../tool/find.mjs";

/** Names the S3 server to use. */
export const S3_VARIABLE = "PODWRIGHT_VERSITYGW";
const VERSION = "1.8.0";
const ANSWER_MS = 20_000;

/**
 * Versity's gateway serves a folder as S3: it holds every request to its signature, as S3 does, and needs nothing else.
 * @param {import("../engine/context.mjs").Context} context
 * @returns {import("../engine/recipe.mjs").Program}
 */
export function program({ platform }) {
  return {
    part: platform === "win32" ? "versitygw.exe" : "versitygw",
    module: "s3",
    package: "github.com/versity/versitygw/cmd/versitygw",
    ldflags: `-s -w -X main.Version=v${VERSION}`,
    label: "S3 server of the tests of remote state",
  };
}

/**
 * Where a build is kept; another recipe's has another folder.
 * @param {import("../engine/context.mjs").Context} context
 */
export function builtFolder(context) {
  const { cacheFolder, toolchainFolder, platform, arch } = context;
  const files = ["go.mod", "go.sum", "tools.go"].map((file) => path.join("s3", file));
  const hash = createHash("sha256")
    .update(hashFiles(toolchainFolder, files))
    .update(JSON.stringify([platform, arch, BUILD_FLAGS, program(context)]))
    .digest("hex");
  return path.join(cacheFolder, "s3", `${VERSION}-${hash.slice(0, 12)}`);
}

/** @type {import("../tool/find.mjs").Tool} */
export const s3Server = {
  what: "an S3 server (versitygw)",
  advice: `The tests of remote state need one: install Go and let it reach a Go module proxy, or set ${S3_VARIABLE} to Versity's S3 gateway.`,
  variable: S3_VARIABLE,
  *candidates(context) {
    const { part } = program(context);
    yield findExecutable(part, searchPath(context.env));
    const built = path.join(builtFolder(context), part);
    if (isExecutable(built)) yield built;
  },
  async works({ run, env, signal }, candidate) {
    const { ok, stdout } = await run(candidate, ["--version"], { env, signal, timeoutMs: ANSWER_MS });
    return ok && /version/i.test(stdout);
  },
};

/**
 * An S3 server that is there already and runs: nothing is built.
 * @param {import("../engine/context.mjs").Context} context
 */
export function findS3Server(context) {
  return findTool(context, s3Server);
}
