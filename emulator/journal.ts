import type { Surface } from "./http";

/** One request as the platform saw it. Holds no secrets: no query string, headers or body. */
export interface JournalEntry {
  /** RFC 3339, platform time. */
  readonly at: string;
  readonly surface: Surface;
  /** The contract's name of the operation; `unknown` when no route took the request. */
  operation: string;
  readonly method: string;
  /** Path without the query string, where GraphQL may carry the key. */
  readonly path: string;
  /** HTTP status; 0 when the connection was cut instead of answered. */
  status: number;
}

export class Journal {
  private entries: JournalEntry[] = [];

  add(entry: JournalEntry): void {
    this.entries.push(entry);
  }

  get size(): number {
    return this.entries.length;
  }

  /** The latest ones, oldest of them first. */
  tail(count: number): readonly Readonly<JournalEntry>[] {
    return this.entries.slice(-count);
  }

  list(): JournalEntry[] {
    return this.entries.map((entry) => ({ ...entry }));
  }

  counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { operation } of this.entries) counts[operation] = (counts[operation] ?? 0) + 1;
    return counts;
  }

  clear(): void {
    this.entries = [];
  }
}
