// Stands in for npm in guides and pipelines. An archive is installed as npm would install it; what the registry has is
// linked from the working copy. What the registry does not have, and what npm itself refuses, is refused.
const { execFileSync, spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const { dirname, join, relative, resolve } = require("node:path");

const repository = resolve(__dirname, "../../../..");
const own = readJson(join(repository, "package.json"));
const onTheRegistry = { ...own.dependencies, ...own.devDependencies, ...own.peerDependencies };

const [prefix = "", command, ...rest] = process.argv.slice(2);
const packages = rest.filter((arg) => !arg.startsWith("-"));
try {
  if (command === "install" && rest.includes("--global")) installGlobally();
  else if (command === "install") install();
  else if (command === "ci") installCleanly();
  else if (command === "test") process.exitCode = runScript("test");
  else throw new Error(`this npm cannot "${command}"`);
} catch (error) {
  console.error(`npm error ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

function installGlobally() {
  for (const archive of packages) unpack(archive, join(prefix, "lib/node_modules"), join(prefix, "bin"));
}

function install() {
  const manifest = fs.existsSync("package.json") ? readJson("package.json") : {};
  if (packages.length > 0) {
    const added = packages.map((spec) => (isArchive(spec) ? [nameIn(spec), `file:${spec}`] : [spec, "*"]));
    manifest.dependencies = { ...manifest.dependencies, ...Object.fromEntries(added) };
    writeJson("package.json", manifest);
  }
  installDependencies(manifest);
  writeJson("package-lock.json", lockOf(manifest));
}

function installCleanly() {
  if (!fs.existsSync("package-lock.json")) {
    throw new Error("EUSAGE: The `npm ci` command can only install with an existing package-lock.json");
  }
  const manifest = readJson("package.json");
  if (JSON.stringify(readJson("package-lock.json")) !== JSON.stringify(lockOf(manifest))) {
    throw new Error("EUSAGE: package.json and package-lock.json are not in sync");
  }
  fs.rmSync("node_modules", { recursive: true, force: true });
  installDependencies(manifest);
}

function installDependencies(manifest) {
  for (const [name, spec] of dependenciesOf(manifest)) {
    if (isArchive(spec)) unpack(pathOf(spec), "node_modules", "node_modules/.bin");
    else link(name, "node_modules");
  }
}

function unpack(archive, modules, bin) {
  const folder = join(modules, nameIn(archive));
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"]);
  const manifest = readJson(join(folder, "package.json"));
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) link(name, modules);
  fs.mkdirSync(bin, { recursive: true });
  for (const [name, file] of Object.entries(manifest.bin ?? {})) {
    fs.chmodSync(join(folder, file), 0o755);
    fs.rmSync(join(bin, name), { force: true });
    fs.symlinkSync(relative(bin, join(folder, file)), join(bin, name));
  }
}

function link(name, modules) {
  if (!Object.hasOwn(onTheRegistry, name)) throw new Error(`404 Not Found: '${name}' is not in this registry`);
  const place = join(modules, name);
  fs.mkdirSync(dirname(place), { recursive: true });
  if (!fs.existsSync(place)) fs.symlinkSync(join(repository, "node_modules", name), place);
}

/** The part of a lock file that decides whether it still fits. */
function lockOf(manifest) {
  const { name = "", dependencies, devDependencies } = manifest;
  const archives = dependenciesOf(manifest)
    .filter(([, spec]) => isArchive(spec))
    .map(([module, spec]) => {
      const integrity = createHash("sha512").update(fs.readFileSync(pathOf(spec))).digest("base64");
      return [`node_modules/${module}`, { resolved: spec, integrity: `sha512-${integrity}` }];
    });
  return { name, lockfileVersion: 3, packages: { "": { dependencies, devDependencies }, ...Object.fromEntries(archives) } };
}

function runScript(name) {
  const env = { ...process.env, PATH: `${resolve("node_modules/.bin")}:${process.env.PATH}` };
  return spawnSync("sh", ["-c", readJson("package.json").scripts[name]], { env, stdio: "inherit" }).status ?? 1;
}

function dependenciesOf({ dependencies, devDependencies }) {
  return Object.entries({ ...dependencies, ...devDependencies });
}

function isArchive(spec) {
  return spec.endsWith(".tgz");
}

function pathOf(spec) {
  return spec.replace(/^file:/, "");
}

function nameIn(archive) {
  return JSON.parse(execFileSync("tar", ["-xzOf", pathOf(archive), "package/package.json"]).toString()).name;
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

function writeJson(file, value) {
  fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
