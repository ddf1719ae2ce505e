// Compiles the sources. Then adds the parts that the compiler leaves out: markup, style and icon of the emulator's
// console, the bundles that users and tests run, and the executable bit of the command line. npx sets this bit only at
// the first use of a clone, and a later build would remove it. npx also keeps the path that it saw at this first use, so
// the compiler's own file, which was the command in older commits, stays executable.

import { chmodSync, cpSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compile } from "./lib/compiler.mjs";
import { bundle, bundlePlugin, loadedLater } from "./lib/release/bundle.mjs";
import { BUNDLED, NOTICES, packagesOf, thirdPartyNotices } from "./lib/release/third-party.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const assets = join("emulator", "console", "browser");
const { values } = parseArgs({ options: { outDir: { type: "string", default: "dist" } } });
const folder = resolve(root, values.outDir);

const status = await compile(["-p", "toolchain/tsconfig.build.json", "--outDir", values.outDir]);
for (const name of readdirSync(join(root, assets)).filter((file) => /\.(html|css|svg)$/.test(file)))
  cpSync(join(root, assets, name), join(folder, assets, name));
process.exitCode = status;
if (status === 0) await bundleAll();

/**
 * Bundles the code that starts with each command. One file loads in less than half the time of the compiler's 470 files. The
 * lines stay whole, because Node prints the stack of an error.
 */
async function bundleAll() {
  const inputs = await Promise.all([
    // Pulumi's dynamic provider loads this file.
    bundle(root, { entryPoints: { "dynamic-host": join(root, "provider/hosts/dynamic/host.ts") }, outdir: folder }),
    bundle(root, {
      entryPoints: { main: join(root, "cli/main.ts"), process: join(root, "cli/program/process.ts") },
      outdir: join(folder, "podwright"),
      plugins: [loadedLater({ process: "./process.js", "emulator/index": "../emulator/index.js" })],
    }),
  ]);
  for (const command of ["podwright", "cli"]) chmodSync(join(folder, command, "main.js"), 0o755);
  writeFileSync(join(folder, NOTICES), thirdPartyNotices(inputs.flat(), root));
  // The plugin's archives bring their own notices, and the npm package leaves out this folder.
  const plugin = await bundlePlugin(root, { outdir: join(folder, "plugin"), built: folder });
  writeFileSync(join(folder, basename(BUNDLED)), JSON.stringify(packagesOf([...inputs.flat(), ...plugin], root)));
}
