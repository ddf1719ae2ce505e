import type { z } from "zod";
import { withoutStop } from "../../client/values/text";
import { messageOf } from "../../provider/operations/errors";
import type { finding } from "./report";

export type Finding = Readonly<z.infer<typeof finding>>;
export type Level = Finding["level"];
/** A finding before its group is known. */
export type Found = Omit<Finding, "group">;

export const well = (check: string, message: string): Found => ({ check, level: "ok", message });

const needing = (level: Level) => (check: string, message: string, action: string) => {
  return { check, level, message, action } satisfies Found;
};
/** Something to know; `up` works all the same. */
export const warning = needing("warning");
/** Something that stands between the user and a working `up`. */
export const problem = needing("problem");
/** What could not be looked at. */
export const unchecked = needing("unchecked");

/** The outcome of something that may fail, or does not apply (`undefined`). */
export type Attempt<T> = { readonly value: T } | { readonly error: string };

export async function attempt<T>(work: () => Promise<T>, signal: AbortSignal): Promise<Attempt<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    signal.throwIfAborted();
    return { error: sentenceOf(messageOf(error)) };
  }
}

/** A text of another program as a part of a sentence: one line, without its full stop. */
export function sentenceOf(text: string): string {
  return withoutStop(text.trim().replace(/\s+/g, " "));
}
