import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "../../../kernel/clock";
import { readOrderedWait, readWindows } from "../answers/rate-limit-headers";
import { type Later, RateWindows, WindowSpent } from "./rate-windows";
import { LONGEST_WAIT_MS } from "./should-retry";

/** Permission to send one request. The caller reports a response or a failure. Only the first report counts. */
export interface Permit {
  responded(status: number, headers: IncomingHttpHeaders): void;
  /** Reports that there was no response. RunPod may have counted the request. */
  failed(): void;
}

interface Waiter {
  readonly grant: (permit: Permit) => void;
  readonly refuse: (reason: unknown) => void;
}

interface RateBudgetOptions {
  readonly clock: Clock;
  readonly onWait?: ((sentence: string) => void) | undefined;
  /** What the client assumes about RunPod's limits of this surface, until the first response shows them. Default `limited`. */
  readonly assume?: "limited" | "exempt" | undefined;
}

/** Shortest pause about which users get a message. */
export const LONG_PAUSE_MS = 2_000;

/**
 * The queue of one surface. Requests leave in the order of their arrival, as fast as RunPod's rate headers allow.
 * `RateWindows` decides when the next request may leave, and this class gives out the turns.
 */
export class RateBudget {
  readonly #clock: Clock;
  readonly #onWait: (sentence: string) => void;
  readonly #windows: RateWindows;
  readonly #queue = new Set<Waiter>();
  #alarm: AbortController | undefined;
  #reportedUntil = Number.NEGATIVE_INFINITY;

  constructor({ clock, onWait, assume = "limited" }: RateBudgetOptions) {
    this.#clock = clock;
    this.#onWait = onWait ?? (() => undefined);
    this.#windows = new RateWindows(assume === "exempt");
  }

  /** Resolves when the request may leave. Rejects with the signal's reason, or with `WindowSpent` if the pause would be too long. */
  acquire(signal?: AbortSignal): Promise<Permit> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const leave = () => {
        this.#queue.delete(waiter);
        reject(signal?.reason);
        this.#serve();
      };
      const waiter: Waiter = {
        grant: (permit) => {
          signal?.removeEventListener("abort", leave);
          resolve(permit);
        },
        refuse: (reason) => {
          signal?.removeEventListener("abort", leave);
          reject(reason);
        },
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#queue.add(waiter);
      this.#serve();
    });
  }

  /** Gives out the turns that are due, and sets an alarm for the next turn. */
  #serve(): void {
    this.#alarm?.abort();
    this.#alarm = undefined;
    for (const waiter of this.#queue) {
      const turn = this.#windows.turn(this.#clock.now());
      if (turn.kind === "later" && turn.atMs - this.#clock.now() > LONGEST_WAIT_MS) {
        this.#queue.delete(waiter);
        waiter.refuse(new WindowSpent(turn.window, turn.atMs));
        continue;
      }
      if (turn.kind === "later") {
        this.#wait(turn);
        return;
      }
      // The next response calls this method again, so no alarm is necessary.
      if (turn.kind === "after-response") return;
      this.#queue.delete(waiter);
      waiter.grant(this.#permit());
    }
  }

  #wait(turn: Later): void {
    this.#report(turn);
    const alarm = new AbortController();
    this.#alarm = alarm;
    this.#clock.sleep(Math.max(1, turn.atMs - this.#clock.now()), alarm.signal).then(
      () => this.#serve(),
      () => undefined,
    );
  }

  /** Reports a pause. Users get one sentence for each window, even if many requests wait. */
  #report({ window, atMs, spreading }: Later): void {
    const now = this.#clock.now();
    const endsAt = (window === undefined ? undefined : this.#windows.resetOf(window)) ?? atMs;
    const pauseMs = Math.min(endsAt - now, (atMs - now) * (spreading ? this.#queue.size : 1));
    if (pauseMs <= LONG_PAUSE_MS || now < this.#reportedUntil) return;
    this.#reportedUntil = endsAt;
    const seconds = Math.ceil(pauseMs / 1000);
    const limit = window === undefined ? "RunPod's limit of requests" : `RunPod's limit of requests per ${window}`;
    this.#onWait(
      spreading
        ? `Slowing down for about ${seconds} s: ${limit} is nearly used up`
        : `Waiting ${seconds} s: ${limit} is used up`,
    );
  }

  #permit(): Permit {
    const sent = this.#windows.send(this.#clock.now());
    let settled = false;
    const settle = (work: () => void) => {
      if (settled) return;
      settled = true;
      work();
      this.#serve();
    };
    return {
      responded: (status, headers) =>
        settle(() => {
          const now = this.#clock.now();
          const reports = readWindows(headers);
          this.#windows.responded(sent, { now, reports, success: status < 300 });
          if (status === 429) this.#windows.refused(now + (readOrderedWait(headers, now) ?? 0));
        }),
      failed: () => settle(() => this.#windows.failed(sent)),
    };
  }
}
