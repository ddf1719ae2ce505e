import type { CallOptions } from "../../client";
import { asCalled } from "../../kernel/as-called";
import { messageOf } from "../../kernel/plain-text";
import { withoutStop } from "../../kernel/text";
import { withDeadline } from "../pulumi/deadline";
import { isEngineGone, OperationError } from "../pulumi/errors";
import type { Run } from "../session/run";
import { mayHaveHadEffect, pausesAfter } from "../session/unconfirmed-creates";

/**
 * After a cancel, Podwright waits this long for the response to a create that it has sent. Only the response names the
 * new resource reliably.
 */
export const graceMs = 5_000;

/** The longest time that a search for created resources may delay the end of a cancelled run. */
const lastSearchMs = 10_000;

const listing = () => asCalled('"podwright drift --unmanaged" lists resources that no stack manages');

interface Identified {
  readonly id: string;
  /** Time of creation in RFC 3339. Absent for kinds without this time. */
  readonly createdAt?: string | null | undefined;
}

/** Finds and deletes the resources of one creation. */
export interface CreationLookup<T extends Identified> {
  /** Name of the resource in messages, such as `pod "web-1f3a"`. */
  readonly what: string;
  /** Identifies this creation. The session stores the id of the created resource under this marker. */
  readonly marker: string;
  /** Returns `undefined` for a deleted resource. */
  readonly get: (id: string) => Promise<T | undefined>;
  /** Finds all resources with the marker of this creation, but no merely similar resource. A copy has the marker too. */
  readonly search: (signal: AbortSignal) => Promise<readonly T[]>;
  /** Returns the mark of the request that made the item. A copy has the mark of its original. Absent without such marks. */
  readonly requestOf?: (item: T) => string | undefined;
  /**
   * Deletes a duplicate. Absent if the search cannot prove that a resource is a duplicate. Podwright then only warns
   * the user.
   */
  readonly delete?: (id: string, signal: AbortSignal) => Promise<void>;
}

/** Sends the create request with these options. The first request of a creation has the number 1. */
type Send<T> = (options: CallOptions, request: number) => Promise<T>;

/** The search found several candidates, and only the user can tell which of them this creation made. */
class AmbiguousCreateError extends OperationError {}

/**
 * One creation of one resource. RunPod has no idempotency keys. After a lost response, Podwright searches for the
 * marker, and it repeats the request only if it finds no resource.
 */
export class Creation<T extends Identified> {
  readonly #run: Run;
  readonly #lookup: CreationLookup<T>;
  #requests = 0;

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

  /**
   * Returns the result of the work. If the work fails while a request is unconfirmed, it returns the resource that this
   * request created.
   */
  async recoverOnFailure(work: () => Promise<T>): Promise<T> {
    const { created, signal } = this.#run;
    try {
      return await work();
    } catch (error) {
      // A dead engine cannot record the resource. `podwright recover` finds it later by the marker in the pending
      // operations.
      const isOpen = this.#isUnconfirmed() && !(error instanceof AmbiguousCreateError) && !isEngineGone(signal);
      if (!isOpen) throw error;
      const found = await this.#find();
      if (found === undefined) throw this.#unconfirmed("Podwright did not find it", error);
      created.set(this.#lookup.marker, found.id);
      return found;
    }
  }

  /** Reuses the resource of an earlier call, because the engine may repeat a create in one process. */
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
   * Deletes a duplicate if it is proven that an unconfirmed request created it, and names the others. It waits until RunPod must show every duplicate, and does
   * nothing if every request was confirmed. It never throws, because the id of the kept resource must reach the state.
   */
  async removeDuplicates(keptId: string): Promise<void> {
    const { clock, signal, unconfirmed, warn } = this.#run;
    const { what, marker, search, delete: remove } = this.#lookup;
    if (!unconfirmed.has(marker) || isEngineGone(signal)) return;
    const rest = unconfirmed.remainingMs(marker);
    // A cancel ends the pause, but not the search.
    if (rest > 0) await clock.sleep(rest, signal).catch(() => undefined);
    unconfirmed.end(marker);
    try {
      const found = await this.#despiteCancel(search);
      const isShown = found.some(({ id }) => id === keptId);
      const duplicates =
        remove !== undefined && isShown ? this.#originals(found).filter(({ id }) => id !== keptId) : [];
      this.#leaveAlone(found.filter((one) => one.id !== keptId && !duplicates.includes(one)));
      for (const one of duplicates) await this.#delete(one);
    } catch (error) {
      warn(
        `Podwright could not check whether RunPod has a duplicate of ${what} (${firstSentence(error)}). Search RunPod for ${marker} and delete extra copies. ${listing()}`,
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
        report(`the response to creating ${what} was lost (${firstSentence(error)}); searching for the new resource`);
        const found = await this.#findAfter(error);
        if (found !== undefined) return found;
        if (isRepeat) throw error;
        report(`${what} was not found; sending the create request once more`);
      }
    }
  }

  async #send(send: Send<T>): Promise<T> {
    const { signal, unconfirmed } = this.#run;
    const { marker } = this.#lookup;
    // A dead engine could not record the new resource.
    signal.throwIfAborted();
    try {
      const created = await send({ signal, graceMs }, ++this.#requests);
      this.#run.unshown.add(created.id);
      unconfirmed.restartGracePeriod(marker);
      return created;
    } catch (error) {
      if (mayHaveHadEffect(error)) unconfirmed.add(marker, error);
      throw error;
    }
  }

  /** Searches for the resource of a failed request until RunPod must show it. */
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
      // The resource may exist although the state does not contain it.
      throw this.#unconfirmed("Podwright could not search for the new resource", error);
    });
    if (found.length === 0) return undefined;
    const first = found.length === 1 || this.#lookup.delete !== undefined ? oldestOf(found) : undefined;
    if (first === undefined) {
      throw new AmbiguousCreateError(
        `more than one resource could be the new ${what}: ${found.map(({ id }) => id).join(", ")}. Delete the resources that you do not need, then run "pulumi up"`,
      );
    }
    unconfirmed.settle(marker);
    report(`found ${first.id}: continuing with it`);
    // While another request is unconfirmed, `removeDuplicates` searches again.
    if (!unconfirmed.has(marker)) this.#leaveAlone(found.filter((one) => one !== first));
    return first;
  }

  /** Returns the items that are surely no copies. A copy is younger than its original, and has the mark of its request. */
  #originals(found: readonly T[]): T[] {
    const { requestOf } = this.#lookup;
    const requests = new Set(found.map((one) => requestOf?.(one)));
    return [...requests].flatMap((request) => oldestOf(found.filter((one) => requestOf?.(one) === request)) ?? []);
  }

  /** Names items that may belong to another user. */
  #leaveAlone(items: readonly T[]): void {
    const { what, delete: remove } = this.#lookup;
    for (const { id } of items) {
      this.#run.warn(
        remove === undefined
          ? `${id} is similar to ${what}: delete ${id} unless another user created it`
          : `${id} carries the mark of ${what}. A request of this run may have made it, or it may be a copy. Podwright leaves it alone: if nobody needs ${id}, delete it in RunPod's console`,
      );
    }
  }

  /** A failed delete causes a warning and no error. */
  async #delete({ id }: T): Promise<void> {
    const { report, warn } = this.#run;
    report(`deleting ${id}, a duplicate from the same create`);
    try {
      await this.#despiteCancel(async (signal) => this.#lookup.delete?.(id, signal));
    } catch (error) {
      warn(
        `${id} could not be deleted and still costs money; delete it yourself (${firstSentence(error)}). ${listing()}`,
      );
    }
  }

  /** Gives the work extra time after a cancel, because a cancelled run must not lose a created resource. */
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
        `Before the next "pulumi up", search RunPod for an item whose name or environment contains ${marker}. ${listing()}`,
      { cause: error },
    );
  }
}

/** Returns the oldest of the items, or `undefined` if a time is unknown or the two oldest items have the same time. */
function oldestOf<T extends Identified>(items: readonly T[]): T | undefined {
  if (items.length <= 1) return items[0];
  const times = items.map(({ createdAt }) => Date.parse(createdAt ?? ""));
  const first = Math.min(...times);
  return times.filter((time) => time === first).length === 1 ? items[times.indexOf(first)] : undefined;
}

/** Returns the first sentence of an error, for use within another sentence. */
function firstSentence(error: unknown): string {
  return messageOf(error).split(". ")[0] ?? "";
}
