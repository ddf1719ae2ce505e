import { type Clock, UnexpectedAnswerError } from "../../client";
import { formatDuration } from "../../client/values/duration";
import { OperationError } from "../values/errors";

/** How long RunPod may take to show a new resource, in milliseconds before they are scaled. */
const shownWithinMs = 60_000;

/** RunPod returned the id from a create, and shows the resource in no list and no read. */
export class NeverShownError extends OperationError {
  constructor(
    readonly id: string,
    lastedMs: number,
  ) {
    super(
      `RunPod returned the id ${id} when it created this resource, and for ${formatDuration(lastedMs)} no list and no read of RunPod has shown it`,
    );
  }
}

/** The ids that creates of this process returned, as long as no read has shown them. */
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

  /** The snapshot of a read. An absent snapshot proves nothing about an id that no read has shown: then this throws. */
  judge<T>(id: string, snapshot: T | undefined): T | undefined {
    const since = this.#since.get(id);
    if (since === undefined) return snapshot;
    if (snapshot !== undefined) {
      this.#since.delete(id);
      return snapshot;
    }
    const lastedMs = this.#clock.now() - since;
    if (lastedMs >= shownWithinMs * this.#timeScale) throw new NeverShownError(id, lastedMs);
    const sentence = `RunPod returned the id ${id} and does not show it yet`;
    throw new UnexpectedAnswerError({ operation: "read after a create", sentence, retryable: true });
  }

  /** For a create that the engine repeats in one process. */
  refuseAnother(id: string): void {
    const since = this.#since.get(id);
    if (since !== undefined) throw new NeverShownError(id, this.#clock.now() - since);
  }
}
