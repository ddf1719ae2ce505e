import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compiledCode, podwrightProgram } from "../repository";
import { keyServer } from "../stack/key-server";
import type { TestStack } from "../stack/stack";
import { engine, makeClone, makeCommand, makeHome, makeTools } from "./tools";

/** The environment of a guide's reader: a work folder and the tools that the guide expects. */
export interface Desk {
  /** The folder of the first command. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Holds `pulumi`, `npm`, `npx`, and later the installed `podwright`. */
  readonly bin: string;
}

export interface EmptyDesk extends Desk {
  clear(): void;
}

/**
 * The desk of a beginner: nothing is configured, and the work folder contains a clone with its archives. The story's key
 * server encrypts the secrets of new stacks, because each command would otherwise derive a key from the passphrase first.
 * With `withPassphrase`, the guide's passphrase encrypts them.
 */
export function emptyDesk({ withPassphrase = false } = {}): EmptyDesk {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "podwright-guide-")));
  const cwd = join(dir, "work");
  mkdirSync(cwd);
  makeClone(join(cwd, "podwright"));
  const bin = binIn(dir, withPassphrase ? "" : `"stack stack init"*) set -- "$@" --secrets-provider ${keyServer} ;;`);
  const home = makeHome(join(dir, "home"), bin);
  const installed = join(dir, "installed");
  mkdirSync(installed);
  const env = {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    HOME: home,
    PULUMI_HOME: join(home, ".pulumi"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // The engine must not download a plugin that the guide does not install.
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    NODE_COMPILE_CACHE: compiledCode,
    PODWRIGHT_INSTALLED: installed,
    ...whoReads,
    ...inHaste,
  };
  return { cwd, env, bin, clear: () => rmSync(dir, { recursive: true, force: true }) };
}

/** A desk in the folder of a stack that a test has prepared for the guide. */
export function deskOf({ dir, env }: Pick<TestStack, "dir" | "env">): Desk {
  const bin = binIn(dir);
  makeCommand(bin, "podwright", `exec node ${podwrightProgram} "$@"`);
  const HOME = makeHome(join(dir, "reader"), bin, env.PULUMI_HOME);
  return { cwd: dir, env: { ...env, ...inHaste, HOME }, bin };
}

/** A reader who commits has configured a name and an address. */
const whoReads = {
  GIT_AUTHOR_NAME: "reader",
  GIT_AUTHOR_EMAIL: "reader@example.com",
  GIT_COMMITTER_NAME: "reader",
  GIT_COMMITTER_EMAIL: "reader@example.com",
};

const inHaste = {
  // An emulator needs no long waits.
  PODWRIGHT_TIME_SCALE: "0.05",
  // Other tests check the types of the guide's programs.
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  NO_COLOR: "1",
  GOGC: process.env.GOGC,
};

/** `more` is a further case of the reader's `pulumi`. */
function binIn(dir: string, more = ""): string {
  const bin = makeTools(dir);
  makeCommand(bin, "pulumi", pulumiOfAReader(engine(), more));
  return bin;
}

/**
 * The reader answers yes when Pulumi asks. Pulumi does not ask if its output is redirected, and then requires `--yes`.
 * The preview before an update takes as long as the update, so this script skips the preview. The flag also means yes.
 */
function pulumiOfAReader(pulumi: string, more: string): string {
  return `case "$1 $*" in
  ${more}
  *--preview-only*) ;;
  "login login --local") set -- login "file://$HOME" ;; # where it is for whoever has that home
  up*|refresh*|destroy*)
    case " $* " in *" --yes "*) seen=yes ;; *) [ /dev/fd/1 -ef /dev/fd/2 ] && seen=yes ;; esac
    [ -z "$seen" ] || set -- "$@" --skip-preview ;;
esac
exec ${pulumi} "$@"`;
}
