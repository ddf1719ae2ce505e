import type { CallOptions, Collection } from "../../client";
import { isAutonamed, type Markers, markerOf, requireMarker } from "../planning/marker";
import { unlessNotFound } from "../session/not-found";
import type { Leftovers, Listed } from "../session/resource";
import type { Run } from "../session/run";
import type { CreationLookup } from "./creation";
import { listAll } from "./list-all";

type Listing<T extends Listed> = Pick<Collection<T, never, never>, "listing">;

export interface NameLookup<T extends Listed> {
  /** Name of the resource in messages, such as `network volume "data"`. */
  readonly what: string;
  readonly collection: Pick<Collection<T, never, never>, "listing" | "get" | "delete">;
  readonly markers: Markers;
  /** The name that the create sends. */
  readonly name: string;
  /**
   * Decides whether an item with the explicit name can be the created resource, because other resources may have the
   * same name. Default: every item with the name can.
   */
  readonly resembles?: (candidate: T) => boolean;
  /** Deletes a duplicate. Default: the collection's delete. */
  readonly delete?: CreationLookup<T>["delete"];
}

/**
 * Finds a created resource by its name. Call it before the create. A generated name is the marker. For an explicit
 * name, this function lists the items before the create, so that the search can recognize a new item. Podwright never
 * deletes such an item as a duplicate.
 */
export async function lookupByName<T extends Listed>(
  run: Run,
  { what, collection, markers, name, resembles = () => true, delete: remove }: NameLookup<T>,
): Promise<CreationLookup<T>> {
  const marker = requireMarker(markers);
  const isMarker = name === marker;
  // The engine may repeat a create in one process. The item of the first request then does not count as an earlier
  // item.
  const before =
    run.unconfirmed.before(marker) ?? (isMarker ? new Set<string>() : await idsListed(run, collection, name));
  return {
    what,
    marker,
    get: (id) => unlessNotFound(collection.get(id, { signal: run.signal })),
    search: async (signal) => {
      run.unconfirmed.keepBefore(marker, before);
      const found = await listNamed(collection, [name], signal);
      return isMarker ? found : found.filter((candidate) => !before.has(candidate.id) && resembles(candidate));
    },
    ...(isMarker ? { delete: remove ?? ((id, signal) => collection.delete(id, { signal })) } : {}),
  };
}

async function idsListed(
  { signal }: Run,
  collection: Pick<Collection<Listed, never, never>, "listing">,
  name: string,
): Promise<ReadonlySet<string>> {
  const { items, unreadable } = await collection.listing({ name, signal });
  return new Set([...items, ...unreadable].flatMap(({ id }) => id ?? []));
}

/** Finds the resources that an interrupted creation left behind, by their name. */
export async function leftoversByName<T extends Listed & { readonly createdAt?: string | null | undefined }>(
  run: Run,
  collection: Listing<T>,
  inputs: Markers & { readonly name?: string | undefined },
): Promise<Leftovers> {
  const marker = markerOf(inputs);
  const sought = [...new Set([marker, inputs.name].filter((one) => one !== undefined))];
  const found = await listNamed(collection, sought, run.signal);
  const idsOf = (wanted: string | undefined) => found.filter(({ name }) => name === wanted).map(({ id }) => id);
  return { created: idsOf(marker), similar: isAutonamed(inputs) ? [] : idsOf(inputs.name), sought, ...timesOf(found) };
}

/** Returns the times of creation, as far as RunPod reports them. */
export function timesOf(
  items: readonly { readonly id: string; readonly createdAt?: string | null | undefined }[],
): Pick<Leftovers, "times"> {
  const times = items.flatMap(({ id, createdAt }) => (createdAt == null ? [] : [[id, createdAt] as const]));
  return times.length === 0 ? {} : { times: new Map(times) };
}

async function listNamed<T extends Listed>(
  collection: Listing<T>,
  names: readonly (string | undefined)[],
  signal: AbortSignal,
): Promise<T[]> {
  const [name, ...others] = new Set(names.filter((one) => one !== undefined));
  const only = others.length === 0 ? name : undefined;
  const chosen = { listing: (options: CallOptions) => collection.listing({ ...options, name: only }) };
  const listed = await listAll(chosen, (text) => names.includes(text), signal);
  return listed.filter(({ name }) => names.includes(name));
}
