import type { CommandContext, Terminal } from "./context";

type Streams = Pick<NodeJS.Process, "stdin" | "env"> & Readonly<Record<"stdout" | "stderr", NodeJS.WriteStream>>;

/** Returns the terminals and colours of this process's streams. */
export function terminalOf({
  stdin,
  stdout,
  stderr,
  env,
}: Streams = process): Pick<CommandContext, "terminal" | "watched" | "stdin" | "colors"> {
  return {
    ...(stdout.isTTY ? { terminal: terminalFor(stdout) } : {}),
    ...(stderr.isTTY ? { watched: { stream: stderr, moves: env.TERM !== "dumb" } } : {}),
    stdin,
    colors: { out: showsColors(stdout, env), err: showsColors(stderr, env) },
  };
}

/** Makes a terminal that reads the width at each use, because a user may resize the window at any time. */
function terminalFor(stdout: NodeJS.WriteStream): Terminal {
  return {
    get columns() {
      return columnsOf(stdout);
    },
    clear: () => void stdout.write("\u001b[H\u001b[J"),
  };
}

/**
 * Returns whether the stream shows colours. By the rule of no-color.org, any value of `NO_COLOR` except an empty text
 * turns colours off.
 */
function showsColors(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "") return env.FORCE_COLOR !== "0";
  return stream.isTTY && env.TERM !== "dumb";
}

const USUAL = 80;

/** Returns the width of a terminal. A terminal inside another program may report 0. */
function columnsOf({ columns }: NodeJS.WriteStream): number {
  return columns > 0 ? columns : USUAL;
}
