import { isDeepStrictEqual } from "node:util";
import { matches } from "../../flags/pattern";
import { ownName } from "../../stack/place";
import type { HeldTwice, StackDrift, UndeclaredChange, Unmanaged } from "../report";
import { type DriftKind, highest, type Severity, usualSeverity } from "../severity";
import type { DriftRules, Rule } from "./rules";

/** The facts of a finding that a rule's conditions check. */
interface Judged {
  readonly drift: DriftKind;
  readonly stack?: string | null;
  readonly kind?: string;
  readonly name?: string;
  readonly property?: string;
  /** The value on RunPod, or `null` if RunPod has none. Absent for a secret, and for a finding without a value. */
  readonly value?: unknown;
}

/**
 * Adds the severities from the rules to the comparison of a stack. A rule also decides whether an undeclared change
 * counts.
 */
export function judged(stack: StackDrift, { rules = [] }: DriftRules): StackDrift {
  if (rules.length === 0) return stack;
  const place = { stack: stack.stack };
  const unfinished = stack.unfinished.length === 0 ? undefined : severityIn(rules, { ...place, drift: "unfinished" });
  return {
    ...stack,
    ...(unfinished && { unfinishedSeverity: unfinished }),
    resources: stack.resources.map((resource) => {
      const { kind, name, drift, properties } = resource;
      const about = { ...place, kind, name, drift };
      if (properties.length === 0) return { ...resource, ...severityOf(severityIn(rules, about)) };
      const each = properties.map((one) => {
        return { ...one, ...severityOf(severityIn(rules, { ...about, property: one.path, ...valueIn(one) })) };
      });
      const most = highest(each.map(({ severity = usualSeverity[drift] }) => severity));
      return { ...resource, severity: most, properties: each };
    }),
    undeclared: stack.undeclared.map((change) => {
      const { kind, name, path } = change;
      // A harmless change counts only if a rule names such changes. A rule for all drift of a stack does not make it
      // count.
      const candidates = change.drift ? rules : rules.filter((rule) => rule.drift === "undeclared");
      const judged = { ...place, kind, name, drift: "undeclared", property: path, ...valueIn(change) } as const;
      const severity = severityIn(candidates, judged);
      return severity === undefined ? change : { ...change, severity, drift: severity !== "ignore" };
    }),
  };
}

export function judgedTwice(found: HeldTwice, { rules = [] }: DriftRules): HeldTwice {
  return { ...found, ...severityOf(severityIn(rules, { drift: "held-twice", kind: found.kind })) };
}

export function judgedUnmanaged(found: Unmanaged, { rules = [] }: DriftRules): Unmanaged {
  const { kind, name } = found;
  return { ...found, ...severityOf(severityIn(rules, { drift: "unmanaged", kind, name })) };
}

/** Returns whether the rules leave the stack out of `--all` and `--backend`. */
export function isSkipped(stack: string, { skip = [] }: DriftRules): boolean {
  return skip.some((pattern) => matches(pattern, stack) || matches(pattern, ownName(stack)));
}

function severityOf(severity: Severity | undefined): { readonly severity?: Severity } {
  return severity === undefined ? {} : { severity };
}

function severityIn(rules: readonly Rule[], found: Judged): Severity | undefined {
  return rules.find((rule) => applies(rule, found))?.severity;
}

function valueIn({ secret, platform = null }: Pick<UndeclaredChange, "secret" | "platform">) {
  return secret ? {} : { value: platform };
}

function applies({ stack, kind, name, property, drift, value }: Rule, found: Judged): boolean {
  const stacks = found.stack == null ? [] : [found.stack, ownName(found.stack)];
  return (
    (stack === undefined || stacks.some((one) => matches(stack, one))) &&
    (kind === undefined || kind === found.kind) &&
    (drift === undefined || drift === found.drift) &&
    (value === undefined || isDeepStrictEqual(value, found.value)) &&
    (name === undefined || (found.name !== undefined && matches(name, found.name))) &&
    (property === undefined || (found.property !== undefined && matches(property, found.property)))
  );
}
