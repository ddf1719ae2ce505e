import type { Readable } from "node:stream";
import type { Platform } from "../../client";
import type { Clock } from "../../kernel/clock";

/** The parts of its process that a command uses. */
export interface CommandContext {
  /** Ends the command when the user interrupts it. */
  readonly signal: AbortSignal;
  /** Declares that only a signal ends the command, so that the signal does not count as a failure. */
  readonly endsBySignal?: (() => void) | undefined;
  /** The clock for waits, deadlines and the dates of reports. */
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prints a result to standard output. */
  readonly print: (text: string) => void;
  /**
   * Prints commands for the runner of a CI system to standard output. Unlike `print`, it does not remove harmful
   * characters.
   */
  readonly printCommands?: ((text: string) => void) | undefined;
  /** Prints a warning or a note to standard error. */
  readonly warn: (text: string) => void;
  /**
   * Returns true if the user wants to see each request and each command of Pulumi. Commands may call it only after
   * Podwright has parsed the command line.
   */
  readonly isDebugging?: () => boolean;
  /** Answers of Pulumi that the readers of one report share. Absent: each question goes to Pulumi. */
  readonly answers?: Map<string, Promise<string>> | undefined;
  /** The open accounts that the readers of one report share. Absent: each reader opens its own client. */
  readonly accounts?: Map<string, Promise<Platform>> | undefined;
  /** Called for each request to RunPod that got a response, so that a command can count the requests of each key. */
  readonly onRequest?: ((apiKey: string) => void) | undefined;
  /** Aborted when the reader of standard output is gone, so that a command can stop printing. */
  readonly unread?: AbortSignal | undefined;
  /** The terminal that shows the output. Absent if the output goes to a file, a pipe or another program. */
  readonly terminal?: Terminal | undefined;
  /** Standard error on a terminal, for questions and spinners. */
  readonly watched?: Watched | undefined;
  readonly stdin?: (Readable & { readonly isTTY?: boolean }) | undefined;
  /** True for each stream that may contain colours. Default: no colours. */
  readonly colors?: { readonly out: boolean; readonly err: boolean } | undefined;
}

export interface Watched {
  readonly stream: NodeJS.WriteStream;
  /** True if the terminal can overwrite a line. Otherwise the stream gets whole lines, as in a log. */
  readonly moves: boolean;
}

export interface Terminal {
  /** Number of characters in a line. */
  readonly columns: number;
  /** Clears the screen, for a command that updates its result. */
  readonly clear?: () => void;
}
