// Compiles the sources. Then adds the parts that the compiler leaves out: markup, style and icon of the emulator's
// console, the bundle of the dynamic host, and the executable bit of the command line. npx sets this bit only at the
// first use of a clone, and a later build would remove it.

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundle } from "./lib/release/bundle.mjs";
import { thirdPartyNotices } from "./lib/release/third-party.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const assets = join("emulator", "console", "browser");
const { values } = parseArgs({ options: { outDir: { type: "string", default: "dist" } } });
const folder = resolve(root, values.outDir);

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const args = [compiler, "-p", "toolchain/tsconfig.build.json", "--outDir", values.outDir];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
for (const name of readdirSync(join(root, assets)).filter((file) => /\.(html|css|svg)$/.test(file)))
  cpSync(join(root, assets, name), join(folder, assets, name));
const program = join(folder, "cli", "main.js");
if (existsSync(program)) chmodSync(program, 0o755);
await bundleDynamicHost();
process.exitCode = status ?? 1;

/**
 * Bundles the code that Pulumi's dynamic provider loads once for each command. One file loads in less than half the time of the
 * compiler's 470 files. The lines stay whole, because Pulumi prints the stack of an error.
 */
async function bundleDynamicHost() {
  const inputs = await bundle(root, {
    entryPoints: { "dynamic-host": join(root, "provider/hosts/dynamic/host.ts") },
    outdir: folder,
  });
  writeFileSync(join(folder, "THIRD-PARTY.md"), thirdPartyNotices(inputs, root));
}
