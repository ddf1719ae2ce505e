import { isRecord, type Values } from "../../kernel/values";
import { markerOf } from "../planning/marker";
import { kindOf } from "../pulumi/type-tokens";
import { keyOf, type PendingCreation } from "./verdict";

/** A resource in a state, as `pulumi stack export` prints it. */
interface Entry {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly provider?: string;
  readonly inputs?: Values;
}

/** The facts in an exported state that tell whose a resource is. */
export interface Exported {
  /** The provider of each resource by the resource's id. */
  readonly providers: ReadonlyMap<string, string>;
  /** The keys of Podwright's resources. */
  readonly keys: ReadonlySet<string>;
  /** Ids of Podwright's resources by the marker of their creation. */
  readonly markers: ReadonlyMap<string, string>;
  readonly pending: readonly PendingCreation[];
  readonly urns: readonly string[];
}

/** Reads the output of `pulumi stack export`. */
export function exportedIn(text: string): Exported {
  const { deployment } = JSON.parse(text) as { deployment?: Readonly<Record<string, unknown>> | null };
  return exportedFrom(deployment ?? {});
}

/** Reads a deployment. */
export function exportedFrom(deployment: Readonly<Record<string, unknown>>): Exported {
  const resources = recordsIn(deployment.resources) as unknown as readonly Entry[];
  const ours = resources.flatMap(({ type, id, inputs = {} }) => {
    const kind = kindOf(type);
    return kind === undefined || id === undefined ? [] : [{ kind, id, marker: markerOf(inputs) }];
  });
  const operations = recordsIn(deployment.pending_operations);
  return {
    providers: new Map(resources.flatMap(({ id, provider = "" }) => (id === undefined ? [] : [[id, provider]]))),
    keys: new Set(ours.map(keyOf)),
    markers: new Map(ours.flatMap(({ marker, id }) => (marker === undefined ? [] : [[marker, id]]))),
    pending: operations.flatMap(({ type, resource }) =>
      type === "creating" && isRecord(resource) ? pendingFrom(resource as unknown as Entry) : [],
    ),
    urns: resources.map(({ urn }) => urn),
  };
}

function pendingFrom({ urn, type, inputs = {} }: Entry): PendingCreation[] {
  const kind = kindOf(type);
  return kind === undefined ? [] : [{ kind, name: urn.split("::").slice(3).join("::"), marker: markerOf(inputs) }];
}

function recordsIn(list: unknown): readonly Values[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
