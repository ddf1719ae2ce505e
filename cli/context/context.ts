import type { Readable } from "node:stream";
import type { Clock } from "../../client/values/clock";

/** What a command uses of its process. */
export interface CommandContext {
  /** Aborted when the user wants the command to end. */
  readonly signal: AbortSignal;
  /** A command that only a signal ends calls this, so that the signal does not count as a failure. */
  readonly endsBySignal?: (() => void) | undefined;
  /** The source of time for waits, deadlines and the dates of reports. */
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints a result to standard output. */
  readonly print: (text: string) => void;
  /** Commands to the runner of a CI, to standard output: the only text that goes out as it is. */
  readonly printCommands?: ((text: string) => void) | undefined;
  /** Prints a warning or a note to standard error. */
  readonly warn: (text: string) => void;
  /** Whether the user wants to see each request and each command of Pulumi. Known once the command line is read. */
  readonly isDebugging?: () => boolean;
  /** Aborted when standard output has no reader any more, so that a command can stop printing. */
  readonly unread?: AbortSignal | undefined;
  /** The terminal that shows the output; absent if the output goes to a file, a pipe or another program. */
  readonly terminal?: Terminal | undefined;
  /** Standard error on a terminal, for questions and spinners. */
  readonly watched?: Watched | undefined;
  readonly stdin?: (Readable & { readonly isTTY?: boolean }) | undefined;
  /** Whether standard output and standard error may contain colours. Default: neither of them. */
  readonly colors?: { readonly out: boolean; readonly err: boolean } | undefined;
}

export interface Watched {
  readonly stream: NodeJS.WriteStream;
  /** Whether the terminal can overwrite a line. Otherwise the stream gets whole lines, like a log. */
  readonly moves: boolean;
}

export interface Terminal {
  /** Number of characters in a line. */
  readonly columns: number;
  /** Empties the screen, for a command that shows its result again and again. */
  readonly clear?: () => void;
}
