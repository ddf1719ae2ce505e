import { setImmediate } from "node:timers/promises";
import type { StreamChunk, SubmittedJob } from "../../client";
import { plainLines } from "../../kernel/plain-text";
import type { CommandContext } from "../context/context";
import { flag, type Input } from "../flags/command";
import { choosing, oneOf } from "../flags/inputs";
import { outputFlag } from "../flags/output";
import { jsonOf } from "../output/documents";
import type { Progress } from "../output/progress";

/** `text` is for people. `json` prints one line for each chunk. */
const streamFormats = ["text", "json"] as const;
export type StreamFormat = (typeof streamFormats)[number];

export const streamOutput: Input<StreamFormat> = flag(
  outputFlag,
  "format of the output; json prints a line for each chunk (default: text on a terminal, otherwise json)",
  (given, { refuse, context: { terminal } }) =>
    (given === undefined ? undefined : oneOf(given, streamFormats, refuse)) ??
    (terminal === undefined ? "json" : "text"),
  choosing(streamFormats),
);

/** Prints a job's stream as it arrives, until the job ends. If the job did not complete, it throws the job's error. */
export async function printStream(
  job: SubmittedJob,
  format: StreamFormat,
  { print, warn, signal, unread }: CommandContext,
  progress: Progress,
): Promise<void> {
  let openLine = false;
  let quiet = true;
  try {
    for await (const chunk of job) {
      progress.stop();
      quiet = false;
      const text = format === "json" ? `${jsonOf(chunk)}\n` : readable(chunk.output);
      print(text);
      // If the stream has no reader, a write fails only in the next turn of the event loop.
      if (unread !== undefined) await setImmediate();
      if (unread?.aborted) return;
      if (text !== "") openLine = !text.endsWith("\n");
    }
    if (quiet) warn("note: the handler streamed nothing; `status` shows the job's output\n");
  } finally {
    if (openLine) print("\n");
    if (!job.streamIntact && !signal.aborted)
      warn("note: parts of the stream may be lost; the finished job may contain all parts\n");
  }
}

/**
 * Renders a chunk. Texts appear without line breaks between them, including texts in the chunks of a language model.
 * Other output becomes a line of JSON.
 */
function readable(output: StreamChunk["output"]): string {
  if (typeof output === "string") return plainLines(output);
  if (typeof output === "object" && output !== null && "text" in output) {
    const { text } = output;
    if (typeof text === "string") return plainLines(text);
    if (Array.isArray(text) && text.every((part) => typeof part === "string")) return plainLines(text.join(""));
  }
  return `${jsonOf(output ?? null)}\n`;
}
