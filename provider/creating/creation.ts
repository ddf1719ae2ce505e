import type { CallOptions } from "../../client";
import { withoutStop } from "../../client/values/text";
import type { Run } from "../session/run";
import { mayHaveHadEffect, pausesAfter } from "../session/unconfirmed-creates";
import { withDeadline } from "../values/deadline";
import { isEngineGone, messageOf, OperationError } from "../values/errors";

/** A create in flight has this long for its response when the user cancels: only the response surely names the new resource. */
export const graceMs = 5_000;

/** The longest time that a search for created resources may delay the end of a cancelled run. */
const lastSearchMs = 10_000;

const LISTING = '"podwright drift --unmanaged" lists resources that no stack manages';

interface Identified {
  readonly id: string;
}

/** How to recognise the resource of one creation. */
export interface CreationLookup<T extends Identified> {
  /** For messages: `pod "web-1f3a"`. */
  readonly what: string;
  /** Identifies this creation; the session stores the resulting id. */
  readonly marker: string;
  /** `undefined` when it is gone. */
  readonly get: (id: string) => Promise<T | undefined>;
  /** Finds all resources of this creation, and none that are merely similar. */
  readonly search: (signal: AbortSignal) => Promise<readonly T[]>;
  /** Deletes a duplicate. Absent if the search proves nothing: a warning then leaves the decision to the user. */
  readonly delete?: (id: string, signal: AbortSignal) => Promise<void>;
}

/** Sends the create. It passes the options on to RunPod's operation. */
type Send<T> = (options: CallOptions) => Promise<T>;

/** Only the user can say which resource a creation has created. */
class AmbiguousCreateError extends OperationError {}

/**
 * One creation of one resource. RunPod has no idempotency keys, so Podwright looks a create with a lost response up by
 * its marker. It sends the request once more only if the lookup finds no resource.
 */
export class Creation<T extends Identified> {
  readonly #run: Run;
  readonly #lookup: CreationLookup<T>;

  constructor(run: Run, lookup: CreationLookup<T>) {
    this.#run = run;
    this.#lookup = lookup;
  }

  /** Creates exactly one resource. */
  async create(send: Send<T>): Promise<T> {
    const created = await this.recoverOnFailure(() => this.createUnlessFound(send));
    await this.removeDuplicates(created.id);
    return created;
  }

  /** The result of the work. If the work fails with a request unconfirmed, the resource that this request has created. */
  async recoverOnFailure(work: () => Promise<T>): Promise<T> {
    const { created, signal } = this.#run;
    try {
      return await work();
    } catch (error) {
      // `podwright recover` finds the leftovers for a dead engine, by the marker in its pending operations.
      const isOpen = this.#isUnconfirmed() && !(error instanceof AmbiguousCreateError) && !isEngineGone(signal);
      if (!isOpen) throw error;
      const found = await this.#find();
      if (found === undefined) throw this.#unconfirmed("it was not found", error);
      created.set(this.#lookup.marker, found.id);
      return found;
    }
  }

  /** Continues with the resource of an earlier call. The engine may repeat a create in one process. */
  async createUnlessFound(send: Send<T>): Promise<T> {
    const { marker, get } = this.#lookup;
    const id = this.#run.created.get(marker);
    const earlier = id === undefined ? undefined : await get(id);
    if (id !== undefined && earlier === undefined) this.#run.unshown.refuseAnother(id);
    const found = earlier ?? (this.#isUnconfirmed() ? await this.#find() : undefined);
    const created = found ?? (await this.#sendAtMostTwice(send));
    this.#run.created.set(marker, created.id);
    return created;
  }

  /**
   * Deletes duplicates of the kept resource that an unconfirmed request has created, as soon as they must be visible.
   * Sends nothing if every request was confirmed. Never throws: the id of the kept resource must reach the state.
   */
  async removeDuplicates(keptId: string): Promise<void> {
    const { clock, signal, unconfirmed, warn } = this.#run;
    const { what, marker, search } = this.#lookup;
    if (!this.#isUnconfirmed() || isEngineGone(signal)) return;
    const rest = unconfirmed.remainingMs(marker);
    // A cancel ends only the pause.
    if (rest > 0) await clock.sleep(rest, signal).catch(() => undefined);
    unconfirmed.end(marker);
    try {
      const found = await this.#despiteCancel(search);
      await this.#deleteAll(found.filter(({ id }) => id !== keptId));
    } catch (error) {
      warn(
        `could not check for a duplicate of ${what} (${firstSentence(error)}). Search RunPod for ${marker} and delete extra copies. ${LISTING}`,
      );
    }
  }

  async #sendAtMostTwice(send: Send<T>): Promise<T> {
    const { report } = this.#run;
    const { what } = this.#lookup;
    for (let isRepeat = false; ; isRepeat = true) {
      try {
        return await this.#send(send);
      } catch (error) {
        if (!mayHaveHadEffect(error)) throw error;
        report(`the response to creating ${what} was lost (${firstSentence(error)}); searching for it`);
        const found = await this.#findAfter(error);
        if (found !== undefined) return found;
        if (isRepeat) throw error;
        report(`${what} was not found; sending the create once more`);
      }
    }
  }

  async #send(send: Send<T>): Promise<T> {
    const { signal, unconfirmed } = this.#run;
    const { marker } = this.#lookup;
    // A dead engine could not record the new resource.
    signal.throwIfAborted();
    try {
      const created = await send({ signal, graceMs });
      this.#run.unshown.add(created.id);
      unconfirmed.restartGracePeriod(marker);
      return created;
    } catch (error) {
      if (mayHaveHadEffect(error)) unconfirmed.add(marker, error);
      throw error;
    }
  }

  /** Searches until the effect of a request that ended with the error must be visible. */
  async #findAfter(error: unknown): Promise<T | undefined> {
    const { clock, signal, timeScale } = this.#run;
    for (const ms of [0, ...pausesAfter(error)]) {
      if (ms > 0) await clock.sleep(ms * timeScale, signal);
      signal.throwIfAborted();
      const found = await this.#find();
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Searches once, and keeps the first resource found. */
  async #find(): Promise<T | undefined> {
    const { report, unconfirmed } = this.#run;
    const { what, marker, search } = this.#lookup;
    const found = await this.#despiteCancel(search).catch((error: unknown) => {
      // The resource may exist all the same, and no state would hold it.
      throw this.#unconfirmed("it could not be looked up", error);
    });
    const [first, ...duplicates] = found;
    if (first === undefined) return undefined;
    if (duplicates.length > 0 && this.#lookup.delete === undefined) {
      throw new AmbiguousCreateError(
        `more than one resource could be the new ${what}: ${found.map(({ id }) => id).join(", ")}. Delete the ones you do not want, then run "pulumi up"`,
      );
    }
    unconfirmed.settle(marker, found.length);
    report(`found ${first.id}: continuing with it`);
    await this.#deleteAll(duplicates);
    return first;
  }

  /** Never throws, even if a delete fails. */
  async #deleteAll(duplicates: readonly T[]): Promise<void> {
    const { report, warn } = this.#run;
    const remove = this.#lookup.delete;
    for (const { id } of duplicates) {
      if (remove === undefined) {
        warn(`${id} is similar to ${this.#lookup.what}; delete it unless another user created it`);
        continue;
      }
      report(`deleting ${id}, a duplicate that the same create made`);
      try {
        await this.#despiteCancel((signal) => remove(id, signal));
      } catch (error) {
        warn(
          `${id} could not be deleted and still costs money; delete it yourself (${firstSentence(error)}). ${LISTING}`,
        );
      }
    }
  }

  /** Gives the work time of its own in a cancelled run, which must not lose its creations. */
  async #despiteCancel<R>(work: (signal: AbortSignal) => Promise<R>): Promise<R> {
    const { clock, signal } = this.#run;
    if (!signal.aborted) {
      try {
        return await work(signal);
      } catch (error) {
        if (!signal.aborted || isEngineGone(signal)) throw error;
      }
    }
    return await withDeadline(clock, lastSearchMs, work);
  }

  #isUnconfirmed(): boolean {
    return this.#run.unconfirmed.has(this.#lookup.marker);
  }

  #unconfirmed(missing: string, error: unknown): AmbiguousCreateError {
    const { what, marker } = this.#lookup;
    return new AmbiguousCreateError(
      `RunPod did not confirm that it created ${what}, and ${missing}: ${withoutStop(messageOf(error))}. ` +
        `Before the next "pulumi up", search RunPod for an item whose name or environment contains ${marker}. ${LISTING}`,
      { cause: error },
    );
  }
}

/** The first sentence of an error's text, for use within a sentence. */
function firstSentence(error: unknown): string {
  return messageOf(error).split(". ")[0] ?? "";
}
