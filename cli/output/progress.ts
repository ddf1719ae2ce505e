import { oneLine } from "../../client/values/plain-text";
import type { CommandContext } from "../context/context";
import { paintFor } from "./style";
import { truncate } from "./text";

/** The display of slow work, on standard error. */
export interface Progress {
  /** Shows the current step. */
  update(text: string): void;
  /** A line that stays, such as a pause that RunPod ordered. */
  note(line: string): void;
  /** Removes the display, before results appear. */
  stop(): void;
}

/** Shorter work shows nothing. */
const QUIET_MS = 1_000;

/**
 * Shows the current step once the work has taken a second: a spinner where a terminal shows standard error, a line for each
 * change in a CI's log, otherwise no display.
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

/** Shows progress during the work. Warnings of the context that the work gets do not disturb the spinner. */
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

/** Whether people read the log of standard error while it grows, as in CI systems. */
function isContinuousIntegration(env: CommandContext["env"]): boolean {
  if (env.CI !== undefined) return !["", "0", "false"].includes(env.CI);
  // Azure Pipelines; Jenkins and TeamCity.
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

/** A terminal may report 0 columns, and a window can become as narrow as that at any time. */
function hasRoom({ columns }: NodeJS.WriteStream): boolean {
  return columns >= NARROWEST;
}

/** A turning sign before the text, which is cut, because a second line could not be removed. */
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
