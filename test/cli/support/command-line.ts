import { Readable } from "node:stream";
import type { CommandContext } from "../../../cli/context/context";
import { run } from "../../../cli/program/run";
import { type Clock, systemClock } from "../../../kernel/clock";

export interface Ended {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export interface World {
  readonly env?: CommandContext["env"];
  /** The width of the terminal that shows standard output. Absent for a pipe. */
  readonly columns?: number;
  readonly colors?: boolean;
  /** A terminal that shows standard error and takes answers. */
  readonly watched?: CommandContext["watched"];
  readonly stdin?: string | (Readable & { readonly isTTY?: boolean });
  readonly signal?: AbortSignal;
  /** Aborted when standard output has lost its reader. */
  readonly unread?: AbortSignal;
  readonly clock?: Clock;
  /** Called after each print with the whole output so far. */
  readonly onOutput?: (out: string, err: string) => void;
  /** Called with each piece as the command prints it. */
  readonly onPart?: (stream: "stdout" | "stderr", text: string) => void;
}

/** The context of a process without a terminal. */
export function quietContext(over: Partial<CommandContext> = {}): CommandContext {
  const signal = new AbortController().signal;
  return { signal, clock: systemClock, env: {}, print: () => undefined, warn: () => undefined, ...over };
}

/** Runs one command line in this process. */
export async function commandLine(args: readonly string[], world: World = {}): Promise<Ended> {
  const {
    env = {},
    columns,
    colors = false,
    stdin = "",
    watched,
    signal = new AbortController().signal,
    clock = systemClock,
    unread,
    onOutput,
    onPart,
  } = world;
  let out = "";
  let err = "";
  const exitCode = await run(args, {
    signal,
    clock,
    env,
    unread,
    print: (text) => {
      out += text;
      onPart?.("stdout", text);
      onOutput?.(out, err);
    },
    warn: (text) => {
      err += text;
      onPart?.("stderr", text);
      onOutput?.(out, err);
    },
    terminal: columns === undefined ? undefined : { columns },
    colors: { out: colors, err: colors },
    watched,
    stdin: typeof stdin === "string" ? Readable.from([stdin]) : stdin,
  });
  return { exitCode, out, err };
}
