import { isOnPath } from "../context/on-path";

type Arguments = readonly string[];
type Words = () => string;

interface Programs {
  /**
   * Both load their code when they are called: a plugin starts with every command of Pulumi. They get the words that call
   * the command line, because each has a copy of all modules in its own bundle.
   */
  readonly servePlugin: (words: Words) => void;
  readonly runCommand: (args: Arguments, words: Words) => Promise<void>;
}

/** Starts the program that the caller of this file means: Pulumi the provider plugin, a person the command line. */
export function start({ file, args }: { readonly file: string; readonly args: Arguments }, programs: Programs): void {
  const name = file.replace(/^.*[\\/]/, "").replace(/\.(exe|cmd)$/i, "");
  const words = () => formFor(name);
  if (isForPulumi(name, args)) programs.servePlugin(words);
  else void programs.runCommand(args, words);
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
