import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf, StateFileError, textOfState, writeState } from "./file";

export interface SavingOptions {
  readonly path: string;
  /** Returns the current state. */
  readonly snapshot: () => { readonly parts: Readonly<Record<string, unknown>>; readonly savedAt: string };
  /** Called once when the file cannot be written. */
  readonly onFailure: (sentence: string) => void;
  /** Called after the last write. */
  readonly onEnd?: () => Promise<void>;
}

/** Shortest pause between two writes. */
const minPauseMs = 20;
/**
 * Smallest ratio of a pause to the duration of the write before it. So the emulator has time for requests even if the state is
 * large.
 */
const pauseFactor = 4;

/** Writes a file soon after each change, with one write at a time. The next write includes changes that happen during a write. */
export class Saving {
  private dirty = false;
  private loop: Promise<void> | undefined;
  private skipPause = new AbortController();
  private pause = minPauseMs;
  private failure: StateFileError | undefined;
  private ended = false;

  constructor(private readonly options: SavingOptions) {}

  /** Schedules a write after a change. */
  changed(): void {
    if (this.ended) return;
    this.dirty = true;
    this.loop ??= this.run();
  }

  /** Resolves when the file contains all changes so far. Rejects if the file cannot be written. */
  async flush(): Promise<void> {
    this.skipPause.abort();
    this.changed();
    await this.loop;
    this.skipPause = new AbortController();
    if (this.failure) throw this.failure;
  }

  /** Stops writing. Resolves when the current write has ended. */
  async end(): Promise<void> {
    this.ended = true;
    this.skipPause.abort();
    await this.loop;
    await this.options.onEnd?.();
  }

  private async run(): Promise<void> {
    while (this.dirty) {
      await sleep(this.pause, undefined, { signal: this.skipPause.signal }).catch(() => undefined);
      if (this.ended) break;
      this.dirty = false;
      const started = performance.now();
      await this.write();
      this.pause = Math.max(minPauseMs, pauseFactor * (performance.now() - started));
    }
    this.loop = undefined;
  }

  private async write(): Promise<void> {
    const { path, snapshot, onFailure } = this.options;
    try {
      const { parts, savedAt } = snapshot();
      await writeState(path, textOfState(parts, savedAt));
      this.failure = undefined;
    } catch (error) {
      const first = this.failure === undefined;
      this.failure = new StateFileError(`the emulator cannot write ${path}, so it stores nothing: ${reasonOf(error)}`);
      if (first) onFailure(this.failure.message);
    }
  }
}
