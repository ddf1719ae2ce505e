import { type Clock, UnexpectedAnswerError } from "../../client";
import { formatDuration } from "../../kernel/duration";
import { OperationError } from "../pulumi/errors";

/** Milliseconds, at time scale 1, within which RunPod must show a new resource. */
const shownWithinMs = 60_000;

/** RunPod returned an id from a create, but shows the resource in no list and no read. */
export class NeverShownError extends OperationError {
  constructor(
    readonly id: string,
    lastedMs: number,
  ) {
    super(
      `RunPod returned the id ${id} when it created this resource, and for ${formatDuration(lastedMs)} no list and no read has shown the resource`,
    );
  }
}

/** Ids that creates of this process returned, until a read shows them. */
export class UnshownIds {
  readonly #clock: Clock;
  readonly #timeScale: number;
  readonly #since = new Map<string, number>();

  constructor({ clock, timeScale }: { readonly clock: Clock; readonly timeScale: number }) {
    this.#clock = clock;
    this.#timeScale = timeScale;
  }

  add(id: string): void {
    this.#since.set(id, this.#clock.now());
  }

  has(id: string): boolean {
    return this.#since.has(id);
  }

  /**
   * Returns the snapshot of a read. Throws if the snapshot is absent and no read has shown the id before, because the
   * absence then proves nothing.
   */
  judge<T>(id: string, snapshot: T | undefined): T | undefined {
    const since = this.#since.get(id);
    if (since === undefined) return snapshot;
    if (snapshot !== undefined) {
      this.#since.delete(id);
      return snapshot;
    }
    const lastedMs = this.#clock.now() - since;
    if (lastedMs >= shownWithinMs * this.#timeScale) throw new NeverShownError(id, lastedMs);
    const sentence = `RunPod returned the id ${id} and does not show the resource yet`;
    throw new UnexpectedAnswerError({ operation: "read after a create", sentence, retryable: true });
  }

  /** Throws if the engine repeats a create in one process before RunPod has shown the id from the first create. */
  refuseAnother(id: string): void {
    const since = this.#since.get(id);
    if (since !== undefined) throw new NeverShownError(id, this.#clock.now() - since);
  }
}
