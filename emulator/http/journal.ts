import type { Surface } from "./route";

/** One request, without secrets: no query string, headers or body. */
export interface JournalEntry {
  /** RFC 3339, platform time. */
  readonly at: string;
  readonly surface: Surface;
  /** The platform's name of the operation; `unknown` when no route matched. */
  operation: string;
  readonly method: string;
  /** Path without the query string, where GraphQL may carry the key. */
  readonly path: string;
  /** HTTP status; 0 for a connection cut without a response. */
  status: number;
}

/** The number of requests that it keeps. */
export const journalLength = 10_000;

/** The latest requests, and the total numbers of requests. */
export class Journal {
  private entries: JournalEntry[] = [];
  private readonly forgotten = new Map<string, number>();
  private total = 0;

  add(entry: JournalEntry): void {
    this.entries.push(entry);
    this.total++;
    if (this.entries.length >= 2 * journalLength) this.forget(this.entries.length - journalLength);
  }

  /** The number of all requests. */
  get size(): number {
    return this.total;
  }

  /** The latest requests, oldest first. */
  tail(count: number): readonly Readonly<JournalEntry>[] {
    return this.entries.slice(-count);
  }

  list(): JournalEntry[] {
    return this.entries.slice(-journalLength).map((entry) => ({ ...entry }));
  }

  counts(): Record<string, number> {
    const counts = Object.fromEntries(this.forgotten);
    for (const { operation } of this.entries) counts[operation] = (counts[operation] ?? 0) + 1;
    return counts;
  }

  clear(): void {
    this.entries = [];
    this.forgotten.clear();
    this.total = 0;
  }

  private forget(count: number): void {
    for (const { operation } of this.entries.splice(0, count))
      this.forgotten.set(operation, (this.forgotten.get(operation) ?? 0) + 1);
  }
}
