// This machine's npm for guides and pipelines: `npm.mts <npm> <prefix> <arguments of npm …>`. Only the registry is a
// stand-in: a server in this process with empty packages under the names of the working copy's packages. After the
// installation, this script links the empty packages to the working copy's packages. npm itself handles arguments,
// archives, lock files and refusals. Packages from repositories fail, because npm gets neither git nor network access.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly isEmpty?: boolean;
}

const repository = resolve(import.meta.dirname, "../../../..");
const own = readManifest(repository);
/** Packages that a test has published, as `npm pack` made them. */
const published = Object.fromEntries(archivesIn(process.env.PODWRIGHT_PUBLISHED));
const emulator = readManifest(join(repository, "emulator/npm"));
const onTheRegistry = {
  ...own.dependencies,
  ...own.devDependencies,
  ...own.peerDependencies,
  ...emulator.dependencies,
  ...published,
};

const [npm = "npm", prefix = "", ...args] = process.argv.slice(2);
const modules = args.includes("--global") ? join(prefix, "lib/node_modules") : resolve("node_modules");

const registry = createServer((request, response) => {
  const [name = "", file] = decodeURIComponent(request.url ?? "")
    .slice(1)
    .split("/-/");
  if (request.method !== "GET" || !Object.hasOwn(onTheRegistry, name)) response.writeHead(404).end("{}");
  else if (file !== undefined) response.end(packed(name));
  else response.end(JSON.stringify(packument(name)));
});
// Otherwise it closes the connection of an npm that is slow on a busy machine.
registry.keepAliveTimeout = 0;
await new Promise<void>((listening) => registry.listen(0, "127.0.0.1", listening));
const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;

const installs = args[0] === "install" || args[0] === "ci";
if (installs) unlinkPackages(modules);
process.exitCode = await new Promise<number>((ended) => {
  const env = { ...process.env, ...settings(address) };
  spawn(npm, args, { env, stdio: "inherit" }).on("close", (code) => ended(code ?? 1));
});
if (installs) linkPackages(modules);
registry.close();

function settings(registry: string): NodeJS.ProcessEnv {
  return {
    npm_config_registry: `${registry}/`,
    // Lock files must not contain this server's port, which changes with every run.
    npm_config_omit_lockfile_registry_resolved: "true",
    npm_config_proxy: "http://127.0.0.1:9",
    npm_config_https_proxy: "http://127.0.0.1:9",
    npm_config_noproxy: "127.0.0.1",
    npm_config_fetch_retries: "0",
    npm_config_git: "false",
    npm_config_prefix: prefix,
    npm_config_cache: join(prefix, ".npm"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
}

function packument(name: string): object {
  const manifest = published[name]?.manifest ?? emptyManifest(name);
  const integrity = `sha512-${createHash("sha512").update(packed(name)).digest("base64")}`;
  const dist = { tarball: `${address}/${name}/-/package.tgz`, integrity };
  return { name, "dist-tags": { latest: manifest.version }, versions: { [manifest.version]: { ...manifest, dist } } };
}

function packed(name: string): Buffer {
  return published[name]?.content ?? emptyPackage(name);
}

function archivesIn(folder?: string): [name: string, archive: { manifest: Manifest; content: Buffer }][] {
  const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  return files.map((name) => {
    const content = readFileSync(join(folder ?? "", name));
    const manifest = execFileSync("tar", ["-xzOf", "-", "package/package.json"], { input: content }).toString();
    return [JSON.parse(manifest).name, { manifest: JSON.parse(manifest), content }];
  });
}

/** An empty package's manifest: the package's name, its commands, and a mark. */
function emptyManifest(name: string): Manifest {
  const { version, bin = {} } = readManifest(join(repository, "node_modules", name));
  return { name, version, bin, isEmpty: true };
}

/** The archive has the same bytes each time, because a lock file contains its hash. */
function emptyPackage(name: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "podwright-empty-"));
  writeEmptyPackage(name, join(folder, "package"));
  const tar = execFileSync("tar", [
    "--mtime=1970-01-01",
    "--owner=0",
    "--group=0",
    "-cf",
    "-",
    "-C",
    folder,
    "package",
  ]);
  rmSync(folder, { recursive: true });
  return gzipSync(tar);
}

function writeEmptyPackage(name: string, folder: string): void {
  const manifest = emptyManifest(name);
  const commands = typeof manifest.bin === "string" ? [manifest.bin] : Object.values(manifest.bin ?? {});
  for (const file of ["package.json", ...commands]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), file === "package.json" ? JSON.stringify(manifest) : "");
  }
}

/** Replaces every package from the registry by a link to the working copy's package. */
function linkPackages(modules: string): void {
  for (const [name, place] of packagesIn(modules)) {
    if (lstatSync(place).isSymbolicLink()) continue;
    if (readManifest(place).isEmpty === true) {
      rmSync(place, { recursive: true });
      symlinkSync(join(repository, "node_modules", name), place);
    } else linkPackages(join(place, "node_modules"));
  }
}

/** Restores the empty packages before npm's next run, which would otherwise follow links into the working copy. */
function unlinkPackages(modules: string): void {
  for (const [name, place] of packagesIn(modules)) {
    if (!lstatSync(place).isSymbolicLink()) unlinkPackages(join(place, "node_modules"));
    else if (readlinkSync(place) === join(repository, "node_modules", name)) {
      rmSync(place);
      writeEmptyPackage(name, place);
    }
  }
}

function packagesIn(modules: string): [name: string, place: string][] {
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((below) => `${name}/${below}`) : [name],
  );
  return names.filter((name) => !name.startsWith(".")).map((name) => [name, join(modules, name)]);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}
