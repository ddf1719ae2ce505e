import { isRfc3339 } from "../../client/values/dates";
import { formatDuration, parseDuration } from "./duration";
import { UsageError } from "./usage-error";

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Judges the flags of one command line and gathers what is wrong, so that a user hears of everything at once. */
export class FlagCheck {
  readonly #problems: string[] = [];

  oneOf<T extends string>(flag: string, text: string | undefined, allowed: readonly T[]): T | undefined {
    if (text === undefined) return undefined;
    const value = allowed.find((one) => one === text);
    if (value === undefined) this.refuse(`${flag} must be one of ${allowed.join(", ")}, not ${quoted(text)}`);
    return value;
  }

  id(flag: string, text: string | undefined): string | undefined {
    if (text?.trim() === "") this.refuse(`${flag} must not be empty`);
    return text;
  }

  moment(flag: string, text: string | undefined): string | undefined {
    if (text === undefined || isRfc3339(text)) return text;
    this.refuse(`${flag} must be an RFC 3339 time such as 2026-06-01T12:00:00Z, not ${quoted(text)}`);
    return undefined;
  }

  /** Milliseconds. */
  duration(flag: string, text: string | undefined, { min, max }: Range): number | undefined {
    if (text === undefined) return undefined;
    const ms = parseDuration(text);
    if (ms !== undefined && ms >= min && ms <= max) return ms;
    const range = `from ${formatDuration(min)} to ${formatDuration(max)}`;
    this.refuse(`${flag} must be a time ${range}, such as 90s or 5m, not ${quoted(text)}`);
    return undefined;
  }

  whole(flag: string, text: string, { min, max }: Range): number | undefined {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.refuse(`${flag} must be a whole number from ${min} to ${max}, not ${quoted(text)}`);
    return undefined;
  }

  refuse(problem: string): void {
    this.#problems.push(problem);
  }

  /** Throws if anything was wrong. */
  settle(): void {
    if (this.#problems.length > 0) throw new UsageError(this.#problems);
  }
}

/** A mistaken paste may be long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
