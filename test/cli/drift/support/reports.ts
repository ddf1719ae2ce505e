import { resultOf } from "../../../../cli/drift/findings";
import {
  type DriftReport,
  driftReport,
  type ResourceDrift,
  type StackDrift,
  type UndeclaredChange,
  type Unmanaged,
} from "../../../../cli/drift/report";

/** A compared stack without findings, changed as a test needs it. */
export function stackDrift(change: Partial<StackDrift> = {}): StackDrift {
  return { cwd: ".", stack: "prod", checked: 3, resources: [], undeclared: [], unfinished: [], notes: [], ...change };
}

/** A valid report with the result that follows from its content. */
export function reportOf(change: Partial<DriftReport>): DriftReport {
  const stacks = change.stacks ?? [stackDrift()];
  const result = resultOf({ ...change, stacks });
  return driftReport.parse({ version: 1, checkedAt: "2026-01-02T03:04:05Z", result, stacks, ...change });
}

/** A pod whose image changed. */
export const resource: ResourceDrift = {
  ...{ name: "web", kind: "Pod", id: "p1", urn: "urn:pulumi:prod::shop::podwright:index:Pod::web", drift: "changed" },
  properties: [{ path: "image", secret: false, declared: "nginx:1", state: "nginx:1", platform: "nginx:2" }],
};

/** A pod that no stack holds. */
export const stray: Unmanaged = {
  ...{ kind: "Pod", id: "p9", name: "notebook-7", status: "RUNNING", createdAt: null, createdBy: null },
  ...{ costPerHour: 0.5, costPerMonth: 365, import: "pulumi import podwright:index:Pod notebook-7 p9" },
};

export function undeclared(path: string, change: Partial<UndeclaredChange> = {}): UndeclaredChange {
  const place = { name: "web", kind: "Pod", id: "p", urn: "urn" };
  return { ...place, path, secret: false, drift: false, ...change };
}
