import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../repository";

/**
 * A folder for the front of the PATH, whose `npm` and `npx` use no other registry than their own. With `PODWRIGHT_INSTALLED`
 * in the environment, that folder keeps what `npm ci` installed. The same `npm ci` in another checkout of these files then
 * links the packages' files, because npm would take seconds for the same result.
 */
export function makeTools(prefix: string): string {
  const bin = join(prefix, "bin");
  mkdirSync(bin, { recursive: true });
  makeCommand(bin, "npm", npmOf(prefix));
  const missing = 'echo "npx: this project has no $command, and no registry is asked" >&2; exit 1';
  const found = '"node_modules/.bin/$command"';
  makeCommand(bin, "npx", `command="$1"; shift\n[ -x ${found} ] || { ${missing}; }\nexec ${found} "$@"`);
  return bin;
}

function npmOf(prefix: string): string {
  const npm = `node ${join(__dirname, "npm.mts")} ${commandOnPath("npm")} ${prefix} "$@"`;
  return `[ "$1" = ci ] && [ -n "$PODWRIGHT_INSTALLED" ] || exec ${npm}
kept="$PODWRIGHT_INSTALLED/$(printf '%s ' "$@" | cat - package.json package-lock.json | git hash-object --stdin)"
if [ -d "$kept" ]; then rm -rf node_modules && exec cp -RPl "$kept" node_modules; fi
${npm} || exit
new="$(mktemp -d "$PODWRIGHT_INSTALLED/XXXXXX")" && cp -RPl node_modules/. "$new" && mv "$new" "$kept"`;
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

/** A clone with the files that `npm run package -- --here` writes into build/. The test run has written them. */
export function makeClone(folder: string): void {
  mkdirSync(folder);
  for (const shown of ["build", "examples", "sdk", "action.yml", "templates"])
    symlinkSync(join(repository, shown), join(folder, shown));
}

/** A reader's home with Pulumi's folder, where a link in `~/.local/bin` is on the PATH. */
export function makeHome(folder: string, bin: string, pulumiHome?: string): string {
  mkdirSync(join(folder, ".local"), { recursive: true });
  symlinkSync(bin, join(folder, ".local/bin"));
  if (pulumiHome !== undefined) symlinkSync(pulumiHome, join(folder, ".pulumi"));
  return folder;
}
