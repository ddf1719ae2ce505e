// Makes the two things that are published: the npm tarball, and the plugin archive that
// `pulumi plugin install resource podwright VERSION --file …` takes. Both land in build/.

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const build = join(root, "build");
const plugin = join(build, "plugin");

const startScript = `const module_ = require("node:module");
module_.enableCompileCache?.();
require("./provider.cjs");
setTimeout(() => module_.flushCompileCache?.(), 500).unref();
`;

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

rmSync(build, { recursive: true, force: true });
mkdirSync(plugin, { recursive: true });
await bundlePlugin();
const archive = join(build, `pulumi-resource-podwright-v${version}.tar.gz`);
// The archive's files lie at its top, where Pulumi looks for the executable.
execFileSync("tar", ["-czf", archive, "-C", plugin, "."]);
execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", build], { cwd: root });

process.stdout.write(`${archive}\n${join(build, `podwright-${version}.tgz`)}\n`);

async function bundlePlugin() {
  const { build: bundle } = await import("esbuild");
  await bundle({
    entryPoints: [join(root, "provider/plugin/main.ts")],
    outfile: join(plugin, "provider.cjs"),
    bundle: true,
    platform: "node",
    target: "node22",
    format: "cjs",
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "warning",
  });
  for (const file of ["schema.json", "package.json", "LICENSE"]) copyFileSync(join(root, file), join(plugin, file));
  // V8 keeps the compiled bundle between runs: the plugin starts with every command, and is often killed at its end.
  writeFileSync(join(plugin, "start.cjs"), startScript);
  const executable = join(plugin, "pulumi-resource-podwright");
  writeFileSync(executable, '#!/bin/sh\nexec node "$(dirname "$0")/start.cjs" "$@"\n');
  chmodSync(executable, 0o755);
  writeFileSync(join(plugin, "pulumi-resource-podwright.cmd"), '@node "%~dp0start.cjs" %*\r\n');
}
