import type { Readable } from "node:stream";
import type { Clock } from "../../client/values/clock";

/** The process of a command. */
export interface CommandContext {
  /** Aborted when the user wants the command to end. */
  readonly signal: AbortSignal;
  /** Called by a command that only a signal ends, so that the signal is no failure. */
  readonly endsBySignal?: (() => void) | undefined;
  /** The source of time: waits, deadlines and the dates of reports. */
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results, to standard output. */
  readonly print: (text: string) => void;
  /** Commands to the runner of a CI, to standard output: the only text that goes out as it is. */
  readonly printCommands?: ((text: string) => void) | undefined;
  /** Warnings and notes, to standard error. */
  readonly warn: (text: string) => void;
  /** Whether the user wants to see each request and each command of Pulumi. Known once the command line is read. */
  readonly isDebugging?: () => boolean;
  /** Aborted when standard output has no reader any more: endless printing may stop. */
  readonly unread?: AbortSignal | undefined;
  /** The terminal that shows the output; absent if the output goes to a file, a pipe or another program. */
  readonly terminal?: Terminal | undefined;
  /** Standard error on a terminal, for questions and spinners. */
  readonly watched?: Watched | undefined;
  readonly stdin?: (Readable & { readonly isTTY?: boolean }) | undefined;
  /** Whether texts on standard output and on standard error may be coloured. Default neither. */
  readonly colors?: { readonly out: boolean; readonly err: boolean } | undefined;
}

export interface Watched {
  readonly stream: NodeJS.WriteStream;
  /** Whether the cursor can go back over a line; otherwise the stream gets whole lines, as a log does. */
  readonly moves: boolean;
}

export interface Terminal {
  /** Characters to a line. */
  readonly columns: number;
  /** Empties the screen, for a command that shows its result again and again. */
  readonly clear?: () => void;
}
