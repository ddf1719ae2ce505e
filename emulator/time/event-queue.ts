import type { Due } from "./events";

export interface Appointment {
  /** Milliseconds since the epoch, platform time. */
  readonly at: number;
  readonly due: Due;
}

interface Entry extends Appointment {
  /** Decides at the same instant: first made, first kept. */
  readonly order: number;
}

const fewest = 256;

/** What is to happen, the earliest first: a binary heap. */
export class Agenda {
  private heap: Entry[] = [];
  private order = 0;
  private sweepAt = fewest;

  get first(): Appointment | undefined {
    return this.heap[0];
  }

  add(at: number, due: Due): void {
    const entry = { at, due, order: this.order++ };
    let index = this.heap.length;
    this.heap.push(entry);
    for (let parent = up(index); index > 0 && before(entry, this.heap[parent]); parent = up(index)) {
      this.swap(index, parent);
      index = parent;
    }
  }

  takeFirst(): Appointment | undefined {
    const [first] = this.heap;
    const last = this.heap.pop();
    if (last && last !== first) {
      this.heap[0] = last;
      this.sink();
    }
    return first;
  }

  /** Drops what concerns nothing any more, once the agenda is twice as long as it was after the last time. */
  sweep(concerns: (due: Due) => boolean): void {
    if (this.heap.length < this.sweepAt) return;
    this.load(this.list().filter(({ due }) => concerns(due)));
    this.sweepAt = Math.max(fewest, this.heap.length * 2);
  }

  /** All of it, in the order in which it will be kept. */
  list(): Appointment[] {
    return [...this.heap].sort((a, b) => a.at - b.at || a.order - b.order).map(({ at, due }) => ({ at, due }));
  }

  /** Takes the place of all there was. */
  load(appointments: readonly Appointment[]): void {
    this.heap = [];
    for (const { at, due } of appointments) this.add(at, due);
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
