import type { Finding, Outcome } from "../../../cli/recover/outcome";
import { type Circumstances, recoverState } from "../../../cli/recover/settle";
import type { ExportedState, PendingOperation, StateResource } from "../../../cli/stack/state";
import interrupted from "../recover/fixtures/interrupted.json";

export const state = interrupted as unknown as ExportedState;
export const now = new Date("2026-11-21T12:00:00Z");
export const circumstances = { now, configuration: {}, deletes: () => false };

export const urn = (name: string, kind = "Pod") =>
  `urn:pulumi:test::e2e::pulumi-nodejs:dynamic/podwright:${kind}::${name}`;

export function recovered(
  of: ExportedState,
  found: Readonly<Record<string, Finding>>,
  more: Partial<Circumstances> = {},
) {
  const { state: after, outcomes } = recoverState(of, findings(of, found), { ...circumstances, ...more });
  return {
    outcomes,
    resources: after.deployment?.resources ?? [],
    pending: after.deployment?.pending_operations ?? [],
  };
}

export function findings(of: ExportedState, found: Readonly<Record<string, Finding>>): Map<PendingOperation, Finding> {
  return new Map(Object.entries(found).map(([name, finding]) => [pendingOf(of, name), finding]));
}

/** A live pod with the outputs that its resource would have: the readable inputs and a status. */
export function made(id: string): Finding {
  const { env: _, ...inputs } = pendingOf(state, "web").resource.inputs ?? {};
  return { created: [{ id, outputs: { ...inputs, status: "RUNNING" } }], similar: [] };
}

/** The same pod with RunPod's creation time. */
export function madeAt(createdAt: string | undefined): Finding {
  const finding = made("pod1");
  if (createdAt === undefined) return finding;
  return {
    ...finding,
    created: finding.created.map(({ id, outputs }) => ({ id, outputs: { ...outputs, createdAt } })),
  };
}

export function pendingOf(of: ExportedState, name: string): PendingOperation {
  const found = of.deployment?.pending_operations?.find(({ resource }) => resource.urn.endsWith(`::${name}`));
  if (found === undefined) throw new Error(`nothing is pending for ${name}`);
  return found;
}

export function resource(name: string, more: Partial<StateResource>): StateResource {
  return { urn: urn(name), type: "pulumi-nodejs:dynamic/podwright:Pod", custom: true, ...more };
}

export function placed(name: string, kind: string) {
  return { urn: urn(name, kind), type: `pulumi-nodejs:dynamic/podwright:${kind}` };
}

export function withResources(of: ExportedState, ...more: StateResource[]): ExportedState {
  return { ...of, deployment: { ...of.deployment, resources: [...(of.deployment?.resources ?? []), ...more] } };
}

export function withPending(of: ExportedState, ...pending: PendingOperation[]): ExportedState {
  return { ...of, deployment: { ...of.deployment, pending_operations: pending } };
}

export function nameOf(urnText: string): string {
  return urnText.slice(urnText.lastIndexOf("::") + 2);
}

export function names(resources: readonly StateResource[]): string[] {
  return resources.map((each) => nameOf(each.urn));
}

export function named(resources: readonly StateResource[], name: string): StateResource[] {
  return resources.filter((each) => nameOf(each.urn) === name);
}

export function actions(outcomes: readonly Outcome[]): Record<string, string> {
  return Object.fromEntries(outcomes.map(({ operation, action }) => [nameOf(operation.resource.urn), action]));
}

export function outcomeOf(outcomes: readonly Outcome[], name: string): Outcome | undefined {
  return outcomes.find(({ operation }) => nameOf(operation.resource.urn) === name);
}
