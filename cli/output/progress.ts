import type { Ora } from "ora";
import type { CommandContext } from "../context";

/** Something that takes its time, on standard error. */
export interface Progress {
  /** What is being done now. */
  update(text: string): void;
  /** A line that stays, such as a pause the platform ordered. */
  note(line: string): void;
  /** Takes it away, before results are printed. */
  stop(): void;
}

/** What is over within this time is not worth a word. */
const QUIET_MS = 1_000;

/**
 * Tells what goes on once it has taken a second: a spinner where a terminal shows standard error, a line for each
 * change in a CI's log, nothing elsewhere.
 */
export function startProgress(text: string, { watched, warn, env }: CommandContext): Progress {
  const show = watched !== undefined ? spinner(watched, warn) : env.CI === undefined ? silent(warn) : lines(warn);
  let shown: Shown | undefined;
  let current = text;
  const timer = setTimeout(() => {
    shown = show(current);
  }, QUIET_MS);
  return {
    update(next) {
      if (next === current) return;
      current = next;
      shown?.update(next);
    },
    note(line) {
      if (shown === undefined) warn(`${line}\n`);
      else shown.note(line);
    },
    stop() {
      clearTimeout(timer);
      shown?.stop();
      shown = undefined;
    },
  };
}

/** The same around a piece of work. */
export async function withProgress<T>(
  text: string,
  context: CommandContext,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = startProgress(text, context);
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}

type Shown = Progress;
type Warn = CommandContext["warn"];

function silent(warn: Warn): () => Shown {
  return () => ({ update: () => undefined, note: (line) => warn(`${line}\n`), stop: () => undefined });
}

function lines(warn: Warn): (text: string) => Shown {
  return (text) => {
    const line = (said: string) => warn(`${said}\n`);
    line(text);
    return { update: line, note: line, stop: () => undefined };
  };
}

function spinner(stream: NodeJS.WriteStream, warn: Warn): (text: string) => Shown {
  return (first) => {
    let text = first;
    let ora: Ora | undefined;
    let stopped = false;
    // Loaded when there is something to watch, and not with every command.
    void import("ora").then(({ default: create }) => {
      // Ctrl-C is ours to hear: left alone, the spinner would take over standard input.
      if (!stopped) ora = create({ text, stream, discardStdin: false }).start();
    });
    return {
      update(next) {
        text = next;
        if (ora !== undefined) ora.text = next;
      },
      note(line) {
        ora?.clear();
        warn(`${line}\n`);
        ora?.render();
      },
      stop() {
        stopped = true;
        ora?.stop();
      },
    };
  };
}
