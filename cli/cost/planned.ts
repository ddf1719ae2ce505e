import { separate } from "../../provider/planning/projection";
import type { Values } from "../../provider/planning/values";
import { kindOf, resourceOf } from "../stack/resource-types";
import type { PlannedStep } from "../stack/stack";
import { pricedKinds } from "./kinds";
import type { ResourceCost } from "./report";

/** A resource as a previewed update would leave it. */
export interface Planned {
  readonly urn: string;
  readonly kind: ResourceCost["kind"];
  readonly action: ResourceCost["action"];
  /** Ids of what it is now: none before its creation. */
  readonly ids: readonly string[];
  /** What it will be; `undefined` once it is deleted. */
  readonly inputs: Values | undefined;
  /** What it will have of the inputs that the program leaves out, as far as that is known. */
  readonly kept: Values;
}

/** What neither ends nor begins with the update. */
export const staying: ReadonlySet<Planned["action"]> = new Set(["same", "import", "update"]);

const kinds: ReadonlySet<string> = new Set(pricedKinds);

/** The resources that cost something by the hour. A replacement is several steps of the engine, and one here. */
export function plannedIn(steps: readonly PlannedStep[]): Planned[] {
  const relevant = steps.filter(({ type, op }) => kinds.has(kindOf(type) ?? "") && op !== "refresh" && op !== "read");
  return [...new Set(relevant.map(({ urn }) => urn))].map((urn) => {
    const own = relevant.filter((step) => step.urn === urn);
    const kind = kindOf(own[0]?.type ?? "") as Planned["kind"];
    const ids = [...new Set(own.flatMap(idsNow))];
    const action = actionOf(own.map(({ op }) => op));
    const last = own.findLast(({ op, new: next }) => !op.startsWith("delete") && next != null);
    const inputs = action === "delete" ? undefined : last?.new?.inputs;
    return { urn, kind, action, ids, inputs, kept: last !== undefined && staying.has(action) ? keptOf(last) : {} };
  });
}

/** The recorded values of the platform, and over them what an update sends for the inputs that it removes. */
function keptOf({ type, old, new: next }: PlannedStep): Values {
  const rows = resourceOf(type)?.changes.rows ?? [];
  const sent = rows.flatMap(({ path, removed }) =>
    removed !== undefined && old?.inputs?.[path] !== undefined && next?.inputs?.[path] === undefined
      ? [[path, removed] as const]
      : [],
  );
  return { ...separate(old?.outputs ?? {}).undeclared, ...Object.fromEntries(sent) };
}

/** What is imported is there already, and has no old state. */
function idsNow({ op, old, new: next }: PlannedStep): string[] {
  const state = op === "import" ? next : old;
  return state?.id === undefined ? [] : [state.id];
}

function actionOf(ops: readonly string[]): Planned["action"] {
  if (ops.some((op) => op.includes("replace"))) return "replace";
  return (["import", "create", "update", "delete"] as const).find((op) => ops.includes(op)) ?? "same";
}
