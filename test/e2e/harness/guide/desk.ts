import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestStack } from "../stack/stack";
import { engine, makeClone, makeCommand, makeTools } from "./tools";

/** Where a reader of a guide sits: a folder to work in, and what the guide takes for installed. */
export interface Desk {
  /** Where the first command is typed. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Holds `pulumi`, `npm`, `npx`, and `podwright` once that is installed. */
  readonly bin: string;
}

export interface EmptyDesk extends Desk {
  clear(): void;
}

/** A desk of somebody who begins: nothing is configured, and beside the work lies a clone with its archives. */
export function emptyDesk(): EmptyDesk {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "podwright-guide-")));
  const [cwd, home] = [join(dir, "work"), join(dir, "home")];
  for (const folder of [cwd, home, join(cwd, "podwright")]) mkdirSync(folder);
  makeClone(join(cwd, "podwright"));
  const env = {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    HOME: home,
    PULUMI_HOME: join(home, ".pulumi"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // What the guide does not install is missing: the engine asks nobody for it.
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    NODE_COMPILE_CACHE: join(tmpdir(), "podwright-e2e-compiled"),
    ...whoReads,
    ...inHaste,
  };
  return { cwd, env, bin: binIn(dir), clear: () => rmSync(dir, { recursive: true, force: true }) };
}

/** A desk in the folder of a stack that a test has brought to where the guide begins. */
export function deskOf({ dir, env }: Pick<TestStack, "dir" | "env">): Desk {
  const bin = binIn(dir);
  makeCommand(bin, "podwright", `exec node ${join(__dirname, "../../../../dist/cli/main.js")} "$@"`);
  return { cwd: dir, env: { ...env, ...inHaste }, bin };
}

/** Whoever commits has said before who they are. */
const whoReads = {
  GIT_AUTHOR_NAME: "reader",
  GIT_AUTHOR_EMAIL: "reader@example.com",
  GIT_COMMITTER_NAME: "reader",
  GIT_COMMITTER_EMAIL: "reader@example.com",
};

const inHaste = {
  // An emulator needs no patience.
  PODWRIGHT_TIME_SCALE: "0.05",
  // Types of what the guides show are checked by themselves.
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  NO_COLOR: "1",
};

function binIn(dir: string): string {
  const bin = makeTools(dir);
  makeCommand(bin, "pulumi", pulumiOfAReader(engine()));
  return bin;
}

/**
 * Where Pulumi asks, the reader says yes; it does not ask where they cannot see it, and then wants `--yes`. The preview
 * before an update is for the reader's eyes, and takes as long again: leaving it out says yes, too.
 */
function pulumiOfAReader(pulumi: string): string {
  return `case "$1 $*" in
  *--preview-only*) ;;
  "login login --local") set -- login "file://$HOME" ;; # where it is for whoever has that home
  up*|refresh*|destroy*)
    case " $* " in *" --yes "*) seen=yes ;; *) [ /dev/fd/1 -ef /dev/fd/2 ] && seen=yes ;; esac
    [ -z "$seen" ] || set -- "$@" --skip-preview ;;
esac
exec ${pulumi} "$@"`;
}
