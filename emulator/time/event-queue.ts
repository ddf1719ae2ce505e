import type { PlatformEvent } from "./events";

export interface ScheduledEvent {
  /** Milliseconds since the epoch, platform time. */
  readonly at: number;
  /** Named `due` because state files have it under this name. */
  readonly due: PlatformEvent;
}

interface Entry extends ScheduledEvent {
  /** The tie-breaker at the same instant: first scheduled, first handled. */
  readonly order: number;
}

const minSweepSize = 256;

/** The scheduled events, the earliest first: a binary heap. */
export class EventQueue {
  private heap: Entry[] = [];
  private order = 0;
  private sweepAt = minSweepSize;

  get first(): ScheduledEvent | undefined {
    return this.heap[0];
  }

  add(at: number, due: PlatformEvent): void {
    const entry = { at, due, order: this.order++ };
    let index = this.heap.length;
    this.heap.push(entry);
    for (let parent = up(index); index > 0 && before(entry, this.heap[parent]); parent = up(index)) {
      this.swap(index, parent);
      index = parent;
    }
  }

  takeFirst(): ScheduledEvent | undefined {
    const [first] = this.heap;
    const last = this.heap.pop();
    if (last && last !== first) {
      this.heap[0] = last;
      this.sink();
    }
    return first;
  }

  /** Drops events that will never happen, once the queue is twice as long as after the last sweep. */
  sweep(isWanted: (event: PlatformEvent) => boolean): void {
    if (this.heap.length < this.sweepAt) return;
    this.load(this.list().filter(({ due }) => isWanted(due)));
    this.sweepAt = Math.max(minSweepSize, this.heap.length * 2);
  }

  /** All events in the order in which they will happen. */
  list(): ScheduledEvent[] {
    return [...this.heap].sort((a, b) => a.at - b.at || a.order - b.order).map(({ at, due }) => ({ at, due }));
  }

  /** Replaces all events. */
  load(events: readonly ScheduledEvent[]): void {
    this.heap = [];
    for (const { at, due } of events) this.add(at, due);
  }

  private sink(): void {
    for (let index = 0; ; ) {
      const [left, right] = [this.heap[2 * index + 1], this.heap[2 * index + 2]];
      const child = right && before(right, left) ? 2 * index + 2 : 2 * index + 1;
      const entry = this.heap[index];
      if (!entry || !before(this.heap[child], entry)) return;
      this.swap(index, child);
      index = child;
    }
  }

  private swap(a: number, b: number): void {
    const [first, second] = [this.heap[a], this.heap[b]];
    if (!first || !second) return;
    this.heap[a] = second;
    this.heap[b] = first;
  }
}

function up(index: number): number {
  return (index - 1) >> 1;
}

function before(a: Entry | undefined, b: Entry | undefined): boolean {
  return a !== undefined && (b === undefined || a.at < b.at || (a.at === b.at && a.order < b.order));
}
