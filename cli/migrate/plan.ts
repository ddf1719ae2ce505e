import type { PlannedStep } from "../stack";

/** What a preview says of a migration. */
export interface MigrationPlan {
  /** URNs of resources that the plugin carries afterwards. */
  readonly plugin: readonly string[];
  /** URNs of resources that the program still declares as dynamic ones. */
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
  const ours = (kindOf: (type: string) => string | undefined) => [
    ...new Set(steps.filter(({ op, type }) => isKept(op) && kindOf(type) !== undefined).map(({ urn }) => urn)),
  ];
  return { plugin: ours(pluginKind), dynamic: ours(dynamicKind), beyond: [...new Set(steps.flatMap(beyondMoving))] };
}

const isKept = (op: string) => op === "same" || op === "update" || op === "refresh";

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
