/** What a command is given of the world around it. */
export interface CommandContext {
  /** Aborted when the user wants the command to end. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Results, to standard output. */
  readonly print: (text: string) => void;
  /** Everything else, to standard error. */
  readonly warn: (text: string) => void;
}
