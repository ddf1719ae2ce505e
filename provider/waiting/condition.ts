/** How one snapshot of an object is judged. Conditions are pure: they look at nothing but the snapshot. */
export interface Verdict {
  readonly ok: boolean;
  /** What is being waited for, for people: `pod abc to leave STARTING`. */
  readonly waitingFor: string;
  /** Set when waiting on is pointless, with the reason. */
  readonly fatal?: string | undefined;
}

/** `undefined` stands for an object that is not there (any more, or yet). */
export type Condition<T> = (snapshot: T | undefined) => Verdict;
