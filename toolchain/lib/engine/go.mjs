import { readFileSync } from "node:fs";
import path from "node:path";
import { findExecutable, searchPath } from "../lookup.mjs";
import { isAtLeast } from "../versions.mjs";
import { GO_HOST_MODULE, GO_MODULES } from "./recipe.mjs";

/** The first Go that fetches a newer one by itself when a module asks for it. */
const GO_THAT_UPGRADES = "1.21";

/**
 * The Go that the pinned modules ask for: the newest of their `go` lines.
 * @param {string} toolchainFolder
 */
export function goFloor(toolchainFolder) {
  return [...GO_MODULES, GO_HOST_MODULE]
    .map((name) => {
      const text = readFileSync(path.join(toolchainFolder, name, "go.mod"), "utf8");
      return /^go (\S+)$/m.exec(text)?.[1] ?? "";
    })
    .reduce((newest, version) => (isAtLeast(version, newest) ? version : newest));
}

/**
 * @param {import("./context.mjs").Context} context
 * @returns {string | undefined}
 */
export function goOnThisMachine({ env, platform }) {
  const windows = platform === "win32";
  const usual = windows ? ["C:\\Program Files\\Go\\bin"] : ["/usr/local/go/bin", "/opt/homebrew/bin"];
  return findExecutable(windows ? "go.exe" : "go", [...searchPath(env), ...usual]);
}

/**
 * Finds Go and the environment to build with: nothing of the caller's Go settings may change what comes out, and no
 * C compiler is needed.
 * @param {import("./context.mjs").Context} context
 * @returns {Promise<{ go: string, env: NodeJS.ProcessEnv, problem?: undefined } | { problem: string }>}
 */
export async function findGo(context) {
  const { env, toolchainFolder, run, signal } = context;
  const go = goOnThisMachine(context);
  if (!go) return { problem: "there is no Go on this machine" };

  const floor = goFloor(toolchainFolder);
  const answer = await run(go, ["version"], { env: { ...env, GOTOOLCHAIN: "local" }, signal, timeoutMs: 30_000 });
  if (!answer.ok) return { problem: answer.problem };
  const version = answer.stdout.split(" ")[2] ?? "";
  const recent = isAtLeast(version, floor);
  if (!recent && !isAtLeast(version, GO_THAT_UPGRADES)) {
    return { problem: `${go} is ${version}, and Go ${floor} or newer is needed` };
  }
  const { GOOS, GOARCH, ...rest } = env;
  return {
    go,
    env: { ...rest, GOFLAGS: "", GOWORK: "off", CGO_ENABLED: "0", GOTOOLCHAIN: recent ? "local" : "auto" },
  };
}
