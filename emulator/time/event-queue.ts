import type { PlatformEvent } from "./events";

export interface ScheduledEvent {
  /** Time of the event in milliseconds since 1970, on the platform's clock. */
  readonly at: number;
  /** The event. The name `due` must not change, because state files contain it. */
  readonly due: PlatformEvent;
}

const minSweepSize = 256;

/** The scheduled events. */
export class EventQueue {
  /** Events in reverse order. The next event is last, so that removing it moves no other event. */
  private events: ScheduledEvent[] = [];
  private sweepAt = minSweepSize;

  get first(): ScheduledEvent | undefined {
    return this.events.at(-1);
  }

  /** Adds an event after all events of the same time, so that they happen in the order in which they were scheduled. */
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

  /** Drops events that will never happen, each time the queue has become twice as long. */
  sweep(isWanted: (event: PlatformEvent) => boolean): void {
    if (this.events.length < this.sweepAt) return;
    this.events = this.events.filter(({ due }) => isWanted(due));
    this.sweepAt = Math.max(minSweepSize, this.events.length * 2);
  }

  /** Returns all events in the order in which they will happen. */
  list(): ScheduledEvent[] {
    return this.events.toReversed();
  }

  /** Replaces all events. */
  load(events: readonly ScheduledEvent[]): void {
    this.events = [];
    for (const { at, due } of events) this.add(at, due);
  }
}
