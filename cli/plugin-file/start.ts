import { isOnPath } from "../context/on-path";

type Arguments = readonly string[];
type Words = () => string;

interface Programs {
  /**
   * The two programs of this file. A program's code loads only when the program starts, because Pulumi starts a plugin
   * with every command. `words` are the words that call the command line. Both programs need `words`, because each
   * program has its own bundle with its own copy of all modules.
   */
  readonly servePlugin: (words: Words) => void;
  readonly runCommand: (args: Arguments, words: Words) => Promise<void>;
}

/** Starts the provider plugin if Pulumi calls this file, and the command line if a person calls it. */
export function start({ file, args }: { readonly file: string; readonly args: Arguments }, programs: Programs): void {
  const name = file.replace(/^.*[\\/]/, "").replace(/\.(exe|cmd)$/i, "");
  const words = () => formFor(name);
  if (isForPulumi(name, args)) programs.servePlugin(words);
  else void programs.runCommand(args, words);
}

/**
 * Returns whether Pulumi started this file. Pulumi gives its own address as the last argument, after flags for logs. A
 * developer who wants to attach an engine starts the plugin without arguments.
 */
function isForPulumi(name: string, args: Arguments): boolean {
  const last = args.at(-1);
  return last === undefined ? !forms.has(name) : ADDRESS.test(last);
}

const ADDRESS = /^(?:[\w.-]+|\[[\da-f:]+\]):\d+$/i;

/**
 * Returns the words that call the command line. `pulumi plugin run` needs the flag `--kind`, unless the user has
 * installed the tool archive. If the file has an unknown name, it is the plugin.
 */
function formFor(name: string): string {
  return forms.get(name) ?? (isOnPath(COMMAND) ? COMMAND : "pulumi plugin run --kind resource podwright --");
}

const COMMAND = "podwright";

const forms: ReadonlyMap<string, string> = new Map([
  [COMMAND, COMMAND],
  ["pulumi-tool-podwright", "pulumi plugin run podwright --"],
]);
