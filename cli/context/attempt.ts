import { withoutStop } from "../../client/values/text";
import { messageOf } from "../../provider/values/errors";

/** The outcome of work that may fail. The error continues a sentence. */
export type Attempt<T> = { readonly value: T } | { readonly error: string };

/** Runs the work and returns its outcome. Throws only the reason of the signal. */
export async function attempt<T>(work: () => Promise<T>, signal: AbortSignal): Promise<Attempt<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    signal.throwIfAborted();
    return { error: sentenceOf(messageOf(error)) };
  }
}

/** `undefined` if the work failed or does not apply. */
export function valueIn<T>(outcome: Attempt<T> | undefined): T | undefined {
  return outcome !== undefined && "value" in outcome ? outcome.value : undefined;
}

/** Returns the text of another program as a part of a sentence: one line, without its full stop. */
export function sentenceOf(text: string): string {
  return withoutStop(text.trim().replace(/\s+/g, " "));
}
