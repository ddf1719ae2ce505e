import type { Values } from "../../kernel/values";
import { holdsMark } from "../../provider/hosts/properties/secret-mark";
import type { Created } from "../../provider/session/resource";
import { kindOf, resourceOf } from "../stack/resource-types";
import {
  type ExportedState,
  isOnlyInState,
  type PendingOperation,
  pendingIn,
  resourcesIn,
  type StateResource,
} from "../stack/state";
import type { Finding, Outcome } from "./outcome";
import { type Configuration, withPresentReferences } from "./references";

export interface Recovery {
  readonly state: ExportedState;
  /** One outcome for each pending operation, in the order of the state. */
  readonly outcomes: readonly Outcome[];
}

export interface Circumstances {
  /** The current time, which the state records. */
  readonly now: Date;
  /** The stack's configuration, for restoring a provider that the state has lost. */
  readonly configuration: Configuration;
  /** Returns whether Podwright deletes a created resource on RunPod. Otherwise it records the resource. */
  readonly deletes: (id: string) => boolean;
}

/**
 * Settles every pending operation of Podwright in a state. It adds the resource of an interrupted creation, and removes
 * the pending entry. It sends no request: `findings` contains RunPod's resources for each creation.
 */
export function recoverState(
  state: ExportedState,
  findings: ReadonlyMap<PendingOperation, Finding>,
  circumstances: Circumstances,
): Recovery {
  let resources = resourcesIn(state);
  const left: PendingOperation[] = [];
  const outcomes = pendingIn(state).map((operation): Outcome => {
    if (isOnlyInState(operation.resource)) return { operation, action: "settled" };
    if (resourceOf(operation.resource.type) === undefined) {
      left.push(operation);
      return { operation, action: "foreign" };
    }
    if (operation.type !== "creating") return { operation, action: "settled" };
    const settled = settleCreation(resources, operation, findings.get(operation) ?? nothing, circumstances);
    resources = settled.resources;
    return settled.outcome;
  });
  return { state: { ...state, deployment: { ...state.deployment, resources, pending_operations: left } }, outcomes };
}

const nothing: Finding = { created: [], similar: [] };

interface Settled {
  readonly resources: readonly StateResource[];
  readonly outcome: Outcome;
}

function settleCreation(
  resources: readonly StateResource[],
  operation: PendingOperation,
  { created, copies = [], similar, sought, doubt }: Finding,
  { now, configuration, deletes }: Circumstances,
): Settled {
  const { resource } = operation;
  // The comparison uses kinds, because a stack that moved to the other host has the same id under another type.
  const sameKind = resources.filter(({ type }) => kindOf(type) === kindOf(resource.type));
  const recorded = new Set(sameKind.map(({ id }) => id));
  const beside = copies.length === 0 ? {} : { duplicates: copies };
  const unknown = created.map(({ id }) => id).filter((id) => !recorded.has(id));
  const doomed = unknown.filter(deletes);
  if (doomed.length > 0) {
    return { resources, outcome: { operation, action: "deleted", deleted: doomed, left: [], ...beside } };
  }
  const known = created.find(({ id }) => recorded.has(id));
  if (known !== undefined) {
    return { resources, outcome: { operation, action: "recorded", id: known.id, duplicates: [...unknown, ...copies] } };
  }
  const [first, ...duplicates] = created;
  if (first === undefined) {
    const sameName = similar.filter((id) => !recorded.has(id));
    return { resources, outcome: { operation, action: "dropped", sameName, sought, doubt, ...beside } };
  }
  const referring = withPresentReferences(resource, resources, configuration);
  const entry = entryOf(referring.resource, first, now);
  const outcome = { operation, id: first.id, duplicates: [...duplicates.map(({ id }) => id), ...copies] };
  const live = resources.find((other) => isLive(other) && other.urn === resource.urn);
  if (live === undefined) {
    return {
      resources: place(referring.resources, { ...entry, initErrors }),
      outcome: { ...outcome, action: "adopted" },
    };
  }
  if (!isReplacement(live, resource)) {
    // The next run deletes the superseded resource, even if the live resource is protected.
    const { protect: _, retainOnDelete: __, ...superseded } = entry;
    return {
      resources: [...referring.resources, { ...superseded, delete: true }],
      outcome: { ...outcome, action: "superseded" },
    };
  }
  const others = referring.resources.map((other) => (other === live ? { ...live, delete: true } : other));
  return {
    resources: place(others, { ...entry, initErrors }),
    outcome: { ...outcome, action: "replacing", old: live.id },
  };
}

/**
 * Returns whether the interrupted creation was a replacement of the live resource. The alternative is that a later run
 * without a recovery created or changed the live resource. Podwright must not delete the live resource in that case.
 * The engine copies the times of a resource to the creation that replaces it. So equal times mean that no run has
 * changed the resource since. Both times come from the clock of the machine that ran Pulumi.
 */
function isReplacement(live: StateResource, pending: StateResource): boolean {
  return pending.created !== undefined && pending.created === live.created && pending.modified === live.modified;
}

/** Makes the next run call update, which continues the wait of the killed run. */
const initErrors = ['recovered after an interrupted run; "pulumi up" continues with it'];

/** Builds the resource as the engine would record it. Each secret output is the ciphertext of the matching input. */
function entryOf(resource: StateResource, created: Created, now: Date): StateResource {
  const secrets = Object.entries(resource.inputs ?? {}).filter(([, value]) => holdsMark(value));
  const time = now.toISOString();
  return {
    ...resource,
    id: created.id,
    outputs: { ...created.outputs, ...Object.fromEntries(secrets) },
    created: time,
    modified: time,
  };
}

/** Returns the inputs without any input that is encrypted in whole or in part. */
export function readable(inputs: Values): Values {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => !holdsMark(value)));
}

function isLive(resource: StateResource): boolean {
  return resource.delete !== true && resource.pendingReplacement !== true;
}

/**
 * Inserts the entry in order of dependency. The entry goes before the first resource that refers to it, or in place of
 * the replaced resource.
 */
export function place(resources: readonly StateResource[], entry: StateResource): readonly StateResource[] {
  const replaced = resources.findIndex(
    ({ urn, pendingReplacement }) => urn === entry.urn && pendingReplacement === true,
  );
  if (replaced >= 0) return resources.toSpliced(replaced, 1, entry);
  const follower = resources.findIndex((other) => other.urn === entry.urn || refersTo(other, entry.urn));
  return resources.toSpliced(follower < 0 ? resources.length : follower, 0, entry);
}

export function refersTo(
  { parent, deletedWith, replaceWith = [], dependencies = [], propertyDependencies = {} }: StateResource,
  urn: string,
): boolean {
  const lists = Object.values(propertyDependencies).flatMap((list) => list ?? []);
  return [parent, deletedWith, ...replaceWith, ...dependencies, ...lists].includes(urn);
}
