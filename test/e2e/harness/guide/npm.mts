// Stands in for npm in guides and pipelines. An archive is installed as npm would install it; what the registry has is
// linked from the working copy. What the registry does not have, and what npm itself refuses, is refused.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

const repository = resolve(import.meta.dirname, "../../../..");
const own = readManifest(join(repository, "package.json"));
const onTheRegistry = { ...own.dependencies, ...own.devDependencies, ...own.peerDependencies };
const [manifestFile, lockFile] = ["package.json", "package-lock.json"];

const [prefix = "", command = "", ...rest] = process.argv.slice(2);
const packages = rest.filter((arg) => !arg.startsWith("-"));
try {
  process.exitCode = run();
} catch (error) {
  console.error(`npm error ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

function run(): number {
  if (command === "install" && rest.includes("--global")) installGlobally();
  else if (command === "install") install();
  else if (command === "ci") installCleanly();
  else if (command === "test") return runScript("test");
  else throw new Error(`this npm cannot "${command}"`);
  return 0;
}

function installGlobally(): void {
  for (const archive of packages) unpack(archive, join(prefix, "lib/node_modules"), join(prefix, "bin"));
}

function install(): void {
  const before = existsSync(manifestFile) ? readManifest(manifestFile) : {};
  const added = packages.map((spec) => (isArchive(spec) ? [nameIn(spec), `file:${spec}`] : [spec, "*"]));
  const manifest = { ...before, dependencies: { ...before.dependencies, ...Object.fromEntries(added) } };
  if (added.length > 0) writeJson(manifestFile, manifest);
  installDependencies(manifest);
  writeJson(lockFile, lockOf(manifest));
}

function installCleanly(): void {
  if (!existsSync(lockFile)) {
    throw new Error("EUSAGE: The `npm ci` command can only install with an existing package-lock.json");
  }
  const manifest = readManifest(manifestFile);
  if (readFileSync(lockFile, "utf8") !== textOf(lockOf(manifest))) {
    throw new Error("EUSAGE: package.json, package-lock.json and what they name are not in sync");
  }
  rmSync("node_modules", { recursive: true, force: true });
  installDependencies(manifest);
}

function installDependencies(manifest: Manifest): void {
  for (const [name, spec] of dependenciesOf(manifest)) {
    if (isArchive(spec)) unpack(pathOf(spec), "node_modules", "node_modules/.bin");
    else link(name, "node_modules");
  }
}

function unpack(archive: string, modules: string, bin: string): void {
  const folder = join(modules, nameIn(archive));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"]);
  const manifest = readManifest(join(folder, "package.json"));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) link(name, modules);
  mkdirSync(bin, { recursive: true });
  for (const [name, file] of Object.entries(manifest.bin ?? {})) {
    chmodSync(join(folder, file), 0o755);
    rmSync(join(bin, name), { force: true });
    symlinkSync(relative(bin, join(folder, file)), join(bin, name));
  }
}

function link(name: string, modules: string): void {
  if (!Object.hasOwn(onTheRegistry, name)) throw new Error(`404 Not Found: '${name}' is not in this registry`);
  const place = join(modules, name);
  mkdirSync(dirname(place), { recursive: true });
  if (!existsSync(place)) symlinkSync(join(repository, "node_modules", name), place);
}

/** The part of a lock file that decides whether it still fits. */
function lockOf(manifest: Manifest): object {
  const { name = "", dependencies, devDependencies } = manifest;
  const archives = dependenciesOf(manifest)
    .filter(([, spec]) => isArchive(spec))
    .map(([module, spec]) => {
      const integrity = createHash("sha512")
        .update(readFileSync(pathOf(spec)))
        .digest("base64");
      return [`node_modules/${module}`, { resolved: spec, integrity: `sha512-${integrity}` }];
    });
  return {
    name,
    lockfileVersion: 3,
    packages: { "": { dependencies, devDependencies }, ...Object.fromEntries(archives) },
  };
}

function runScript(name: string): number {
  const script = readManifest(manifestFile).scripts?.[name];
  if (script === undefined) throw new Error(`Missing script: "${name}"`);
  const env = { ...process.env, PATH: `${resolve("node_modules/.bin")}:${process.env.PATH}` };
  return spawnSync("sh", ["-c", script], { env, stdio: "inherit" }).status ?? 1;
}

function dependenciesOf({ dependencies, devDependencies }: Manifest): [name: string, spec: string][] {
  return Object.entries({ ...dependencies, ...devDependencies });
}

function isArchive(spec: string): boolean {
  return spec.endsWith(".tgz");
}

function pathOf(spec: string): string {
  return spec.replace(/^file:/, "");
}

function nameIn(archive: string): string {
  const manifest = execFileSync("tar", ["-xzOf", pathOf(archive), "package/package.json"]).toString();
  return (JSON.parse(manifest) as Manifest).name ?? "";
}

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, "utf8")) as Manifest;
}

function writeJson(file: string, value: object): void {
  writeFileSync(file, textOf(value));
}

function textOf(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
