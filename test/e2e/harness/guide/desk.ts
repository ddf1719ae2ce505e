import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestStack } from "../stack";

const repository = resolve(__dirname, "../../../..");

/** Where a reader of a guide sits: a folder to work in, and what the guide takes for installed. */
export interface Desk {
  /** Where the first command is typed. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Holds `podwright`, `pulumi`, `npx` and `npm`. */
  readonly bin: string;
}

/** A desk of somebody who begins: nothing is configured, and a clone lies in the folder. */
export function emptyDesk(): Desk & { clear(): void } {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "podwright-guide-")));
  const cwd = join(dir, "work");
  mkdirSync(cwd);
  writePluginArchive(join(cwd, "podwright/build"));
  const home = join(dir, "home");
  mkdirSync(home);
  const env = {
    ...process.env,
    HOME: home,
    PULUMI_HOME: join(home, ".pulumi"),
    // Where `pulumi login --local` puts it, whatever this machine's own setting is.
    PULUMI_BACKEND_URL: `file://${home}`,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    NODE_COMPILE_CACHE: join(tmpdir(), "podwright-e2e-compiled"),
    ...answered,
  };
  return { cwd, env, bin: binIn(dir), clear: () => rmSync(dir, { recursive: true, force: true }) };
}

/** A desk in the folder of a stack that a test has brought to where the guide begins. */
export function deskOf({ dir, env }: TestStack, installed: Installed = {}): Desk {
  return { cwd: dir, env: { ...env, ...answered }, bin: binIn(dir, installed) };
}

export interface Installed {
  /** Whether `podwright emulator` starts one. Default: the test has one already, and nothing happens. */
  readonly emulator?: boolean;
}

/** The reader says yes where Pulumi asks, and an emulator needs no patience. */
const answered = {
  PULUMI_SKIP_CONFIRMATIONS: "true",
  PODWRIGHT_TIME_SCALE: "0.05",
  // Types of what the guides show are checked by themselves.
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  NO_COLOR: "1",
};

/** An archive as `npm run package` makes it, but of the working copy's build. */
export function writePluginArchive(folder: string): void {
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };
  const main = join(repository, "dist/provider/plugin/main.js");
  mkdirSync(folder, { recursive: true });
  const plugin = "pulumi-resource-podwright";
  writeFileSync(join(folder, plugin), `#!/bin/sh\nexec node ${main} "$@"\n`, { mode: 0o755 });
  execFileSync("tar", ["-czf", join(folder, `${plugin}-v${version}.tar.gz`), "-C", folder, plugin]);
  rmSync(join(folder, plugin));
}

function binIn(dir: string, { emulator = false }: Installed = {}): string {
  const bin = join(dir, "bin");
  mkdirSync(bin);
  const command = (name: string, script: string) =>
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const main = join(repository, "dist/cli/main.js");
  command("podwright", `${emulator ? "" : '[ "$1" = emulator ] && exit 0\n'}exec node ${main} "$@"`);
  command("npx", 'exec "$@"');
  // The preview before an update is for the reader's eyes, and takes as long again.
  const engine = execFileSync("sh", ["-c", "command -v pulumi"]).toString().trim();
  command(
    "pulumi",
    `case "$1 $*" in *--preview-only*) ;; up*|refresh*|destroy*) set -- "$@" --skip-preview ;; esac\nexec ${engine} "$@"`,
  );
  command("npm", `exec node ${join(__dirname, "npm.cjs")} "$@"`);
  return bin;
}
