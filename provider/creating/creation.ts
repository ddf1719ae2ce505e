import type { CallOptions } from "../../client";
import type { Run } from "../operations/run";
import { find, findLate, firstSentence, orFound, removeTwins, type Sought } from "./find-made";
import { graceMs } from "./grace";
import { mayHaveHadEffect } from "./unconfirmed-creates";

export interface Creation<T extends { readonly id: string }> extends Sought<T> {
  /** Hands the options on to the platform's create. */
  readonly send: (options: CallOptions) => Promise<T>;
}

/**
 * Creates exactly one. The platform knows no idempotency keys, so an answer that was lost is looked up by the
 * creation's mark; only when nothing is found is the request sent once more.
 */
export async function createOnce<T extends { readonly id: string }>(run: Run, creation: Creation<T>): Promise<T> {
  const made = await orFound(run, creation, () => createAtFirst(run, creation));
  await removeTwins(run, creation, made.id);
  return made;
}

/**
 * The first part of it, for who has more than one way to send the creation and waits for what was made: all of it
 * belongs into one `orFound`, and `removeTwins` behind the wait.
 */
export async function createAtFirst<T extends { readonly id: string }>(run: Run, creation: Creation<T>): Promise<T> {
  const made = (await earlier(run, creation)) ?? (await unanswered(run, creation)) ?? (await send(run, creation));
  run.created.set(creation.nonce, made.id);
  return made;
}

/** The engine may repeat a create in one process; then the first one goes on. */
async function earlier<T extends { readonly id: string }>(run: Run, { nonce, get }: Sought<T>) {
  const id = run.created.get(nonce);
  return id === undefined ? undefined : await get(id);
}

/** What a request of this creation has made that was given up before another way was tried. */
async function unanswered<T extends { readonly id: string }>(run: Run, sought: Sought<T>) {
  return run.doubts.has(sought.nonce) ? await find(run, sought) : undefined;
}

async function send<T extends { readonly id: string }>(run: Run, creation: Creation<T>): Promise<T> {
  try {
    return await attempt(run, creation);
  } catch (error) {
    if (!mayHaveHadEffect(error)) throw error;
    run.report(`the answer to creating ${creation.what} was lost (${firstSentence(error)}); looking for what it made`);
    const found = await findLate(run, creation, error);
    if (found !== undefined) return found;
  }
  run.report(`nothing of it is to be seen; creating ${creation.what} once more`);
  return await sendAgain(run, creation);
}

async function sendAgain<T extends { readonly id: string }>(run: Run, creation: Creation<T>): Promise<T> {
  try {
    return await attempt(run, creation);
  } catch (error) {
    const found = mayHaveHadEffect(error) ? await findLate(run, creation, error) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

async function attempt<T extends { readonly id: string }>(run: Run, { nonce, send }: Creation<T>): Promise<T> {
  // Nothing is made for an engine that is no longer there to record it.
  run.signal.throwIfAborted();
  try {
    const made = await send({ signal: run.signal, graceMs });
    run.doubts.prolong(nonce);
    return made;
  } catch (error) {
    if (mayHaveHadEffect(error)) run.doubts.add(nonce, error);
    throw error;
  }
}
