import { formatPath } from "../../kernel/values";
import type { Plan } from "../planning/changes";
import type { Difference } from "../planning/rules";

export interface Notice {
  readonly severity: "info" | "warning";
  readonly text: string;
}

/**
 * Who decides a replacement: the plan, or the engine because of a resource option. After `replacementTrigger` and
 * `replaceWith`, the engine calls no `diff`.
 */
export type Cause = "plan" | "replaceOnChanges" | "no diff";

/** Returns facts that the engine's diff does not show and the user needs for a decision. */
export function notices(plan: Plan, cause: Cause = "plan"): Notice[] {
  if (cause === "no diff") return ofReplacement(plan, cause);
  const isReplaced = cause !== "plan" || plan.replaces.length > 0;
  return [...(isReplaced ? ofReplacement(plan, cause) : ofUpdate(plan)), ...plan.differences.flatMap(keysOf)];
}

/** Returns the reasons to refuse a change. */
export function refusalsOf(plan: Plan, cause: Cause = "plan"): string[] {
  const { refusals, replaces, refusedIfReplaced } = plan;
  // Without a diff, the plan's own refusals may be about an update that will not happen.
  const own = cause === "no diff" ? [] : refusals;
  const isByOption = cause === "no diff" || (cause === "replaceOnChanges" && replaces.length === 0);
  if (!isByOption || refusedIfReplaced === undefined) return [...own];
  return [...own, `${optionReplaces(plan, cause)} ${refusedIfReplaced}`];
}

function optionReplaces({ differences }: Plan, cause: Cause): string {
  if (cause === "no diff") {
    return `${withoutDiff} replaces the resource. To keep the resource, undo the change of replacementTrigger, or remove the option.`;
  }
  if (differences.length === 0) {
    return "the last operation failed, and replaceOnChanges turns the next operation into a replacement. To keep the resource, remove the entry that causes this replacement from replaceOnChanges.";
  }
  const sent = differences.filter(({ effect }) => effect.kind !== "update" || effect.impact !== "recorded");
  return `replaceOnChanges replaces the resource because of ${names(sent.length > 0 ? sent : differences)}. To keep the resource, undo the change, or remove the entry that causes this replacement from replaceOnChanges.`;
}

const withoutDiff = "the option replacementTrigger or replaceWith";

function ofReplacement(plan: Plan, cause: Cause): Notice[] {
  const { deleteFirst, destroys } = plan.terms;
  const order =
    cause === "no diff"
      ? [
          warning(
            `Pulumi creates the new resource before it deletes the old one, unless the option deleteBeforeReplace is true: ${deleteFirst}. Set this option on the resource`,
          ),
        ]
      : [
          info(
            `Pulumi deletes the old resource before it creates the new one: ${deleteFirst}. Until the new resource is ready, neither of the two is available. To create the new resource first, set deleteBeforeReplace to false`,
          ),
        ];
  return [
    info(`is replaced${cause === "no diff" ? ` because ${withoutDiff} requests it` : reasonOf(plan)}`),
    ...(deleteFirst === undefined ? [] : order),
    ...(destroys === undefined ? [] : [warning(destroys)]),
  ];
}

function reasonOf({ differences, replaces }: Plan): string {
  const known = replaces.filter(({ isOpen }) => isOpen !== true);
  if (known.length > 0) return ` because of ${reasons(known)}`;
  if (replaces.length > 0) return `, unless a still unknown value stays the same: ${reasons(replaces)}`;
  return differences.length === 0
    ? " because its last operation failed: replaceOnChanges requests it"
    : ` although changing ${names(differences)} does not need a replacement: replaceOnChanges requests it, or an earlier replacement is unfinished`;
}

function reasons(replaces: readonly Difference[]): string {
  return replaces
    .map(({ path, effect }) => `${formatPath(path)} (${effect.kind === "replace" ? effect.why : ""})`)
    .join(", ");
}

function ofUpdate({ differences }: Plan): Notice[] {
  const groups = new Map<string, Difference[]>();
  for (const one of differences) {
    if (one.notice !== undefined) groups.set(one.notice, [...(groups.get(one.notice) ?? []), one]);
  }
  return [
    ...[...groups].map(([notice, changed]) => info(`changing ${names(changed)} ${notice}`)),
    ...differences.flatMap(({ stateNotice }) => (stateNotice === undefined ? [] : [info(stateNotice)])),
  ];
}

/** Names the changed keys of a secret map. The engine hides the whole map, but the keys' names are not secret. */
function keysOf({ path, keys }: Difference): Notice[] {
  if (keys === undefined) return [];
  const parts = Object.entries(keys).filter(([, names]) => names.length > 0);
  return parts.length === 0
    ? []
    : [info(`${formatPath(path)}: ${parts.map(([what, names]) => `${what} ${names.join(", ")}`).join("; ")}`)];
}

function info(text: string): Notice {
  return { severity: "info", text };
}

function warning(text: string): Notice {
  return { severity: "warning", text };
}

function names(differences: readonly Difference[]): string {
  return differences.map(({ path, isOpen }) => `${formatPath(path)}${isOpen ? " (not known yet)" : ""}`).join(", ");
}
