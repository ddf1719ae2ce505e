import { EventQueue, type ScheduledEvent } from "./event-queue";
import type { EventHandlers, PlatformEvent } from "./events";

/** The part of a clock that the state file holds. */
export interface ClockState {
  /** Platform time at the save, and its distance from wall time; milliseconds. */
  readonly now: number;
  readonly offset: number;
  /** The scheduled events. State files have them under this name. */
  readonly agenda: readonly ScheduledEvent[];
}

/**
 * The platform's time: wall time plus all advances.
 *
 * `settle` handles the events that are due, each at its own instant, so advancing an hour gives the same history as
 * waiting an hour. While wall time runs, a timer settles as soon as an event is due, because job handlers and webhooks
 * must not wait for the next request.
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

  /** A wall clock that is not `running` stands still, or a test moves it. */
  constructor(
    private readonly wall: () => number,
    private readonly running: boolean,
  ) {}

  /** Milliseconds since the epoch; during `settle` the instant of the event being handled. */
  now(): number {
    return this.instant ?? this.wall() + this.offset;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Sets the event handlers. `onDefect` receives a handler's exception; the other events still happen. */
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

  /** Handles every event that is due, in order. */
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

  /** Resolves when `done()` holds, when platform time reaches `deadline`, or when the emulator closes. */
  async until(done: () => boolean, deadline: number): Promise<void> {
    for (;;) {
      this.settle();
      if (this.closed || done() || this.now() >= deadline) return;
      const next = Math.min(deadline, this.queue.first?.at ?? deadline);
      await this.pause(next - this.now());
    }
  }

  /** Registers a function to call after every change. */
  watch(watcher: () => void): void {
    this.watcher = watcher;
  }

  /** Announces a change: long polls check again, and the state is saved. */
  wake(): void {
    this.watcher?.();
    for (const sleeper of [...this.sleepers]) sleeper();
  }

  /** Drops every event. Time itself never runs backwards. */
  clear(): void {
    this.queue.load([]);
    this.wake();
  }

  save(): ClockState {
    const agenda = this.queue.list().filter(({ due }) => this.actionOf(due) !== undefined);
    return { now: this.now(), offset: this.offset, agenda };
  }

  /** Continues as if the clock had never stopped. When wall time was set back, platform time is not. */
  load({ now, offset, agenda }: ClockState): void {
    this.offset = Math.max(offset, now - this.wall());
    this.queue.load(agenda);
    this.dropAlarm();
    this.setAlarm();
  }

  /** Ends long polls. */
  close(): void {
    this.closed = true;
    this.dropAlarm();
    this.wake();
  }

  /** Sets a timer for the first event, unless there is an earlier one. It does not keep the process alive. */
  private setAlarm(): void {
    const at = this.queue.first?.at;
    if (!this.running || this.closed || this.instant !== undefined || at === undefined) return;
    if (this.alarm && this.alarm.at <= at) return;
    this.dropAlarm();
    const ring = () => {
      this.alarm = undefined;
      this.settle();
    };
    // A timer can fire a little early and has a maximum of some weeks; `settle` then sets it again.
    const timer = setTimeout(ring, Math.min(Math.max(at - this.now(), 1), 86_400_000)).unref();
    this.alarm = { at, timer };
  }

  /** The timer counts real time, which an advance makes wrong. */
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

/** RFC 3339 in UTC without fractions, the platform's format. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
