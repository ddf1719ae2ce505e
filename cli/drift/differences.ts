import { holdsMark, isMarked } from "../../provider/hosts/properties/secret-mark";
import { isRecord, type Path, parsePath, present, type Values } from "../../provider/planning/values";
import { kindOf } from "../stack/resource-types";
import type { PlannedStep } from "../stack/stack";
import { nameOf } from "../stack/state";
import type { PropertyDrift, ResourceDrift } from "./report";

/** What the steps of a preview of a refresh say of our resources that are not as they were recorded. */
export function differencesIn(steps: readonly PlannedStep[]): ResourceDrift[] {
  return steps.flatMap((step) => {
    const kind = kindOf(step.type);
    if (kind === undefined || (step.op !== "update" && step.op !== "delete")) return [];
    const properties = step.op === "delete" ? [] : propertiesOf(step);
    const { urn } = step;
    return [{ name: nameOf(urn), kind, id: step.old?.id ?? "", urn, drift: driftOf(step), properties }];
  });
}

/** Statuses of a pod that will not run by itself. */
const ended: ReadonlySet<unknown> = new Set(["EXITED", "ERROR", "TERMINATED"]);

function driftOf({ op, diffs, old, new: live }: PlannedStep): ResourceDrift["drift"] {
  if (op === "delete") return "gone";
  const shouldRun = old?.inputs?.desiredStatus === "RUNNING";
  const differs = diffs?.includes("desiredStatus") === true;
  return differs && shouldRun && ended.has(live?.outputs?.status) ? "stopped" : "changed";
}

function propertiesOf({ diffs, detailedDiff, old, new: live }: PlannedStep): PropertyDrift[] {
  const detailed = Object.keys(detailedDiff ?? {});
  // The engine may know only the top-level name of some: those stand beside the paths of the others.
  const whole = (diffs ?? []).filter((name) => !detailed.some((path) => parsePath(path)[0] === name));
  return [...detailed, ...whole].sort().map((path) => {
    const places = { declared: old?.inputs, state: old?.outputs, platform: live?.inputs };
    const found = Object.values(places).map((values) => look(values, parsePath(path)));
    if (found.includes(secret)) return { path, secret: true };
    const [declared, state, platform] = found;
    return { path, secret: false, ...present({ declared, state, platform }) };
  });
}

/** In the place of a value that must not be shown. */
export const secret = Symbol("secret");

/** The value at a path, unless it or what holds it is secret. */
export function look(values: Values | undefined, path: Path): unknown {
  let value: unknown = values;
  for (const part of path) {
    if (isMarked(value)) return secret;
    value = isRecord(value) || Array.isArray(value) ? (value as Values)[part] : undefined;
  }
  return holdsMark(value) ? secret : value;
}
