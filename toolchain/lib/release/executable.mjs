import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { repositoryFolder } from "../machine.mjs";

/** Pulumi's names for platforms and processors, by Node's names. @type {Record<string, string>} */
const goNames = { x64: "amd64", win32: "windows" };
/** Bun's names, likewise. @type {Record<string, string>} */
const bunNames = { arm64: "aarch64", win32: "windows" };

/** The platform's name in an archive's name, such as `linux-amd64`. @param {string} platform @param {string} arch */
export const archivePlatform = (platform, arch) => [platform, arch].map((name) => goNames[name] ?? name).join("-");

const require = createRequire(import.meta.url);
const { version } = require("bun/package.json");

/**
 * Makes one file of Bun and a bundle, which runs without Node. Bun starts in half of Node's time, and in half of its
 * memory.
 * @param {{ bundle: string, file: string, platform: string, arch: string, work: string }} of
 */
export function makeExecutable({ bundle, file, platform, arch, work }) {
  const options = [
    "--compile",
    `--target=bun-${bunNames[platform] ?? platform}-${arch}`,
    `--outfile=${file}`,
    `--compile-executable-path=${bunFor(platform, arch, work)}`,
    // Bytecode, which Bun does not compile again at each start.
    "--bytecode",
    "--minify",
    // The plugin lives for seconds: machine code pays only for a function that runs ten times as often as in a server.
    "--compile-jit-policy=10",
    // It starts in a user's project, whose files are not for it.
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
  ];
  execFileSync(bunFor(process.platform, process.arch, work), ["build", bundle, ...options], { stdio: "pipe" });
}

/** Starts an executable for this machine with its files beside it. Throws unless it prints a port, and ends with its input. @param {string} file */
export function requireStart(file) {
  const said = execFileSync(file, { input: "", timeout: 60_000 }).toString();
  if (!/^\d+\n$/.test(said)) throw new Error(`${file} prints no port when it starts: ${said}`);
}

/** @param {string} platform @param {string} arch */
export const isHere = (platform, arch) => platform === process.platform && arch === process.arch;

/** The installed Bun for this machine; a downloaded Bun for another machine. @param {string} platform @param {string} arch @param {string} work */
function bunFor(platform, arch, work) {
  const name = `@oven/bun-${[platform, arch].map((part) => bunNames[part] ?? part).join("-")}`;
  const program = platform === "win32" ? "bin/bun.exe" : "bin/bun";
  // The package "bun" holds a program only after its install script.
  if (isHere(platform, arch)) return installedBun(name, program);
  const pack = ["pack", `${name}@${version}`, "--json", "--loglevel=error", "--pack-destination", work];
  const [{ filename, integrity }] = JSON.parse(execFileSync("npm", pack).toString());
  requireLocked(name, integrity);
  execFileSync("tar", ["-xzf", path.join(work, filename), "-C", work, `package/${program}`]);
  return path.join(work, "package", program);
}

/** @param {string} name @param {string} program */
function installedBun(name, program) {
  // On a system with musl as C library, npm installs the package for that instead.
  for (const each of [name, `${name}-musl`]) {
    const file = path.join(repositoryFolder, "node_modules", each, program);
    if (existsSync(file)) return file;
  }
  throw new Error(`node_modules has no ${name}: run "npm run setup" where npm reaches its registry.`);
}

/** Throws unless a fetched package is the package in the lock file. @param {string} name @param {string} integrity */
export function requireLocked(name, integrity) {
  const { packages } = JSON.parse(readFileSync(path.join(repositoryFolder, "package-lock.json"), "utf8"));
  const wanted = packages[`node_modules/${name}`]?.integrity;
  if (wanted === integrity) return;
  throw new Error(
    `The registry's ${name} differs from package-lock.json: its hash is ${integrity}, and the lock file has ${wanted}.`,
  );
}

/** The notice that Bun's licences require for an executable with Bun inside, as Markdown. */
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
