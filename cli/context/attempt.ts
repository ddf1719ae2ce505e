import { messageOf } from "../../kernel/plain-text";
import { withoutStop } from "../../kernel/text";

/** The result or the error of work that may fail. The error is a part of a sentence. */
export type Attempt<T> = { readonly value: T } | { readonly error: string };

/** Runs the work and returns its result or error. It throws only if the signal ends the work. */
export async function attempt<T>(work: () => Promise<T>, signal: AbortSignal): Promise<Attempt<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    signal.throwIfAborted();
    return { error: sentenceOf(messageOf(error)) };
  }
}

/** Returns the result of successful work. Returns `undefined` if the work failed or did not take place. */
export function valueIn<T>(outcome: Attempt<T> | undefined): T | undefined {
  return outcome !== undefined && "value" in outcome ? outcome.value : undefined;
}

/** Returns the text of another program as a part of a sentence: one line, without its full stop. */
export function sentenceOf(text: string): string {
  return withoutStop(text.trim().replace(/\s+/g, " "));
}
