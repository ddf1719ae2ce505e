import { oneLine } from "../../kernel/plain-text";
import type { CommandContext } from "../context/context";
import { paintFor } from "./style";
import { truncate } from "./text";

/** The progress display of slow work, on standard error. */
export interface Progress {
  /** Shows the current step. */
  update(text: string): void;
  /** Prints a line that stays, such as a pause that RunPod requested. */
  note(line: string): void;
  /** Removes the display. Call it before you print results. */
  stop(): void;
}

/** Milliseconds of work before the display appears. */
const QUIET_MS = 1_000;

/**
 * Shows the current step when the work has taken a second. On a terminal, it shows a spinner. In the log of a CI
 * system, it prints a line for each change. In other places, it shows nothing.
 */
export function startProgress(text: string, context: CommandContext): Progress {
  const { warn } = context;
  const show = showing(context);
  let shown: Progress | undefined;
  let current = text;
  const timer = setTimeout(() => {
    shown = show?.(current);
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

/** Shows progress during the work. The work gets a context whose warnings do not disturb the spinner. */
export async function withProgress<T>(
  text: string,
  context: CommandContext,
  work: (progress: Progress, within: CommandContext) => Promise<T>,
): Promise<T> {
  const progress = startProgress(text, context);
  try {
    return await work(progress, { ...context, warn: (text) => progress.note(text.replace(/\n$/, "")) });
  } finally {
    progress.stop();
  }
}

type Warn = CommandContext["warn"];

function showing({ watched, colors, warn, env }: CommandContext): ((text: string) => Progress) | undefined {
  if (watched?.moves === true && hasRoom(watched.stream)) return spinner(watched.stream, { warn, colors });
  return watched !== undefined || isContinuousIntegration(env) ? lines(warn) : undefined;
}

/** Returns whether people read standard error while the log grows, as in CI systems. */
function isContinuousIntegration(env: CommandContext["env"]): boolean {
  if (env.CI !== undefined) return !["", "0", "false"].includes(env.CI);
  // Variables of Azure Pipelines, Jenkins and TeamCity, which do not set `CI`.
  return [env.TF_BUILD, env.BUILD_NUMBER].some((value) => value !== undefined && value !== "");
}

function lines(warn: Warn): (text: string) => Progress {
  return (text) => {
    const line = (text: string) => warn(`${text}\n`);
    line(text);
    return { update: line, note: line, stop: () => undefined };
  };
}

const CLEAR_LINE = "\r\u001b[K";
const SIGNS = ["-", "\\", "|", "/"];
const TURN_MS = 120;
const NARROWEST = 10;

/**
 * Returns whether the line has room for a spinner. A terminal may report 0 columns, and a user may make a window very
 * narrow at any time.
 */
function hasRoom({ columns }: NodeJS.WriteStream): boolean {
  return columns >= NARROWEST;
}

/** Draws a spinner and the text. It truncates the text, because it could not remove a second line. */
function spinner(
  stream: NodeJS.WriteStream,
  { warn, colors }: Pick<CommandContext, "warn" | "colors">,
): (text: string) => Progress {
  const paint = paintFor(colors?.err);
  return (first) => {
    let text = first;
    let turns = 0;
    const clear = () => stream.write(CLEAR_LINE);
    const draw = () => {
      if (!hasRoom(stream)) return;
      const sign = paint("hint", SIGNS[turns % SIGNS.length] ?? "");
      stream.write(`${CLEAR_LINE}${sign} ${truncate(oneLine(text), stream.columns - 3)}`);
    };
    const timer = setInterval(() => {
      turns++;
      draw();
    }, TURN_MS);
    draw();
    return {
      update(next) {
        text = next;
        draw();
      },
      note(line) {
        clear();
        warn(`${line}\n`);
        draw();
      },
      stop() {
        clearInterval(timer);
        clear();
      },
    };
  };
}
