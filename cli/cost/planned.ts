import type { Values } from "../../kernel/values";
import { separate } from "../../provider/planning/projection";
import { boundedKinds, pricedKinds } from "../account/kinds";
import { providerOf } from "../account/providers";
import { heldItem, kindOf, resourceOf } from "../stack/resource-types";
import type { PlannedStep, StepState } from "../stack/stack";
import type { ResourceCost } from "./report";

/** A resource after the previewed update. */
export interface Planned {
  readonly urn: string;
  readonly kind: ResourceCost["kind"];
  readonly action: ResourceCost["action"];
  /** The present ids of the resource. Empty if the resource does not exist yet. */
  readonly ids: readonly string[];
  /** The inputs after the update; `undefined` if the update deletes the resource. */
  readonly inputs: Values | undefined;
  readonly type: string;
  /** URN of the explicit provider with the present resource. `undefined` for the default provider. */
  readonly provider: string | undefined;
  /** The instances that the update deletes. Pulumi deletes no instance with `retainOnDelete`. */
  readonly deleted: readonly Deleted[];
  /** The known values that omitted inputs have after the update. */
  readonly kept: Values;
}

interface Deleted extends StepState {
  readonly id: string;
}

/** The actions that keep an existing resource. */
export const staying: ReadonlySet<Planned["action"]> = new Set(["same", "import", "update"]);

const kinds: ReadonlySet<string> = new Set([...pricedKinds, ...boundedKinds]);

/**
 * Returns the resources with a cost per hour. Pulumi reports several steps for a replacement, and this list has one
 * entry for it.
 */
export function plannedIn(steps: readonly PlannedStep[]): Planned[] {
  const relevant = steps.filter(({ type, op }) => kinds.has(kindOf(type) ?? "") && op !== "refresh" && op !== "read");
  return [...new Set(relevant.map(({ urn }) => urn))].flatMap((urn) => {
    const own = relevant.filter((step) => step.urn === urn);
    const type = own[0]?.type ?? "";
    const kind = kindOf(type) as Planned["kind"];
    const ids = [...new Set(own.flatMap(idsNow))];
    const action = actionOf(own.map(({ op }) => op));
    const last = own.findLast(({ op, new: next }) => !op.startsWith("delete") && next != null);
    const inputs = action === "delete" ? undefined : last?.new?.inputs;
    const provider = providerOf(own.find(({ old }) => old?.provider !== undefined)?.old ?? last?.new ?? {});
    const kept = last !== undefined && staying.has(action) ? keptOf(last) : {};
    const deleted = staying.has(action) ? [] : deletedBy(own);
    const planned = { urn, type, kind, provider, action, ids, inputs, kept, deleted };
    return isOver(planned, own) ? [] : [planned];
  });
}

/**
 * Returns RunPod's values in the state. If the program no longer sets an input, the value that the update sends for it
 * replaces the recorded value.
 */
function keptOf({ type, old, new: next }: PlannedStep): Values {
  const rows = resourceOf(type)?.changes.rows ?? [];
  const sent = rows.flatMap(({ path, removed }) =>
    removed !== undefined && old?.inputs?.[path] !== undefined && next?.inputs?.[path] === undefined
      ? [[path, removed] as const]
      : [],
  );
  return { ...separate(old?.outputs ?? {}).undeclared, ...Object.fromEntries(sent) };
}

const isBounded = (kind: string | undefined) => (boundedKinds as readonly unknown[]).includes(kind);

/** A finished task costs nothing any more, whatever the update changes about it. */
function isOver({ kind, action, ids }: Planned, steps: readonly PlannedStep[]): boolean {
  const status = steps.find(({ old }) => old != null)?.old?.outputs?.status;
  return (
    isBounded(kind) && ids.length === 0 && (action === "delete" || (staying.has(action) && status === "SUCCEEDED"))
  );
}

function deletedBy(steps: readonly PlannedStep[]): Deleted[] {
  const olds = steps.flatMap(({ op, old }) => (op === "import" || old == null ? [] : [old]));
  const byId = new Map(
    olds.flatMap((old) => (old.id === undefined ? [] : [[old.id, { ...old, id: old.id }] as const])),
  );
  return [...byId.values()].filter(({ retainOnDelete }) => retainOnDelete !== true);
}

/** Returns the current ids. An imported resource already exists on RunPod, but the state does not contain it yet. */
function idsNow({ op, type, old, new: next }: PlannedStep): string[] {
  const state = op === "import" ? next : old;
  if (isBounded(kindOf(type))) return [heldItem(type, state?.outputs)?.id ?? []].flat();
  return state?.id === undefined ? [] : [state.id];
}

function actionOf(ops: readonly string[]): Planned["action"] {
  if (ops.some((op) => op.includes("replace"))) return "replace";
  return (["import", "create", "update", "delete"] as const).find((op) => ops.includes(op)) ?? "same";
}
