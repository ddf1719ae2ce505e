import type { z } from "zod";
import { messageOf } from "../../provider/operations/errors";
import type { finding } from "./report";

export type Finding = Readonly<z.infer<typeof finding>>;
export type Level = Finding["level"];
/** A finding before its group is known. */
export type Found = Omit<Finding, "group">;

/** All is well. */
export function well(check: string, message: string): Found {
  return { check, level: "ok", message };
}

/** Something to know; `up` works all the same. */
export function warning(check: string, message: string, action: string): Found {
  return { check, level: "warning", message, action };
}

/** Something that stands between the user and a working `up`. */
export function problem(check: string, message: string, action: string): Found {
  return { check, level: "problem", message, action };
}

/** What could not be looked at. */
export function unchecked(check: string, message: string, action: string): Found {
  return { check, level: "unchecked", message, action };
}

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
  return text.trim().replace(/\s+/g, " ").replace(/\.$/, "");
}
