import { type Host, hostOf, kindOf } from "../stack/resource-types";
import type { PlannedStep } from "../stack/stack";
import { nameOf } from "../stack/state";

/** A resource of Podwright. */
export interface Carried {
  readonly name: string;
  readonly kind: string;
  readonly id: string;
}

/** The preview of a migration. */
export interface MigrationPlan {
  /** The plugin's resources after the migration. */
  readonly plugin: readonly Carried[];
  /** Names of resources that the program still declares as dynamic resources. */
  readonly dynamic: readonly string[];
  /** Descriptions of planned changes besides the move, each with the name of the resource. */
  readonly beyond: readonly string[];
}

export function migrationPlan(steps: readonly PlannedStep[]): MigrationPlan {
  const kept = steps.filter(({ op }) => op === "same" || op === "update" || op === "refresh");
  const carried = (host: Host) =>
    kept
      .filter(({ type }) => hostOf(type) === host)
      .map(({ urn, type, old }) => ({ name: nameOf(urn), kind: kindOf(type) ?? type, id: old?.id ?? "" }));
  return {
    plugin: carried("plugin"),
    dynamic: carried("dynamic").map(({ name }) => name),
    beyond: [...new Set(steps.flatMap(beyondMoving))],
  };
}

/**
 * Describes the planned changes of other resources, because the update that moves the stack carries out these changes
 * too. It ignores providers, because Pulumi adds and removes them with their resources.
 */
function beyondMoving({ op, urn, type, diffs }: PlannedStep): string[] {
  if (type.startsWith("pulumi:providers:") || op === "same" || op === "refresh" || op === "read") return [];
  const what = `${nameOf(urn)} (${kindOf(type) ?? type})`;
  if (op === "update") {
    const changed = diffs == null || diffs.length === 0 ? "" : `: ${diffs.join(", ")}`;
    return [`${what} would be updated${changed}`];
  }
  if (op.includes("replace")) return [`${what} would be replaced`];
  return [`${what} would be ${{ create: "created", delete: "deleted" }[op] ?? `subject to "${op}"`}`];
}
