import { callCommandsWith } from "../../provider/values/as-called";
import { isOnPath } from "../context/on-path";

type Arguments = readonly string[];

interface Programs {
  /** Both load their code when they are called: a plugin starts with every command of Pulumi. */
  readonly servePlugin: () => void;
  readonly runCommand: (args: Arguments) => Promise<void>;
}

/** Starts the program that the caller of this file means: Pulumi the provider plugin, a person the command line. */
export function start({ file, args }: { readonly file: string; readonly args: Arguments }, programs: Programs): void {
  const name = file.replace(/^.*[\\/]/, "").replace(/\.(exe|cmd)$/i, "");
  callCommandsWith(() => formFor(name));
  if (isForPulumi(name, args)) programs.servePlugin();
  else void programs.runCommand(args);
}

/** Pulumi gives its own address last, after flags for logs. A developer starts a plugin to attach to without arguments. */
function isForPulumi(name: string, args: Arguments): boolean {
  const last = args.at(-1);
  return last === undefined ? !forms.has(name) : ADDRESS.test(last);
}

const ADDRESS = /^(?:[\w.-]+|\[[\da-f:]+\]):\d+$/i;

/** `pulumi plugin run` needs the kind, unless a tool archive is installed. A name without a form of its own is a plugin. */
function formFor(name: string): string {
  return forms.get(name) ?? (isOnPath(COMMAND) ? COMMAND : "pulumi plugin run --kind resource podwright --");
}

const COMMAND = "podwright";

const forms: ReadonlyMap<string, string> = new Map([
  [COMMAND, COMMAND],
  ["pulumi-tool-podwright", "pulumi plugin run podwright --"],
]);
