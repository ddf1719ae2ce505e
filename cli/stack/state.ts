export { nameOf } from "../../provider/hosts/properties/urn";

import type { Values } from "../../kernel/values";

/** A stack's state as `pulumi stack export` prints it. Podwright keeps unknown keys unchanged. */
export interface ExportedState {
  readonly deployment?: Deployment | null;
  readonly [key: string]: unknown;
}

export interface Deployment {
  readonly manifest?: {
    /** Time at which the engine last wrote the state, in RFC 3339. Edits of the state do not change it. */
    readonly time?: string;
  };
  readonly resources?: readonly StateResource[] | null;
  readonly pending_operations?: readonly PendingOperation[] | null;
  readonly [key: string]: unknown;
}

export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  /** False for a component, which no provider creates. */
  readonly custom?: boolean;
  readonly inputs?: Values;
  readonly outputs?: Values;
  readonly parent?: string;
  readonly deletedWith?: string;
  readonly replaceWith?: readonly string[];
  /** The resource's provider, as `URN::id`. */
  readonly provider?: string;
  readonly dependencies?: readonly string[];
  readonly propertyDependencies?: Readonly<Record<string, readonly string[] | null>>;
  /** True if Pulumi refuses to delete the resource. */
  readonly protect?: boolean;
  /** True if Pulumi removes the resource from the state without deleting it on RunPod. */
  readonly retainOnDelete?: boolean;
  /** True for a resource that the program only reads, such as with `Pod.get`. The stack does not manage it. */
  readonly external?: boolean;
  /** Paths of inputs that the program leaves to others. */
  readonly ignoreChanges?: readonly string[];
  /** Names of outputs that the program keeps secret, beside the provider's own. */
  readonly additionalSecretOutputs?: readonly string[];
  /** True for a replaced resource that the next run deletes. */
  readonly delete?: boolean;
  /** The reasons why the run that created or updated the resource did not finish. */
  readonly initErrors?: readonly string[];
  /** True for a deleted resource whose replacement the next run creates. */
  readonly pendingReplacement?: boolean;
  /** Time of creation, by the clock of the run that created it. */
  readonly created?: string;
  /** The time of the last change, by the same clock. */
  readonly modified?: string;
  readonly [key: string]: unknown;
}

export interface PendingOperation {
  /** Kind of the operation: `creating`, `updating`, `deleting`, `reading` or `importing`. */
  readonly type: string;
  readonly resource: StateResource;
}

export function parseState(text: string): ExportedState {
  return JSON.parse(text) as ExportedState;
}

export function resourcesIn({ deployment }: ExportedState): readonly StateResource[] {
  return deployment?.resources ?? [];
}

export function pendingIn({ deployment }: ExportedState): readonly PendingOperation[] {
  return deployment?.pending_operations ?? [];
}

/** Returns the name of a resource's stack. */
export function stackOf(urn: string | undefined): string | undefined {
  return urn?.split("::")[0]?.split(":")[2];
}

/** Returns whether the resource is nothing but an entry of a state: a component, or a provider of any package. */
export function isOnlyInState({ type, custom }: StateResource): boolean {
  return custom === false || type.startsWith("pulumi:providers:");
}
