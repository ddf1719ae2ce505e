import { EventQueue, type ScheduledEvent } from "./event-queue";
import type { EventHandlers, PlatformEvent } from "./events";

/** The part of a clock that the state file contains. */
export interface ClockState {
  /** Platform time when the file was saved, and its difference from wall time, in milliseconds. */
  readonly now: number;
  readonly offset: number;
  /** Scheduled events. State files contain the events under this name. */
  readonly agenda: readonly ScheduledEvent[];
}

/**
 * The platform's time, which is wall time plus all advances.
 *
 * `settle` handles the events that are due, each at its own moment. So an advance of an hour gives the same history as an hour of
 * waiting. While wall time runs, a timer calls `settle` as soon as an event is due, because job handlers and webhooks must not wait
 * for the next request.
 */
export class Clock {
  private offset = 0;
  private instant: number | undefined;
  private closed = false;
  private readonly queue = new EventQueue();
  private handlers: EventHandlers | undefined;
  private onDefect: ((error: unknown) => void) | undefined;
  private readonly sleepers = new Set<() => void>();
  private watcher: (() => void) | undefined;
  private alarm: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;

  /** If wall time is not `running`, it stands still or a test moves it. */
  constructor(
    private readonly wall: () => number,
    private readonly running: boolean,
  ) {}

  /** Returns milliseconds since 1970. During `settle`, the result is the time of the current event. */
  now(): number {
    return this.instant ?? this.wall() + this.offset;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Sets the event handlers. `onDefect` receives the exception of a handler, and all other events still happen. */
  registerHandlers(handlers: EventHandlers, onDefect: (error: unknown) => void): void {
    this.handlers = handlers;
    this.onDefect = onDefect;
  }

  after(ms: number, event: PlatformEvent): void {
    this.queue.sweep((other) => this.actionOf(other) !== undefined);
    this.queue.add(Math.min(this.now() + Math.max(0, ms), Number.MAX_SAFE_INTEGER), event);
    this.setAlarm();
    this.watcher?.();
  }

  /** Handles all events that are due, in order. */
  settle(): void {
    if (this.instant !== undefined) return;
    let handled = false;
    try {
      for (let next = this.takeDue(); next; next = this.takeDue()) {
        handled = true;
        this.handle(next);
      }
    } finally {
      this.setAlarm();
      if (handled) this.wake();
    }
  }

  advance(ms: number): void {
    this.offset += ms;
    this.dropAlarm();
    this.settle();
    this.wake();
  }

  /** Resolves when `done()` returns true, when platform time reaches `deadline`, or when the emulator closes. */
  async until(done: () => boolean, deadline: number): Promise<void> {
    for (;;) {
      this.settle();
      if (this.closed || done() || this.now() >= deadline) return;
      const next = Math.min(deadline, this.queue.first?.at ?? deadline);
      await this.pause(next - this.now());
    }
  }

  /** Registers a function that is called after every change. */
  watch(watcher: () => void): void {
    this.watcher = watcher;
  }

  /** Announces a change. Long polls then check again, and the state is saved. */
  wake(): void {
    this.watcher?.();
    for (const sleeper of [...this.sleepers]) sleeper();
  }

  /** Drops all events. The time itself never runs backwards. */
  clear(): void {
    this.queue.load([]);
    this.wake();
  }

  save(): ClockState {
    const agenda = this.queue.list().filter(({ due }) => this.actionOf(due) !== undefined);
    return { now: this.now(), offset: this.offset, agenda };
  }

  /** Continues as if the clock had never stopped. If wall time was set back, platform time does not go back. */
  load({ now, offset, agenda }: ClockState): void {
    this.offset = Math.max(offset, now - this.wall());
    this.queue.load(agenda);
    this.dropAlarm();
    this.setAlarm();
  }

  /** Ends all long polls. */
  close(): void {
    this.closed = true;
    this.dropAlarm();
    this.wake();
  }

  /** Sets a timer for the first event, unless a timer for an earlier event exists. The timer does not keep the process alive. */
  private setAlarm(): void {
    const at = this.queue.first?.at;
    if (!this.running || this.closed || this.instant !== undefined || at === undefined) return;
    if (this.alarm && this.alarm.at <= at) return;
    this.dropAlarm();
    const ring = () => {
      this.alarm = undefined;
      this.settle();
    };
    // A timer can fire a little early and cannot wait longer than some weeks. In both cases `settle` sets a new timer.
    const timer = setTimeout(ring, Math.min(Math.max(at - this.now(), 1), 86_400_000)).unref();
    this.alarm = { at, timer };
  }

  /** Removes the timer. A timer counts real time, so it is wrong after an advance. */
  private dropAlarm(): void {
    clearTimeout(this.alarm?.timer);
    this.alarm = undefined;
  }

  private handle({ at, due }: ScheduledEvent): void {
    this.instant = at;
    try {
      this.actionOf(due)?.();
    } catch (error) {
      this.onDefect?.(error);
    } finally {
      this.instant = undefined;
    }
  }

  private takeDue(): ScheduledEvent | undefined {
    const first = this.queue.first;
    return first && first.at <= this.wall() + this.offset ? this.queue.takeFirst() : undefined;
  }

  private actionOf(event: PlatformEvent): (() => void) | undefined {
    const handler = this.handlers?.[event.kind] as ((event: PlatformEvent) => (() => void) | undefined) | undefined;
    return handler?.(event);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.sleepers.delete(finish);
        resolve();
      };
      const timer = setTimeout(finish, Math.min(Math.max(ms, 1), 60_000));
      this.sleepers.add(finish);
    });
  }
}

/** Formats a time as RunPod does: RFC 3339 in UTC without fractions. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
