// Compiles the sources, and copies what the compiler leaves out: markup, style and icon of the emulator's console.

import { spawnSync } from "node:child_process";
import { cpSync, readdirSync } from "node:fs";
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
process.exitCode = status ?? 1;
