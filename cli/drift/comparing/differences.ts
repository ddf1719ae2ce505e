import { isRecord, type Path, parsePath, present, type Values } from "../../../kernel/values";
import { holdsMark, isMarked } from "../../../provider/hosts/properties/secret-mark";
import { byText } from "../../output/text";
import { kindOf, resourceOf } from "../../stack/resource-types";
import type { PlannedStep } from "../../stack/stack";
import { nameOf } from "../../stack/state";
import type { PropertyDrift, ResourceDrift } from "../report";

/** Returns the differences between recorded and live resources of Podwright, from the steps of a previewed refresh. */
export function differencesIn(steps: readonly PlannedStep[]): ResourceDrift[] {
  return steps.flatMap((step) => {
    const kind = kindOf(step.type);
    if (kind === undefined) return [];
    const shown = step.op === "delete" ? [] : shownIn(step);
    if (step.op !== "update" && step.op !== "delete" && shown.length === 0) return [];
    const compared = step.op === "update" ? propertiesOf(step) : [];
    const properties = [...compared, ...shown].toSorted((a, b) => byText(a.path, b.path));
    const { urn } = step;
    return [{ name: nameOf(urn), kind, id: step.old?.id ?? "", urn, drift: driftOf(step), properties }];
  });
}

/** Statuses of a pod that does not start again by itself. */
const ended: ReadonlySet<unknown> = new Set(["EXITED", "ERROR", "TERMINATED"]);

function driftOf({ op, diffs, old, new: live }: PlannedStep): ResourceDrift["drift"] {
  if (op === "delete") return "gone";
  const shouldRun = old?.inputs?.desiredStatus === "RUNNING";
  const differs = diffs?.includes("desiredStatus") === true;
  return differs && shouldRun && ended.has(live?.outputs?.status) ? "stopped" : "changed";
}

function propertiesOf({ diffs, detailedDiff, old, new: live }: PlannedStep): PropertyDrift[] {
  const detailed = Object.keys(detailedDiff ?? {});
  // The engine reports some differences only by their top-level name, so the list has both names and paths.
  const whole = (diffs ?? []).filter((name) => !detailed.some((path) => parsePath(path)[0] === name));
  return [...detailed, ...whole].sort().map((path) => {
    const places = { declared: old?.inputs, state: old?.outputs, platform: live?.inputs };
    const found = Object.values(places).map((values) => look(values, parsePath(path)));
    if (found.includes(secret)) return { path, secret: true };
    const [declared, state, platform] = found;
    return { path, secret: false, ...present({ declared, state, platform }) };
  });
}

/**
 * Returns the differences of inputs whose change needs no update. Pulumi does not report these differences, so this
 * function compares the output that shows the live value.
 */
function shownIn({ type, old, new: live }: PlannedStep): PropertyDrift[] {
  return Object.entries(resourceOf(type)?.changes.shownBy ?? {}).flatMap(([path, output]) => {
    const [declared, state, platform] = [old?.inputs?.[path], old?.outputs?.[output], live?.outputs?.[output]];
    // A state from an older release lacks this output, and RunPod may not report it.
    const isKnown = state !== undefined && platform !== undefined;
    return isKnown && state !== platform ? [{ path, secret: false, ...present({ declared, state, platform }) }] : [];
  });
}

/** Text that stands for a secret value. */
export const secret = Symbol("secret");

/** Returns the value at a path, unless the value or an object around it is secret. */
export function look(values: Values | undefined, path: Path): unknown {
  let value: unknown = values;
  for (const part of path) {
    if (isMarked(value)) return secret;
    value = isRecord(value) || Array.isArray(value) ? (value as Values)[part] : undefined;
  }
  return holdsMark(value) ? secret : value;
}
