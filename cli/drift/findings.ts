import { dollars } from "../output/money";
import { placeOf } from "../stack/place";
import type { DriftReport, ResourceDrift, StackDrift, UndeclaredChange, Unmanaged } from "./report";
import { type DriftKind, isAtLeast, type Threshold, usualSeverity } from "./severity";

/** A fact that counts as drift. All output formats and the exit code depend on the findings. */
export interface Finding {
  readonly drift: DriftKind;
  readonly severity: Threshold;
  /** The folder of the project. Absent for a resource that no stack manages. */
  readonly cwd?: string;
  /** The stack, such as `production in infra`. Absent for a resource that no stack manages. */
  readonly place?: string;
  /** The subject, such as `web (Pod)`. */
  readonly subject: string;
  /** Identifies the subject across reports: its URN, its id or the name of the stack. */
  readonly key: string;
  /** The finding as a sentence, without secret values. */
  readonly sentence: string;
}

type Content = Omit<DriftReport, "version" | "checkedAt" | "result">;

/** Returns the findings in the order of the report, without ignored findings. */
export function findingsIn({ stacks, heldTwice = [], unmanaged = [], shard }: Content): Finding[] {
  return [
    ...stacks.flatMap(findingsOf),
    ...heldTwice.flatMap((one) => {
      const severity = counted(one, "held-twice");
      if (severity === undefined) return [];
      const { kind, id, holders } = one;
      const sentence = `${holders.join(" and ")} manage the same ${kind} ${id}: if one of them deletes it, the others lose it too`;
      return [{ drift: "held-twice" as const, severity, subject: `${id} (${kind})`, key: `${kind} ${id}`, sentence }];
    }),
    // Stacks of the other parts may manage these resources.
    ...(shard === undefined ? unmanaged.flatMap(unmanagedFinding) : []),
  ];
}

/** Returns the findings of one stack. */
export function findingsOf(stack: StackDrift): Finding[] {
  const { cwd, stack: name, resources, undeclared, unfinished, unfinishedSeverity } = stack;
  const at = { cwd, place: placeOf(stack) };
  const unfinishedAs = counted({ severity: unfinishedSeverity }, "unfinished");
  return [
    ...resources.flatMap((one) => {
      const severity = counted(one, one.drift);
      const subject = `${one.name} (${one.kind})`;
      return severity === undefined
        ? []
        : [{ ...at, drift: one.drift, severity, subject, key: one.urn, sentence: sentenceOn(one) }];
    }),
    ...undeclared
      .filter(({ drift }) => drift)
      .flatMap((one) => {
        const severity = counted(one, "undeclared");
        const subject = `${one.name} (${one.kind})`;
        const key = `${one.urn} ${one.path}`;
        return severity === undefined
          ? []
          : [{ ...at, drift: "undeclared" as const, severity, subject, key, sentence: undeclaredSentence(one) }];
      }),
    ...(unfinishedAs === undefined ? [] : unfinished).map((sentence) => ({
      ...at,
      drift: "unfinished" as const,
      severity: unfinishedAs ?? "high",
      subject: at.place,
      key: `${cwd} ${name}`,
      sentence,
    })),
  ];
}

/**
 * Returns the result of the report. `error` takes precedence over `drift`, because resources that Podwright could not
 * compare may have drifted too.
 */
export function resultOf(report: Content): DriftReport["result"] {
  const { stacks, unmanagedError, missingShards = [], failOn = "low" } = report;
  const failed = unmanagedError !== undefined || missingShards.length > 0;
  if (failed || stacks.some(({ error }) => error !== undefined)) return "error";
  const found = findingsIn(report);
  if (found.some(({ severity }) => isAtLeast(severity, failOn))) return "drift";
  return found.length > 0 ? "tolerated" : "in-sync";
}

/** Returns the number of drifted resources of a stack. */
export function driftedIn(stack: StackDrift): number {
  return new Set([...countedResources(stack), ...countedChanges(stack)].map(({ urn }) => urn)).size;
}

export function countedResources({ resources }: StackDrift): ResourceDrift[] {
  return resources.filter(counts);
}

export function countedChanges({ undeclared }: StackDrift): UndeclaredChange[] {
  return undeclared.filter((one) => one.drift && counts(one));
}

/** Returns whether the finding counts. A finding that a rule ignores does not count. */
export function counts({ severity }: Pick<ResourceDrift, "severity">): boolean {
  return severity !== "ignore";
}

/** Returns the severity, or `undefined` for an ignored finding. */
function counted({ severity }: Pick<ResourceDrift, "severity">, drift: DriftKind): Threshold | undefined {
  return severity === "ignore" ? undefined : (severity ?? usualSeverity[drift]);
}

function sentenceOn({ name, kind, id, drift, properties }: ResourceDrift): string {
  const shown = properties.filter(counts).map(({ path, secret, state, platform }) => {
    return secret ? `${path} (secret)` : `${path} from ${shownAs(state)} to ${shownAs(platform)}`;
  });
  const what = {
    gone: `RunPod has no ${kind} ${id} any more`,
    lost: `a refresh removed ${kind} ${id} from the state, and RunPod no longer has it`,
    stopped: `pod ${id} should run but does not`,
    changed: `${kind} ${id} changed outside Pulumi: ${shown.join(", ")}`,
  }[drift];
  return `${name}: ${what}`;
}

function undeclaredSentence({ name, path, secret, state, platform }: UndeclaredChange): string {
  const change = secret ? "(secret)" : `from ${shownAs(state)} to ${shownAs(platform)}`;
  return `${name}: ${path}, which the program leaves out, changed outside Pulumi ${change}`;
}

function unmanagedFinding(one: Unmanaged): Finding[] {
  const severity = counted(one, "unmanaged");
  // A state that contains the resource proves that another stack manages it.
  if (severity === undefined || one.uncertain || one.heldBy !== undefined) return [];
  const { kind, id, name, costPerHour } = one;
  const cost = costPerHour === null ? "" : `, for ${dollars(costPerHour)} an hour`;
  const sentence = `${name}: ${kind} ${id} is on the account${cost}, and no compared stack manages it`;
  return [{ drift: "unmanaged", severity, subject: `${name} (${kind})`, key: `${kind} ${id}`, sentence }];
}

function shownAs(value: unknown): string {
  const text = value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}…`;
}

const longest = 200;
