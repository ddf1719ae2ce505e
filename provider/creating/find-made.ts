import { isUnheard, messageOf, OperationError } from "../operations/errors";
import type { Run } from "../operations/run";
import { within } from "../waiting/within";
import { pausesAfter } from "./unconfirmed-creates";

/** Looking for what was made must not hold up the end of a cancelled run for longer. */
const lastLookMs = 10_000;

interface Identified {
  readonly id: string;
}

/** How to find what one creation has made. */
export interface Sought<T extends Identified> {
  /** What is created, for messages: `pod "web-1f3a"`. */
  readonly what: string;
  /** Marks this very creation; remembered with the id it led to. */
  readonly nonce: string;
  /** `undefined` when it is gone. */
  readonly get: (id: string) => Promise<T | undefined>;
  /** Everything that carries this creation's mark, and nothing that merely looks like it. */
  readonly lookUp: (signal: AbortSignal) => Promise<readonly T[]>;
  /**
   * Removes a second one that the same creation turns out to have made. Left out where the mark is no proof: then it is
   * named to the user, who decides.
   */
  readonly discard?: (id: string, signal: AbortSignal) => Promise<void>;
}

/** How to look. */
const LISTING = '"podwright drift --unmanaged" lists what no stack holds';

/** What a creation has made cannot be told, and there is nothing more to find out about it. */
class UnclearError extends OperationError {}

/** What the work makes. Where it fails and the effect of a request is not known, what that turns out to have made. */
export async function orFound<T extends Identified>(run: Run, sought: Sought<T>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // What is left behind for an engine that is gone is found by the mark in its pending operations.
    const isOpen = run.doubts.has(sought.nonce) && !(error instanceof UnclearError) && !isUnheard(run.signal);
    if (!isOpen) throw error;
    const found = await find(run, sought);
    if (found === undefined) throw unclear(sought, "it is not to be found", error);
    run.created.set(sought.nonce, found.id);
    return found;
  }
}

/** Looks as often as is sensible for what a request that ended with the error may have made. */
export async function findLate<T extends Identified>(
  run: Run,
  sought: Sought<T>,
  error: unknown,
): Promise<T | undefined> {
  for (const ms of [0, ...pausesAfter(error)]) {
    if (ms > 0) await run.clock.sleep(ms * run.timeScale, run.signal);
    run.signal.throwIfAborted();
    const found = await find(run, sought);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Removes what a request whose answer was lost has made beside the one that is kept, once it has had its time to show.
 * Sends nothing unless there was such a request. Never throws: the one that is kept must get into the state.
 */
export async function removeTwins<T extends Identified>(run: Run, sought: Sought<T>, keptId: string): Promise<void> {
  const { what, nonce, lookUp } = sought;
  if (!run.doubts.has(nonce) || isUnheard(run.signal)) return;
  const rest = run.doubts.remainingMs(nonce);
  // A cancel ends the pause, and nothing else.
  if (rest > 0) await run.clock.sleep(rest, run.signal).catch(() => undefined);
  run.doubts.end(nonce);
  let found: readonly T[];
  try {
    found = await evenCancelled(run, lookUp);
  } catch (error) {
    run.warn(
      `whether ${what} was made twice could not be seen (${firstSentence(error)}); look for ${nonce}. ${LISTING}`,
    );
    return;
  }
  const twins = found.filter(({ id }) => id !== keptId);
  await discardAll(run, sought, twins);
}

/** What there is to be seen now of what was made. */
export async function find<T extends Identified>(run: Run, sought: Sought<T>): Promise<T | undefined> {
  const { what, nonce, discard } = sought;
  const found = await lookUp(run, sought);
  const [first, ...twins] = found;
  if (first === undefined) return undefined;
  if (twins.length > 0 && discard === undefined) {
    const ids = found.map(({ id }) => id).join(" and ");
    throw new UnclearError(
      `creating ${what} may have made any of ${ids}, and nothing tells which: remove what is too much, then run "pulumi up" again`,
    );
  }
  run.doubts.settle(nonce, found.length);
  run.report(`found ${first.id}: going on with it`);
  await discardAll(run, sought, twins);
  return first;
}

/** What cannot be looked up may exist all the same, and nothing will record it. */
async function lookUp<T extends Identified>(run: Run, sought: Sought<T>): Promise<readonly T[]> {
  try {
    return await evenCancelled(run, sought.lookUp);
  } catch (error) {
    throw unclear(sought, "it could not be asked", error);
  }
}

/** A cancelled run must not lose what it has made: for finding that there is some time of its own. */
async function evenCancelled<R>(run: Run, work: (signal: AbortSignal) => Promise<R>): Promise<R> {
  if (!run.signal.aborted) {
    try {
      return await work(run.signal);
    } catch (error) {
      if (!run.signal.aborted || isUnheard(run.signal)) throw error;
    }
  }
  return await within(run.clock, lastLookMs, work);
}

/** Whatever happens to a twin, the one that is kept must get into the state: this never throws. */
async function discardAll<T extends Identified>(run: Run, sought: Sought<T>, twins: readonly T[]): Promise<void> {
  const { what, discard } = sought;
  for (const { id } of twins) {
    if (discard === undefined) {
      run.warn(`${id} looks like ${what} too; if nobody else made it, remove it`);
      continue;
    }
    run.report(`removing ${id}, which the same request made a second time`);
    try {
      await evenCancelled(run, (signal) => discard(id, signal));
    } catch (error) {
      run.warn(
        `${id} could not be removed and goes on costing; remove it yourself (${firstSentence(error)}). ${LISTING}`,
      );
    }
  }
}

function unclear(
  { what, nonce }: { readonly what: string; readonly nonce: string },
  lack: string,
  error: unknown,
): UnclearError {
  return new UnclearError(
    `the platform did not say whether it created ${what}, and ${lack}: ${messageOf(error).replace(/\.$/, "")}. ` +
      `Before the next "pulumi up", look on the platform for anything whose name or environment holds ${nonce}. ${LISTING}`,
  );
}

/** Of an error's text, for use within a sentence. */
export function firstSentence(error: unknown): string {
  return messageOf(error).split(". ")[0] ?? "";
}
