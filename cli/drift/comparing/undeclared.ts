import { sameMeaning } from "../../../kernel/meaning";
import { formatPath, type Path, parsePath, present } from "../../../kernel/values";
import { baselineIn, formerPlace, undeclaredName } from "../../../provider/planning/baseline";
import { rowOf } from "../../../provider/planning/patch";
import type { ChangeTable } from "../../../provider/planning/rules";
import { kindOf, resourceOf } from "../../stack/resource-types";
import type { PlannedStep, StepState } from "../../stack/stack";
import { nameOf, type StateResource } from "../../stack/state";
import type { UndeclaredChange } from "../report";
import { look, secret } from "./differences";

/**
 * Returns the changes of inputs that the program leaves out, from the steps of a previewed refresh. With `strict`, each
 * change counts as drift.
 */
export function undeclaredIn(steps: readonly PlannedStep[], strict: boolean): UndeclaredChange[] {
  return steps.flatMap((step) => {
    const { urn, type, op, old, new: live } = step;
    const [kind, changes] = [kindOf(type), resourceOf(type)?.changes];
    const after = listed(live);
    if (kind === undefined || changes === undefined || op === "delete" || !listed(old) || !after) return [];
    const place = { name: nameOf(urn), kind, id: old?.id ?? "", urn };
    const found = changedSinceBaseline(live) ?? changedSinceState(changes, old, live);
    return found.map(({ path, state, hadValue }) => {
      const parts = parsePath(path);
      const platform = look(live?.outputs, parts);
      const isSecret = [state, platform].includes(secret);
      const restore = hadValue ? lineOf(parts, state) : undefined;
      const keep = after.has(path) ? lineOf(parts, platform) : undefined;
      const shown = isSecret ? {} : { state, platform };
      const drift = strict || (changes.consequential as readonly string[]).includes(String(parts[0]));
      return { ...place, path, secret: isSecret, drift, ...present({ ...shown, restore, keep }) };
    });
  });
}

type Side = Pick<StepState, "outputs"> | null | undefined;

/** A path that changed, with its value before the change. */
interface Former {
  readonly path: string;
  readonly state: unknown;
  readonly hadValue: boolean;
}

/** Returns the changes that the provider found, or `undefined` if its release keeps no baseline. */
function changedSinceBaseline(live: Side): Former[] | undefined {
  const baseline = baselineIn(live?.outputs);
  return baseline?.changed.toSorted().map((path) => {
    const state = look(live?.outputs, [...formerPlace, ...parsePath(path)]);
    return { path, state, hadValue: !baseline.appeared.includes(path) };
  });
}

/** Compares the live values with the state, for a provider of an older release. */
function changedSinceState(changes: ChangeTable, old: Side, live: Side): Former[] {
  const [before, after] = [old, live].map((side) => listed(side) ?? new Set<string>()) as [Paths, Paths];
  return [...new Set([...before, ...after])].toSorted().flatMap((path) => {
    const parts = parsePath(path);
    const hadValue = before.has(path);
    const [state, platform] = [look(old?.outputs, parts), look(live?.outputs, parts)];
    // The engine masks secret values on both sides, so Podwright sees only that a secret appeared or disappeared.
    const same = [state, platform].includes(secret)
      ? hadValue === after.has(path)
      : sameMeaning(rowOf(changes, String(parts[0])), state, platform);
    return same ? [] : [{ path, state, hadValue }];
  });
}

/**
 * Returns the resources whose state does not record the inputs that the program leaves out. An older release wrote such
 * a state.
 */
export function unrecordedIn(resources: readonly StateResource[]): readonly StateResource[] {
  return resources.filter((one) => {
    const observed = resourceOf(one.type)?.changes.observed ?? [];
    return observed.length > 0 && listed(one) === undefined;
  });
}

/** Returns the resources whose state comes from an older release, which kept no baseline. */
export function withoutBaselineIn(resources: readonly StateResource[]): readonly StateResource[] {
  return resources.filter((one) => listed(one) !== undefined && baselineIn(one.outputs) === undefined);
}

type Paths = ReadonlySet<string>;

function listed(state: Side): Paths | undefined {
  const list = state?.outputs?.[undeclaredName];
  return Array.isArray(list) ? new Set(list.map(String)) : undefined;
}

/** Writes a value in the notation that TypeScript and YAML share. */
function lineOf(path: Path, value: unknown): string {
  const [top, key] = path;
  const written = value === secret ? "…" : JSON.stringify(value);
  return key === undefined
    ? `${top}: ${written}`
    : `${top}: { ${formatPath([key]).replace(/^\[(.*)\]$/, "$1")}: ${written} }`;
}
