export { nameOf } from "../../provider/hosts/properties/urn";

import type { Values } from "../../provider/values/values";

/** A stack's state as `pulumi stack export` prints it. Podwright keeps unknown keys unchanged. */
export interface ExportedState {
  readonly deployment?: Deployment | null;
  readonly [key: string]: unknown;
}

export interface Deployment {
  readonly manifest?: {
    /** When the engine last wrote the state: RFC 3339. Edits of the state keep it. */
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
  readonly inputs?: Values;
  readonly outputs?: Values;
  readonly parent?: string;
  readonly deletedWith?: string;
  readonly replaceWith?: readonly string[];
  /** `URN::id` of the resource's provider. */
  readonly provider?: string;
  readonly dependencies?: readonly string[];
  readonly propertyDependencies?: Readonly<Record<string, readonly string[] | null>>;
  /** Pulumi refuses to delete it. */
  readonly protect?: boolean;
  /** Pulumi forgets it without a delete. */
  readonly retainOnDelete?: boolean;
  /** Replaced, and to be deleted by the next run. */
  readonly delete?: boolean;
  /** Why the run that created or updated it did not finish. */
  readonly initErrors?: readonly string[];
  /** Deleted already, and to be replaced by the next run. */
  readonly pendingReplacement?: boolean;
  /** When a run created it, by that run's clock. */
  readonly created?: string;
  /** The time of its last change, by the same clock. */
  readonly modified?: string;
  readonly [key: string]: unknown;
}

export interface PendingOperation {
  /** `creating`, `updating`, `deleting`, `reading` or `importing`. */
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

/** The name of the stack that a resource is in. */
export function stackOf(urn: string | undefined): string | undefined {
  return urn?.split("::")[0]?.split(":")[2];
}
