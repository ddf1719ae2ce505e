import type { Plan } from "../planning/changes";
import type { Difference } from "../planning/rules";
import { formatPath } from "../values/values";

export interface Notice {
  readonly severity: "info" | "warning";
  readonly text: string;
}

/**
 * Returns facts that the engine's diff does not show and the user needs for a decision. `byEngine` means that the
 * engine replaces the resource although the plan updates it.
 */
export function notices(plan: Plan, byEngine = false): Notice[] {
  const isReplaced = byEngine || plan.replaces.length > 0;
  return [...(isReplaced ? ofReplacement(plan) : ofUpdate(plan)), ...plan.differences.flatMap(keysOf)];
}

/** Returns the reason to refuse a replacement that the engine decided. */
export function engineRefusal({ differences, replaces, refusedIfReplaced }: Plan): string | undefined {
  if (refusedIfReplaced === undefined || replaces.length > 0) return undefined;
  if (differences.length === 0) {
    return `the last operation failed, and replaceOnChanges turns the next operation into a replacement. To keep the resource, remove the entry that causes this replacement from replaceOnChanges. ${refusedIfReplaced}`;
  }
  const sent = differences.filter(({ effect }) => effect.kind !== "update" || effect.impact !== "recorded");
  return `replaceOnChanges replaces the resource because of ${names(sent.length > 0 ? sent : differences)}. To keep the resource, undo the change, or remove the entry that causes this replacement from replaceOnChanges. ${refusedIfReplaced}`;
}

/** Returns the reason to refuse a replacement for which the engine calls no `diff`. */
export function uncomparedRefusal({ refusedIfReplaced }: Plan): string | undefined {
  return refusedIfReplaced === undefined
    ? undefined
    : `${withoutDiff} replaces the resource. To keep the resource, undo the change of replacementTrigger, or remove the option. ${refusedIfReplaced}`;
}

/** Returns warnings of a replacement for which the engine calls no `diff`. */
export function uncomparedNotices({ terms: { deleteFirst, destroys } }: Plan): Notice[] {
  return [
    info(`is replaced because ${withoutDiff} requests it`),
    ...(deleteFirst === undefined
      ? []
      : [
          warning(
            `Pulumi creates the new resource before it deletes the old one, unless the option deleteBeforeReplace is true: ${deleteFirst}. Set this option on the resource`,
          ),
        ]),
    ...(destroys === undefined ? [] : [warning(destroys)]),
  ];
}

const withoutDiff = "the option replacementTrigger or replaceWith";

function ofReplacement({ differences, replaces, terms }: Plan): Notice[] {
  const known = replaces.filter(({ isOpen }) => isOpen !== true);
  return [
    info(
      known.length > 0
        ? `is replaced because of ${reasons(known)}`
        : replaces.length > 0
          ? `is replaced, unless a still unknown value stays the same: ${reasons(replaces)}`
          : differences.length === 0
            ? "is replaced because its last operation failed: replaceOnChanges requests it"
            : `is replaced although changing ${names(differences)} does not need a replacement: replaceOnChanges requests it, or an earlier replacement is unfinished`,
    ),
    ...(terms.deleteFirst === undefined
      ? []
      : [
          info(
            `Pulumi deletes the old resource before it creates the new one: ${terms.deleteFirst}. Until the new resource is ready, neither of the two is available. To create the new resource first, set deleteBeforeReplace to false`,
          ),
        ]),
    ...(terms.destroys === undefined ? [] : [warning(terms.destroys)]),
  ];
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
