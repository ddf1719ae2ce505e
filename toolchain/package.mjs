// Makes the files that a user installs, in build/: the three npm packages, and the plugin's archives for machines with Node (for
// `pulumi plugin install resource podwright VERSION --file …`, and `install tool`). For each given platform, such as `linux-x64`,
// makes archives that need no Node. `--here` means the platform of this machine. Other files in build/ stay.

import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { compile } from "./lib/compiler.mjs";
import { writeChecksums } from "./lib/files.mjs";
import { writeArchives } from "./lib/release/archives.mjs";
import { bundle, bundlePlugin, loadedLater } from "./lib/release/bundle.mjs";
import { launcher, requireSchemaOf, windowsLauncher } from "./lib/release/plugin-archive.mjs";
import { NOTICES, thirdPartyNotices } from "./lib/release/third-party.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const build = join(root, "build");
const name = "pulumi-resource-podwright";
const smaller = { minifySyntax: true, minifyWhitespace: true };
/** The name under which `pulumi plugin run podwright` looks for the same file. */
const toolName = "pulumi-tool-podwright";

const platforms = process.argv
  .slice(2)
  .map((word) => (word === "--here" ? `${process.platform}-${process.arch}` : word));
const unknown = platforms.filter((platform) => !/^(linux|darwin|win32)-(x64|arm64)$/.test(platform));
if (unknown.length > 0) {
  process.stderr.write(
    `${unknown.join(", ")} is not a platform. Use --here, or Node's name of a platform, such as linux-arm64.\n`,
  );
  process.exit(2);
}

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

requireSchemaOf(version, readFileSync(join(root, "schema.json"), "utf8"));
mkdirSync(build, { recursive: true });
for (const file of readdirSync(build)) if (isOfAnotherVersion(file)) rmSync(join(build, file));
// npm and the compiler are processes of their own, so they use another core while this process makes the archives.
const packages = [packSdk(), pack(root), pack(collectedEmulator())];
const made = await Promise.all([archivesForAll(), ...packages]);
process.stdout.write(`${made.flat().join("\n")}\n`);
writeChecksums(build);

async function archivesForAll() {
  const files = await scriptArchives();
  // One after the other, because each needs half a gigabyte of memory.
  for (const platform of platforms) files.push(...(await executableArchives(platform)));
  return files;
}

/**
 * Returns whether a file belongs to another version. The script removes such files, because the build of an image, for
 * example, takes the only package in build/.
 * @param {string} file
 */
function isOfAnotherVersion(file) {
  const [, made] =
    /^(?:pulumi-(?:resource-|tool-)?)?podwright-(?:emulator-)?v?(\d+\.\d+\.\d+)[-.].*gz$/.exec(file) ?? [];
  return made !== undefined && made !== version;
}

/** Packs a folder for npm, and returns the file. @param {string} folder */
async function pack(folder) {
  // npm is a batch file on Windows, and only a shell can start it.
  const inShell = { cwd: folder, shell: process.platform === "win32" };
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", build];
  const { stdout } = await run("npm", args, inShell);
  return join(build, stdout.trim());
}

/** Compiles the SDK for TypeScript, and packs it. Users install the SDKs of other languages from their sources. */
async function packSdk() {
  const sdk = join(root, "sdk/nodejs");
  rmSync(join(sdk, "bin"), { recursive: true, force: true });
  if ((await compile(["-p", sdk])) !== 0) throw new Error(`the SDK in ${sdk} does not compile`);
  for (const file of ["package.json", "README.md", "LICENSE"]) copyFileSync(join(sdk, file), join(sdk, "bin", file));
  return pack(join(sdk, "bin"));
}

/** Collects the emulator's package from the build, and returns its folder. */
function collectedEmulator() {
  const folder = freshFolder("emulator");
  cpSync(join(root, "dist/emulator"), join(folder, "dist"), { recursive: true });
  for (const file of ["package.json", "README.md"]) copyFileSync(join(root, "emulator/npm", file), join(folder, file));
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  return folder;
}

/** @param {string} name */
function freshFolder(name) {
  const folder = join(build, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  return folder;
}

async function scriptArchives() {
  const folder = freshFolder("plugin");
  const inputs = await bundlePlugin(root, { ...smaller, outdir: folder });
  writeFileSync(join(folder, name), launcher);
  chmodSync(join(folder, name), 0o755);
  writeFileSync(join(folder, `${name}.cmd`), windowsLauncher);
  return archives(folder, thirdPartyNotices(inputs, root));
}

/** @param {string} of as Node names platform and processor */
async function executableArchives(of) {
  const { archivePlatform, bunNotice, isHere, makeExecutable, requireStart } = await import(
    "./lib/release/executable.mjs"
  );
  const [platform = "", arch = ""] = of.split("-");
  const work = freshFolder("work");
  const folder = freshFolder(of);
  const inputs = await bundle(root, {
    ...smaller,
    // The code of the command line is in another file, because a larger file would make the plugin start more slowly.
    entryPoints: {
      executable: join(root, "cli/plugin-file/executable.ts"),
      process: join(root, "cli/program/process.ts"),
    },
    outdir: work,
    // Keeps Bun from inserting the folder of this build.
    define: { __dirname: '"."' },
    plugins: [loadedLater({ process: "./process.js" })],
  });
  const file = join(folder, platform === "win32" ? `${name}.exe` : name);
  makeExecutable({ bundles: ["executable.js", "process.js"], file, platform, arch, work });
  rmSync(work, { recursive: true });
  const notices = `${thirdPartyNotices(inputs, root)}\n${bunNotice()}`;
  const packed = archives(folder, notices, `-${archivePlatform(platform, arch)}`);
  if (isHere(platform, arch)) requireStart(file, version);
  return packed;
}

/**
 * Makes the archive of the plugin and the archive of the tool. Both contain the same files at the top, where Pulumi looks for
 * the program, but the program has two names. @param {string} folder @param {string} notices
 */
function archives(folder, notices, platform = "") {
  for (const file of ["schema.json", "package.json", "LICENSE"]) copyFileSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, NOTICES), notices);
  const files = Object.fromEntries(
    [name, toolName].map((program) => [program, join(build, `${program}-v${version}${platform}.tar.gz`)]),
  );
  writeArchives(folder, name, files);
  return Object.values(files);
}
