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
export function startProgress(text: string, context: CommandContext): Progress {
  const { warn } = context;
  const show = showing(context);
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

/** The same around a piece of work, which is handed a context whose warnings do not run into what moves. */
export async function withProgress<T>(
  text: string,
  context: CommandContext,
  work: (progress: Progress, within: CommandContext) => Promise<T>,
): Promise<T> {
  const progress = startProgress(text, context);
  try {
    return await work(progress, { ...context, warn: (said) => progress.note(said.replace(/\n$/, "")) });
  } finally {
    progress.stop();
  }
}

type Shown = Progress;
type Warn = CommandContext["warn"];

function showing({ watched, colors, warn, env }: CommandContext): (text: string) => Shown {
  if (watched?.moves === true) return spinner(watched.stream, { warn, colored: colors?.err ?? false });
  return watched !== undefined || isContinuousIntegration(env) ? lines(warn) : silent(warn);
}

/** Whether the log of standard error is read as it grows, as the logs of CI systems are. */
function isContinuousIntegration(env: CommandContext["env"]): boolean {
  if (env.CI !== undefined) return !["", "0", "false"].includes(env.CI);
  // Azure Pipelines; Jenkins and TeamCity.
  return [env.TF_BUILD, env.BUILD_NUMBER].some((value) => value !== undefined && value !== "");
}

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

interface Spinning {
  readonly warn: Warn;
  readonly colored: boolean;
}

function spinner(stream: NodeJS.WriteStream, { warn, colored }: Spinning): (text: string) => Shown {
  return (first) => {
    let text = first;
    let ora: Ora | undefined;
    let stopped = false;
    // Loaded when there is something to watch, and not with every command.
    void import("ora").then(({ default: create }) => {
      // Ctrl-C is ours to hear: left alone, the spinner would take over standard input. It knows nothing of NO_COLOR.
      if (!stopped) ora = create({ text, stream, discardStdin: false, color: colored && "cyan" }).start();
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
