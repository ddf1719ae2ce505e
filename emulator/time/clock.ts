import { Agenda, type Appointment } from "./event-queue";
import type { Due, Keepers } from "./events";

/** What of a clock outlives the process. */
export interface ClockState {
  /** Platform time when it was saved, and how far that was ahead of wall time; milliseconds. */
  readonly now: number;
  readonly offset: number;
  readonly agenda: readonly Appointment[];
}

/**
 * The platform's time: wall time plus whatever was advanced.
 *
 * What is due is done when somebody looks (`settle`), each appointment at its own instant, so advancing an hour gives
 * the same history as waiting an hour. While wall time runs, somebody looks as soon as something is due: handlers and
 * webhooks reach out of the platform, and must not wait for the next request.
 */
export class Clock {
  private offset = 0;
  private instant: number | undefined;
  private closed = false;
  private readonly agenda = new Agenda();
  private keepers: Keepers | undefined;
  private onDefect: ((error: unknown) => void) | undefined;
  private readonly sleepers = new Set<() => void>();
  private watcher: (() => void) | undefined;

  private alarm: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;

  /** A wall clock that is not `running` stands still, or moves when a test says so. */
  constructor(
    private readonly wall: () => number,
    private readonly running: boolean,
  ) {}

  /** Milliseconds since the epoch; during `settle` the instant of the appointment being kept. */
  now(): number {
    return this.instant ?? this.wall() + this.offset;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Says who keeps the appointments, and who learns when one of them throws: the others are kept all the same. */
  appoint(keepers: Keepers, onDefect: (error: unknown) => void): void {
    this.keepers = keepers;
    this.onDefect = onDefect;
  }

  after(ms: number, due: Due): void {
    this.agenda.sweep((other) => this.actionOf(other) !== undefined);
    this.agenda.add(Math.min(this.now() + Math.max(0, ms), Number.MAX_SAFE_INTEGER), due);
    this.setAlarm();
    this.watcher?.();
  }

  /** Keeps every appointment that is due, in order. */
  settle(): void {
    if (this.instant !== undefined) return;
    let kept = false;
    try {
      for (let next = this.takeDue(); next; next = this.takeDue()) {
        kept = true;
        this.keep(next);
      }
    } finally {
      this.setAlarm();
      if (kept) this.wake();
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
      const next = Math.min(deadline, this.agenda.first?.at ?? deadline);
      await this.pause(next - this.now());
    }
  }

  /** Calls whenever something has changed. */
  watch(watcher: () => void): void {
    this.watcher = watcher;
  }

  /** Something changed, with or without time passing: long polls look again, and it is to be saved. */
  wake(): void {
    this.watcher?.();
    for (const sleeper of [...this.sleepers]) sleeper();
  }

  /** Forgets every appointment; time itself never runs backwards. */
  clear(): void {
    this.agenda.load([]);
    this.wake();
  }

  save(): ClockState {
    const concerned = this.agenda.list().filter(({ due }) => this.actionOf(due) !== undefined);
    return { now: this.now(), offset: this.offset, agenda: concerned };
  }

  /** Goes on as if it had run all the time, unless wall time was set back: platform time never is. */
  load({ now, offset, agenda }: ClockState): void {
    this.offset = Math.max(offset, now - this.wall());
    this.agenda.load(agenda);
    this.dropAlarm();
    this.setAlarm();
  }

  /** Ends long polls. */
  close(): void {
    this.closed = true;
    this.dropAlarm();
    this.wake();
  }

  /** For the first appointment, if no alarm comes before it. The process does not stay alive for it. */
  private setAlarm(): void {
    const at = this.agenda.first?.at;
    if (!this.running || this.closed || this.instant !== undefined || at === undefined) return;
    if (this.alarm && this.alarm.at <= at) return;
    this.dropAlarm();
    const ring = () => {
      this.alarm = undefined;
      this.settle();
    };
    // A timer may ring a little early, and cannot be set for more than some weeks; then it is set again.
    const timer = setTimeout(ring, Math.min(Math.max(at - this.now(), 1), 86_400_000)).unref();
    this.alarm = { at, timer };
  }

  /** It was set in real time, which is not what is left of platform time any more. */
  private dropAlarm(): void {
    clearTimeout(this.alarm?.timer);
    this.alarm = undefined;
  }

  private keep({ at, due }: Appointment): void {
    this.instant = at;
    try {
      this.actionOf(due)?.();
    } catch (error) {
      this.onDefect?.(error);
    } finally {
      this.instant = undefined;
    }
  }

  private takeDue(): Appointment | undefined {
    const first = this.agenda.first;
    return first && first.at <= this.wall() + this.offset ? this.agenda.takeFirst() : undefined;
  }

  private actionOf(due: Due): (() => void) | undefined {
    const keep = this.keepers?.[due.kind] as ((due: Due) => (() => void) | undefined) | undefined;
    return keep?.(due);
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

/** RFC 3339 in UTC without fractions, as the platform prints times. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
