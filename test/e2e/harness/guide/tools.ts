import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pluginCommand, repository } from "../repository";

/** A folder for the front of the PATH, whose `npm` and `npx` use no other registry than their own. */
export function makeTools(prefix: string): string {
  const bin = join(prefix, "bin");
  mkdirSync(bin, { recursive: true });
  makeCommand(bin, "npm", `exec node ${join(__dirname, "npm.mts")} ${commandOnPath("npm")} ${prefix} "$@"`);
  const missing = 'echo "npx: this project has no $command, and no registry is asked" >&2; exit 1';
  const found = '"node_modules/.bin/$command"';
  makeCommand(bin, "npx", `command="$1"; shift\n[ -x ${found} ] || { ${missing}; }\nexec ${found} "$@"`);
  return bin;
}

export function makeCommand(bin: string, name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** The engine on this machine's PATH. */
export function engine(): string {
  return commandOnPath("pulumi");
}

function commandOnPath(command: string): string {
  return execFileSync("sh", ["-c", `command -v ${command}`])
    .toString()
    .trim();
}

/** The contents of a clone after the first commands of getting-started.md. */
export function makeClone(folder: string): void {
  writePluginArchive(join(folder, "build"));
  writeFileSync(join(folder, `podwright-${version}.tgz`), packed());
  for (const shown of ["examples", "action.yml", "templates"])
    symlinkSync(join(repository, shown), join(folder, shown));
}

const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };

/** An archive like those of `npm run package`, with the working copy's build. */
export function writePluginArchive(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const plugin = "pulumi-resource-podwright";
  makeCommand(folder, plugin, `exec ${pluginCommand.join(" ")} "$@"`);
  execFileSync("tar", ["-czf", join(folder, `${plugin}-v${version}.tar.gz`), "-C", folder, plugin]);
  rmSync(join(folder, plugin));
}

let tarball: Buffer | undefined;

/** The package as `npm pack` makes it, packed once per test file. */
function packed(): Buffer {
  if (tarball === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "podwright-packed-"));
    execFileSync("npm", ["pack", "--loglevel=silent", "--ignore-scripts", "--pack-destination", folder], {
      cwd: repository,
    });
    tarball = readFileSync(join(folder, readdirSync(folder)[0] ?? ""));
    rmSync(folder, { recursive: true });
  }
  return tarball;
}
