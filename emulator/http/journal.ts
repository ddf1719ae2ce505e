import type { Surface } from "./route";

/** One request without secrets: an entry has no query string, headers or body. */
export interface JournalEntry {
  /** Platform time of the request (RFC 3339). */
  readonly at: string;
  readonly surface: Surface;
  /** RunPod's name of the operation. `unknown` if no route matched. */
  operation: string;
  readonly method: string;
  /** Path without the query string, because a GraphQL query string may contain the API key. */
  readonly path: string;
  /** HTTP status. 0 if the connection was cut without a response. */
  status: number;
}

/** Largest number of requests that the journal keeps. */
export const journalLength = 10_000;

/** The latest requests, and the number of all requests. */
export class Journal {
  private entries: JournalEntry[] = [];
  private readonly forgotten = new Map<string, number>();
  private total = 0;
  /** Ids of items that a request names outside its path. */
  private readonly named = new WeakMap<JournalEntry, readonly string[]>();

  add(entry: JournalEntry): void {
    this.entries.push(entry);
    this.total++;
    if (this.entries.length >= 2 * journalLength) this.forget(this.entries.length - journalLength);
  }

  /** Number of all requests. */
  get size(): number {
    return this.total;
  }

  /** Returns the latest requests, oldest first. */
  tail(count: number): readonly Readonly<JournalEntry>[] {
    return this.entries.slice(-count);
  }

  /** Records which items a request is about, if the path does not say so. */
  name(entry: JournalEntry, ids: readonly string[]): void {
    if (ids.length > 0) this.named.set(entry, [...(this.named.get(entry) ?? []), ...ids]);
  }

  /** Returns the latest requests about an item, newest first. */
  about(id: string, count: number): readonly Readonly<JournalEntry>[] {
    const found: JournalEntry[] = [];
    for (let index = this.entries.length - 1; index >= 0 && found.length < count; index--) {
      const entry = this.entries[index];
      if (entry && (entry.path.split("/").includes(id) || this.named.get(entry)?.includes(id))) found.push(entry);
    }
    return found;
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
