import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf, StateFileError, textOfState, writeState } from "./file";

export interface SavingOptions {
  readonly path: string;
  /** Everything to be saved, as it is now. */
  readonly snapshot: () => { readonly parts: Readonly<Record<string, unknown>>; readonly savedAt: string };
  /** Learns, once, that the file cannot be written any more. */
  readonly onFailure: (sentence: string) => void;
  /** Called when the last write is over. */
  readonly onEnd?: () => Promise<void>;
}

/** The shortest pause between two writes, ms. */
const breath = 20;
/** A pause is so many times as long as the write before it, so that saving a large state leaves time for the rest. */
const share = 4;

/** Keeps a file up to date: soon after a change, never twice at a time, and what changes meanwhile goes into the next. */
export class Saving {
  private dirty = false;
  private loop: Promise<void> | undefined;
  private hurry = new AbortController();
  private pause = breath;
  private failure: StateFileError | undefined;
  private ended = false;

  constructor(private readonly options: SavingOptions) {}

  /** Something changed. */
  changed(): void {
    if (this.ended) return;
    this.dirty = true;
    this.loop ??= this.run();
  }

  /** Resolves when everything up to now is in the file; rejects when it could not be written. */
  async flush(): Promise<void> {
    this.hurry.abort();
    this.changed();
    await this.loop;
    this.hurry = new AbortController();
    if (this.failure) throw this.failure;
  }

  /** From now on the file is somebody else's. Resolves when a write that is under way is over. */
  async end(): Promise<void> {
    this.ended = true;
    this.hurry.abort();
    await this.loop;
    await this.options.onEnd?.();
  }

  private async run(): Promise<void> {
    while (this.dirty) {
      await sleep(this.pause, undefined, { signal: this.hurry.signal }).catch(() => undefined);
      if (this.ended) break;
      this.dirty = false;
      const started = performance.now();
      await this.write();
      this.pause = Math.max(breath, share * (performance.now() - started));
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
      this.failure = new StateFileError(`${path} cannot be written, so nothing is kept: ${reasonOf(error)}`);
      if (first) onFailure(this.failure.message);
    }
  }
}
