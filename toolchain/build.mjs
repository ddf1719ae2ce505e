// Compiles the sources. Then adds the parts that the compiler leaves out: markup, style and icon of the emulator's
// console, and the executable bit of the command line. npx sets this bit only at the first use of a clone, and a later
// build would remove it.

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const assets = join("emulator", "console", "browser");
const { values } = parseArgs({ options: { outDir: { type: "string", default: "dist" } } });

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const args = [compiler, "-p", "tsconfig.build.json", "--outDir", values.outDir];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
for (const name of readdirSync(join(root, assets)).filter((file) => /\.(html|css|svg)$/.test(file)))
  cpSync(join(root, assets, name), join(resolve(root, values.outDir), assets, name));
const program = join(resolve(root, values.outDir), "cli", "main.js");
if (existsSync(program)) chmodSync(program, 0o755);
process.exitCode = status ?? 1;
