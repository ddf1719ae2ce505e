import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { repositoryFolder } from "../machine.mjs";

/** Pulumi's names of platforms and processors, by Node's names. @type {Record<string, string>} */
const goNames = { x64: "amd64", win32: "windows" };
/** Bun's names of platforms and processors, by Node's names. @type {Record<string, string>} */
const bunNames = { arm64: "aarch64", win32: "windows" };

/** Returns the platform as it appears in the name of an archive, such as `linux-amd64`. @param {string} platform @param {string} arch */
export const archivePlatform = (platform, arch) => [platform, arch].map((name) => goNames[name] ?? name).join("-");

const require = createRequire(import.meta.url);
const { version } = require("bun/package.json");

/**
 * Makes one executable from Bun and the bundles in `work`. It runs without Node. Bun starts in half of Node's time and uses half of its
 * memory. The first bundle is the program, which loads the other bundles itself.
 * @param {{ bundles: readonly string[], file: string, platform: string, arch: string, work: string }} of
 */
export function makeExecutable({ bundles, file, platform, arch, work }) {
  const options = [
    "--compile",
    `--target=bun-${bunNames[platform] ?? platform}-${arch}`,
    `--outfile=${file}`,
    `--compile-executable-path=${bunFor(platform, arch, work)}`,
    // Includes bytecode, so that Bun does not compile the code at each start.
    "--bytecode",
    "--minify",
    // A plugin runs only for seconds, so Bun compiles a function to machine code only after ten times as many calls as
    // usual.
    "--compile-jit-policy=10",
    // The plugin starts in a user's project and must ignore the project's settings for Bun.
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
  ];
  const external = bundles.slice(1).map((bundle) => `--external=./${bundle}`);
  const args = ["build", ...bundles, ...external, ...options];
  execFileSync(bunFor(process.platform, process.arch, work), args, { cwd: work, stdio: "pipe" });
}

/**
 * Starts an executable for this machine with its files beside it. Throws unless it prints a port, and ends with its input,
 * and unless its command line prints the version.
 * @param {string} file
 * @param {string} version
 */
export function requireStart(file, version) {
  const printed = execFileSync(file, ["--version"], { timeout: 60_000 }).toString();
  if (printed !== `${version}\n`) throw new Error(`${file} --version prints ${printed}`);
  const said = execFileSync(file, { input: "", timeout: 60_000 }).toString();
  if (!/^\d+\n$/.test(said)) throw new Error(`${file} does not print a port when it starts. It prints: ${said}`);
}

/** @param {string} platform @param {string} arch */
export const isHere = (platform, arch) => platform === process.platform && arch === process.arch;

/**
 * Returns the installed Bun for this machine, or downloads Bun for another machine. @param {string} platform @param {string} arch
 * @param {string} work
 */
function bunFor(platform, arch, work) {
  const name = `@oven/bun-${[platform, arch].map((part) => bunNames[part] ?? part).join("-")}`;
  const program = platform === "win32" ? "bin/bun.exe" : "bin/bun";
  // The package "bun" contains a program only after its install script has run.
  if (isHere(platform, arch)) return installedBun(name, program);
  const pack = ["pack", `${name}@${version}`, "--json", "--loglevel=error", "--pack-destination", work];
  const [{ filename, integrity }] = JSON.parse(execFileSync("npm", pack).toString());
  requireLocked(name, integrity);
  execFileSync("tar", ["-xzf", path.join(work, filename), "-C", work, `package/${program}`]);
  return path.join(work, "package", program);
}

/** @param {string} name @param {string} program */
function installedBun(name, program) {
  // On a system with the C library musl, npm installs the package for musl.
  for (const each of [name, `${name}-musl`]) {
    const file = path.join(repositoryFolder, "node_modules", each, program);
    if (existsSync(file)) return file;
  }
  throw new Error(`node_modules has no ${name}: run "npm run setup" on a machine where npm can reach its registry.`);
}

/** Throws unless a downloaded package is the package in the lock file. @param {string} name @param {string} integrity */
export function requireLocked(name, integrity) {
  const { packages } = JSON.parse(readFileSync(path.join(repositoryFolder, "package-lock.json"), "utf8"));
  const wanted = packages[`node_modules/${name}`]?.integrity;
  if (wanted === integrity) return;
  throw new Error(
    `The registry's ${name} differs from package-lock.json: its hash is ${integrity}, and the lock file has ${wanted}.`,
  );
}

/** Returns the notice that Bun's licences require for an executable that contains Bun, as Markdown. */
export function bunNotice() {
  const lesser = readFileSync(path.join(import.meta.dirname, "LGPL-2.1.txt"), "utf8").trim();
  return `## Bun ${version} (MIT)

The executable is Bun with the plugin's code in it. https://github.com/oven-sh/bun/blob/bun-v${version}/LICENSE.md has Bun's licence and
names what Bun links. Of that, JavaScriptCore and TinyCC are under the GNU Lesser General Public License below. It lets you
link others in their place: build Bun with them as that page says, and then the executable from the plugin's public source,
with \`npm run package -- --here\`.

\`\`\`\`text
${lesser}
\`\`\`\`
`;
}
