interface Appointment {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * The platform's time: wall time plus whatever was advanced.
 *
 * What is due is done when somebody looks (`settle`), each appointment at its own instant, so advancing an hour gives
 * the same history as waiting an hour. Only long polls hold a real timer.
 */
export class Clock {
  private offset = 0;
  private instant: number | undefined;
  private order = 0;
  private closed = false;
  private appointments: Appointment[] = [];
  private readonly sleepers = new Set<() => void>();

  constructor(private readonly wall: () => number) {}

  /** Milliseconds since the epoch; during `settle` the instant of the appointment being kept. */
  now(): number {
    return this.instant ?? this.wall() + this.offset;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  after(ms: number, run: () => void): void {
    const appointment = { at: this.now() + ms, order: this.order++, run };
    let index = this.appointments.length;
    while (index > 0 && (this.appointments[index - 1]?.at ?? 0) > appointment.at) index--;
    this.appointments.splice(index, 0, appointment);
  }

  /** Keeps every appointment that is due, in order. */
  settle(): void {
    if (this.instant !== undefined) return;
    let kept = false;
    for (let due = this.takeDue(); due; due = this.takeDue()) {
      kept = true;
      this.instant = due.at;
      try {
        due.run();
      } finally {
        this.instant = undefined;
      }
    }
    if (kept) this.wake();
  }

  advance(ms: number): void {
    this.offset += ms;
    this.settle();
    this.wake();
  }

  /** Resolves when `done()` holds, when platform time reaches `deadline`, or when the emulator closes. */
  async until(done: () => boolean, deadline: number): Promise<void> {
    for (;;) {
      this.settle();
      if (this.closed || done() || this.now() >= deadline) return;
      const next = Math.min(deadline, this.appointments[0]?.at ?? deadline);
      await this.pause(next - this.now());
    }
  }

  /** Lets long polls look again: something changed without time passing. */
  wake(): void {
    for (const sleeper of [...this.sleepers]) sleeper();
  }

  /** Forgets every appointment; time itself never runs backwards. */
  clear(): void {
    this.appointments = [];
    this.wake();
  }

  close(): void {
    this.closed = true;
    this.clear();
  }

  private takeDue(): Appointment | undefined {
    const first = this.appointments[0];
    return first && first.at <= this.wall() + this.offset ? this.appointments.shift() : undefined;
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
