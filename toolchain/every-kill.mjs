// Kills a run at every request of every step in every setting, and checks that each resource exists once afterwards: more than
// an hour. `--only create/3/lost/engine/script/graphql` runs one case, whose name a failure prints, and `--only '**/dynamic/rest'`
// all cases of a setting. A run that somebody stops prints its figures, too. A run of all cases, or of all cases of a setting,
// writes docs/contributing/kill-points.json.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { figureLines, killFigures, mergedFigures } from "./lib/kill-figures.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const results = join(root, "build", "every-kill.jsonl");
const page = join(root, "docs", "contributing", "kill-points.json");

const { values } = parseArgs({ options: { only: { type: "string", default: "all" } } });
const file = "test/e2e/safety/every-kill.long.test.ts";
const args = ["toolchain/run.mjs", "vitest", "run", "--project", "long", "--testTimeout", "7200000", file];
mkdirSync(join(root, "build"), { recursive: true });
rmSync(results, { force: true });
const env = { ...process.env, PODWRIGHT_KILLS: values.only, PODWRIGHT_KILL_RESULTS: results };
const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env });
process.on("SIGINT", () => child.kill("SIGINT"));
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.once("exit", (code) => {
  process.exitCode = code ?? 1;
  const figures = existsSync(results) ? killFigures(readFileSync(results, "utf8")) : {};
  process.stdout.write(`${figureLines(figures).join("\n")}\n`);
  if (values.only === "all" || values.only.replace("**/", "") in figures) {
    const merged = mergedFigures(JSON.parse(readFileSync(page, "utf8")), figures);
    writeFileSync(page, `${JSON.stringify(merged, undefined, 2)}\n`);
  }
});
