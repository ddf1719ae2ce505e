import type { PlannedStep } from "../stack";

/** A resource of this provider. */
export interface Carried {
  readonly name: string;
  readonly kind: string;
  readonly id: string;
}

/** What a preview says of a migration. */
export interface MigrationPlan {
  /** What the plugin carries afterwards. */
  readonly plugin: readonly Carried[];
  /** Names of resources that the program still declares as dynamic ones. */
  readonly dynamic: readonly string[];
  /** What would happen beyond moving, each in words that name the resource. */
  readonly beyond: readonly string[];
}

const dynamicType = /^pulumi-nodejs:dynamic\/podwright:(\w+)$/;
const pluginType = /^podwright:index:(\w+)$/;

/** The kind of a resource under the dynamic host; `undefined` for everything else. */
export function dynamicKind(type: string): string | undefined {
  return dynamicType.exec(type)?.[1];
}

/** The kind of a resource under the plugin; `undefined` for everything else. */
export function pluginKind(type: string): string | undefined {
  return pluginType.exec(type)?.[1];
}

export function migrationPlan(steps: readonly PlannedStep[]): MigrationPlan {
  const kept = steps.filter(({ op }) => op === "same" || op === "update" || op === "refresh");
  const carried = (kindOf: (type: string) => string | undefined) =>
    kept.flatMap(({ urn, type, old }) => {
      const kind = kindOf(type);
      return kind === undefined ? [] : [{ name: nameOf(urn), kind, id: old?.id ?? "" }];
    });
  return {
    plugin: carried(pluginKind),
    dynamic: carried(dynamicKind).map(({ name }) => name),
    beyond: [...new Set(steps.flatMap(beyondMoving))],
  };
}

/** Providers come and go with the resources that need them, and updates of other providers' are none of our business. */
function beyondMoving({ op, urn, type, diffs }: PlannedStep): string[] {
  if (type.startsWith("pulumi:providers:") || op === "same" || op === "refresh" || op === "read") return [];
  const kind = dynamicKind(type) ?? pluginKind(type);
  const what = `${nameOf(urn)} (${kind ?? type})`;
  if (op === "update") {
    const changed = diffs == null || diffs.length === 0 ? "" : `: ${diffs.join(", ")}`;
    return kind === undefined ? [] : [`${what} would be updated${changed}`];
  }
  if (op.includes("replace")) return [`${what} would be replaced`];
  return [`${what} would be ${{ create: "created", delete: "deleted" }[op] ?? `subject to "${op}"`}`];
}

export function nameOf(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
