import type { PlatformEvent } from "./events";

export interface ScheduledEvent {
  /** Milliseconds since the epoch, platform time. */
  readonly at: number;
  /** The name `due` is fixed, because state files contain it. */
  readonly due: PlatformEvent;
}

const minSweepSize = 256;

/** The scheduled events. */
export class EventQueue {
  /** The last one is the next to happen, so that taking it moves no other. */
  private events: ScheduledEvent[] = [];
  private sweepAt = minSweepSize;

  get first(): ScheduledEvent | undefined {
    return this.events.at(-1);
  }

  /** Behind the events of the same instant: first scheduled, first handled. */
  add(at: number, due: PlatformEvent): void {
    let [from, to] = [0, this.events.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.events[middle]?.at ?? at) > at) from = middle + 1;
      else to = middle;
    }
    this.events.splice(from, 0, { at, due });
  }

  takeFirst(): ScheduledEvent | undefined {
    return this.events.pop();
  }

  /** Drops events that will never happen, once the queue is twice as long as after the last sweep. */
  sweep(isWanted: (event: PlatformEvent) => boolean): void {
    if (this.events.length < this.sweepAt) return;
    this.events = this.events.filter(({ due }) => isWanted(due));
    this.sweepAt = Math.max(minSweepSize, this.events.length * 2);
  }

  /** All events in the order in which they will happen. */
  list(): ScheduledEvent[] {
    return this.events.toReversed();
  }

  /** Replaces all events. */
  load(events: readonly ScheduledEvent[]): void {
    this.events = [];
    for (const { at, due } of events) this.add(at, due);
  }
}
