// Makes the two things that are published: the npm tarball, and the plugin archive that
// `pulumi plugin install resource podwright VERSION --file …` takes. Both land in build/.

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launcher, requireSchemaOf, windowsLauncher } from "./lib/plugin-archive.mjs";
import { thirdPartyNotices } from "./lib/third-party.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const build = join(root, "build");
const plugin = join(build, "plugin");

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

requireSchemaOf(version, readFileSync(join(root, "schema.json"), "utf8"));
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
  const { metafile } = await bundle({
    // What says the port is a file of its own, so that nothing else is read before.
    entryPoints: {
      start: join(root, "provider/hosts/plugin/main.ts"),
      serve: join(root, "provider/hosts/plugin/serve.ts"),
    },
    absWorkingDir: root,
    outdir: plugin,
    metafile: true,
    bundle: true,
    external: ["./serve.js"],
    platform: "node",
    target: "node22",
    // As `require`, which is quicker and keeps the code that V8 compiled.
    supported: { "dynamic-import": false },
    format: "cjs",
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "warning",
  });
  for (const file of ["schema.json", "package.json", "LICENSE"]) copyFileSync(join(root, file), join(plugin, file));
  writeFileSync(join(plugin, "THIRD-PARTY.md"), thirdPartyNotices(Object.keys(metafile.inputs), root));
  const executable = join(plugin, "pulumi-resource-podwright");
  writeFileSync(executable, launcher);
  chmodSync(executable, 0o755);
  writeFileSync(join(plugin, "pulumi-resource-podwright.cmd"), windowsLauncher);
}
