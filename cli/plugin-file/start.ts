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
 * Returns whether Pulumi started this file. A file with a name of the command line never serves, because an argument
 * such as `shop:2024` looks like an address. Any other file serves for exactly the arguments that Pulumi gives: its own
 * address, after flags for logs. A developer who wants to attach an engine starts the plugin without arguments.
 */
function isForPulumi(name: string, args: Arguments): boolean {
  return !forms.has(name) && (args.length === 0 || FROM_PULUMI.test(args.join("\n")));
}

const FROM_PULUMI = /^(?:--?logtostderr\n|--?v=\d+\n|--?tracing\n.+\n)*127\.0\.0\.1:\d+$/;

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
