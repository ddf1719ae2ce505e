import { sameMeaning } from "../../../client/values/meaning";
import { rowOf } from "../../../provider/planning/patch";
import { formatPath, type Path, parsePath, present } from "../../../provider/values/values";
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
    const [before, after] = [listed(old), listed(live)];
    if (kind === undefined || changes === undefined || op === "delete" || !before || !after) return [];
    const place = { name: nameOf(urn), kind, id: old?.id ?? "", urn };
    return [...new Set([...before, ...after])].sort().flatMap((path) => {
      const parts = parsePath(path);
      const top = String(parts[0]);
      const values = [look(old?.outputs, parts), look(live?.outputs, parts)] as const;
      const isSecret = values.includes(secret);
      // The engine masks secret values on both sides, so Podwright sees only that a secret appeared or disappeared.
      const same = isSecret ? before.has(path) === after.has(path) : sameMeaning(rowOf(changes, top), ...values);
      if (same) return [];
      const [state, platform] = values;
      const restore = before.has(path) ? lineOf(parts, state) : undefined;
      const keep = after.has(path) ? lineOf(parts, platform) : undefined;
      const shown = isSecret ? {} : { state, platform };
      const drift = strict || (changes.consequential as readonly string[]).includes(top);
      return [{ ...place, path, secret: isSecret, drift, ...present({ ...shown, restore, keep }) }];
    });
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

function listed(state: Pick<StepState, "outputs"> | null | undefined): ReadonlySet<string> | undefined {
  const list = state?.outputs?.__undeclared;
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
