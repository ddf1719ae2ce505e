import { hasRecorded, type PastRun, wholeSeconds } from "./history";

/** A resource on RunPod whose mark names a resource of the stack. */
export interface Candidate {
  readonly kind: string;
  readonly id: string;
  /** Logical name of the resource that the mark names. */
  readonly name: string;
  /** Marker of the creation. A copy of a pod has the marker of the original. Absent without a mark. */
  readonly marker?: string | undefined;
  /** RunPod's time of the creation in RFC 3339. Absent for kinds without this time. */
  readonly createdAt?: string | null | undefined;
  /** The time at which a run on this machine began this creation, in RFC 3339, if the run never told Pulumi its id. */
  readonly begunAt?: string | undefined;
  /** True for an item on which RunPod stores no mark. Its marker is its id, and only a note proves its creation. */
  readonly isUnmarked?: true;
}

/** A creation that the state contains as pending, because Pulumi's engine was killed during the creation. */
export interface PendingCreation {
  readonly kind: string;
  readonly name: string;
  readonly marker: string | undefined;
}

/** The witnesses for and against an unfinished creation. */
export interface Evidence {
  readonly pending: readonly PendingCreation[];
  /** Ids of the resources in the state, by the marker of their creation. */
  readonly markers: ReadonlyMap<string, string>;
  /** The stack whose state contains the item, by kind and id (`keyOf`). */
  readonly holders: ReadonlyMap<string, string>;
  /** States that Podwright could not read, each with the reason as a part of a sentence. */
  readonly unread: readonly string[];
  /** The ended runs of the stack, newest first, or the reason why Podwright does not know them. */
  readonly runs: readonly PastRun[] | { readonly problem: string };
  /**
   * The keys of the resources in the state after past runs, by the position of the run. A backend without old states
   * has no entries.
   */
  readonly states: ReadonlyMap<number, ReadonlySet<string>>;
}

/** The answer to "Is this resource an unfinished creation of the stack?". The texts are parts of sentences. */
export type Verdict =
  /** Proven. A killed engine leaves a pending creation, and a failed run an entry in the history. */
  | { readonly is: "unfinished"; readonly by: "a killed run" | "a failed run" }
  /** A state contains the resource. */
  | { readonly is: "held"; readonly holder: string }
  /** A run of this stack recorded the resource, and later somebody removed it from the state. `at` is the end of that run. */
  | { readonly is: "released"; readonly at: string }
  /** The resource carries the mark of another, older resource. */
  | { readonly is: "copy"; readonly original: string; readonly why: string }
  | { readonly is: "not proven"; readonly why: string };

/** The key of an item in `Evidence`. An id is unique only within its kind. */
export function keyOf({ kind, id }: Pick<Candidate, "kind" | "id">): string {
  return `${kind} ${id}`;
}

/**
 * After its end, a failed run may still cause a creation for this long: the plugin was killed, and RunPod had not yet
 * carried out its request.
 */
export const lateEffectMs = 20_000;

/**
 * Judges a resource that carries a mark of the stack. The mark alone proves nothing: a copy carries it too, and it
 * outlives `stack rename`, `state move` and `retainOnDelete`. A resource is an unfinished creation only if it appeared
 * within a run of this stack that did not record it, and no state contains it. `others` are the other items with the
 * same marker.
 */
export function judge(item: Candidate, others: readonly Candidate[], evidence: Evidence): Verdict {
  const holder = evidence.holders.get(keyOf(item));
  if (holder !== undefined) return { is: "held", holder };
  const { marker } = item;
  if (marker === undefined) return notProven("it carries no mark of its creation");
  const recorded = evidence.markers.get(marker);
  if (recorded !== undefined) {
    return { is: "copy", original: recorded, why: `it carries the mark of ${recorded}, which the state contains` };
  }
  const original = originalOf(item, others);
  if (original === "unknown") {
    const ids = others.map(({ id }) => id).join(", ");
    return notProven(`${ids} has the same mark, and RunPod does not report which of them is older`);
  }
  if (original !== item.id) {
    return { is: "copy", original, why: `it carries the mark of ${original} and is younger` };
  }
  if (item.isUnmarked === true && item.begunAt === undefined) {
    return notProven("RunPod does not report who added it, and this machine has no note that this resource did");
  }
  // The note of an unmarked item already names the resource and the item.
  const isPending = evidence.pending.some(
    (one) => one.kind === item.kind && one.name === item.name && (item.isUnmarked === true || one.marker === marker),
  );
  if (isPending) return { is: "unfinished", by: "a killed run" };
  return byHistory(item, evidence);
}

/** Returns the oldest item with the marker. Only the creation itself can have made this item. */
function originalOf(item: Candidate, others: readonly Candidate[]): string {
  if (others.length === 0) return item.id;
  const aged = [item, ...others].map(({ id, createdAt }) => ({ id, time: Date.parse(createdAt ?? "") }));
  const [first, second] = aged.toSorted((a, b) => a.time - b.time);
  const isClear = aged.every(({ time }) => !Number.isNaN(time)) && first?.time !== second?.time;
  return isClear && first !== undefined ? first.id : "unknown";
}

/** Judges by the failed runs. If only the plugin was killed, the state has no pending creation. */
function byHistory(item: Candidate, { runs, states, unread, pending }: Evidence): Verdict {
  if ("problem" in runs) return notProven(`Podwright could not read the stack's history (${runs.problem})`);
  const key = keyOf(item);
  const past = runs.find((_, index) => states.get(index)?.has(key) === true);
  if (past !== undefined) return { is: "released", at: past.endTime ?? past.startTime };
  const { createdAt, begunAt } = item;
  const time = Date.parse(createdAt ?? begunAt ?? "");
  if (Number.isNaN(time)) {
    return notProven(
      "RunPod does not report when it was created, this machine has no note of its creation, and no pending creation in the state names it",
    );
  }
  const said = createdAt == null ? `its creation began at ${begunAt}` : `it was created at ${createdAt}`;
  // A request may have an effect after its run. It never begins after its run.
  const lateMs = createdAt == null ? 0 : lateEffectMs;
  const during = runs.flatMap((run, index) => (wasAt(run, time, lateMs) ? [{ run, index }] : []));
  if (!during.some(({ run }) => run.result === "failed")) {
    const other = pending.some(({ kind, name }) => kind === item.kind && name === item.name);
    const mark = other ? "the pending creation in the state has another mark" : "no creation of it is pending";
    return notProven(`${said}, when no run of this stack failed, and ${mark}`);
  }
  const isKnown = ({ run, index }: (typeof during)[number]) =>
    states.has(index) || (run.result === "succeeded" && !hasRecorded(run));
  if (!during.every(isKnown)) {
    return notProven(`${said}, and the backend keeps no state that shows whether the run at that time recorded it`);
  }
  if (unread.length > 0) {
    return notProven(`another stack may contain it, because Podwright could not read ${unread.join("; ")}`);
  }
  return { is: "unfinished", by: "a failed run" };
}

/** Returns whether a run can have acted at this time. The history has whole seconds. */
function wasAt(run: PastRun, time: number, lateMs: number): boolean {
  const { start, end } = wholeSeconds(run);
  return time >= start && time < end + (run.result === "failed" ? lateMs : 0);
}

function notProven(why: string): Verdict {
  return { is: "not proven", why };
}
