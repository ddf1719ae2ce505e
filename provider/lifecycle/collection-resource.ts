import type { CallOptions, Collection, Platform } from "../../client";
import { Creation } from "../creating/creation";
import { leftoversByName, lookupByName } from "../creating/lookup-by-name";
import { createdByStack, refuseBesideUnrecorded, type Traces } from "../creating/unrecorded";
import type { Declaration } from "../planning/declaration";
import { type Markers, requireMarker } from "../planning/marker";
import { bodyOf, patchOf } from "../planning/patch";
import { importable, project, record } from "../planning/projection";
import type { Change, ChangeTable } from "../planning/rules";
import { deleteUnlessGone, gone, readShared, unlessNotFound } from "../session/not-found";
import { originInName } from "../session/owner";
import type { Listed, Resource } from "../session/resource";
import type { Run } from "../session/run";
import { listed } from "../session/watched";
import { pick, type Values } from "../values/values";
import { deleteWhenUnused } from "./in-use";
import { awaitShown, keepingUnshown } from "./shown";

/** A list of RunPod whose items have the properties of a kind. Bodies are built from the kind's declaration. */
interface Items<T extends Listed>
  extends Pick<Collection<T, never, never>, "list" | "listing" | "find" | "get" | "delete"> {
  create(body: never, options?: CallOptions): Promise<T>;
  /** Absent if RunPod cannot change an item. */
  update?(id: string, patch: never, options?: CallOptions): Promise<T>;
}

export interface CollectionKind<Inputs, T extends Listed> {
  /** For messages: `network volume`. */
  readonly what: string;
  readonly collection: (platform: Platform) => Items<T>;
  /** Default: the current inputs. `state`: the recorded outputs, without new values. */
  readonly outputs?: (item: T, declared: object, state: Values) => Values;
  /**
   * Gives a new item its explicit name. Present for kinds whose names need not be unique. Their create sends the marker
   * as the name. After a lost response, Podwright then never takes another user's item.
   */
  readonly rename?: (run: Run, item: T, inputs: Inputs) => Promise<T>;
  /** An item's facts, for the check before a create. Absent if a second item costs nothing. The item's name is sealed. */
  readonly facts?: Traces<T>["facts"];
  /** Throws if a patch must not be sent. */
  readonly refuse?: (item: T, patch: Values, inputs: Inputs) => void;
  /** Further work of an update, with the item from before it. */
  readonly updated?: (run: Run, item: T, outputs: Values, before: T) => Promise<void>;
}

/** A kind that is an item of one list, created and changed as it is declared. */
export function collectionResource<Inputs extends Markers & { readonly name?: string | undefined }, T extends Listed>(
  declaration: Declaration,
  kind: CollectionKind<Inputs, T>,
): Resource<Inputs> & Required<Pick<Resource<Inputs>, "list">> {
  const { inputs: definition, changes } = declaration;
  const { what, collection, rename, facts, refuse, updated } = kind;
  const outputsOf = kind.outputs ?? ((item, declared) => recordItem(changes, item, declared));
  const itemsOf = ({ platform }: Run) => collection(platform);
  const traces = facts && tracesInNames({ what, collection, facts });
  const watched = listed(collection);
  const resource = {
    ...declaration,
    async create(run, inputs) {
      if (traces !== undefined) await refuseBesideUnrecorded(run, inputs, traces);
      const marker = requireMarker(inputs);
      const wanted = inputs.name ?? marker;
      const name = rename === undefined ? wanted : marker;
      const items = itemsOf(run);
      const lookup = await lookupByName(run, { what: `${what} "${wanted}"`, collection: items, markers: inputs, name });
      const body = { ...bodyOf(changes, inputs), name };
      const created = await new Creation(run, lookup).create((options) => items.create(body as never, options));
      if (traces !== undefined) {
        const outputs = outputsOf(created, inputs, {});
        await awaitShown(run, watched, { kind: what, id: created.id, name: wanted, outputs });
      }
      const named = rename !== undefined && wanted !== marker ? await rename(run, created, inputs) : created;
      return { id: named.id, outputs: outputsOf(named, inputs, {}) };
    },
    ...(traces && { createdByStack: (run: Run) => createdByStack(run, traces) }),
    findLeftovers: (run, inputs) => leftoversByName(run, itemsOf(run), inputs),
    list: (run) => itemsOf(run).list({ signal: run.signal }),
    async read(run, { id, declared: recorded, state = {} }) {
      const item = await readShared(itemsOf(run), id, run.signal);
      if (item === undefined) return undefined;
      const live = pick(item as object as Values, changes.observed);
      const declared = recorded ?? importable(changes, definition.normalize?.(live) ?? live);
      return { inputs: project(changes, declared, live), outputs: outputsOf(item, declared, state) };
    },
    async update(run, { id, olds, news, state }) {
      const items = itemsOf(run);
      const item = await unlessNotFound(items.get(id, { signal: run.signal }));
      if (item === undefined) throw gone(`${what} ${id}`);
      const patch = patchOf(changes, item as object as Values, { olds, news, state } as unknown as Change);
      refuse?.(item, patch, news);
      const isEmpty = Object.keys(patch).length === 0;
      const sent = isEmpty ? undefined : await items.update?.(id, patch as never, { signal: run.signal });
      const saved = sent ?? item;
      const outputs = outputsOf(saved, news, state);
      await updated?.(run, saved, outputs, item);
      return { outputs };
    },
    delete: (run, { id }) =>
      deleteWhenUnused(run, `${what} ${id}`, () => deleteUnlessGone(run, itemsOf(run), what, id)),
  } satisfies Resource<Inputs>;
  return traces === undefined ? resource : keepingUnshown<Inputs, typeof resource, T>(resource, what, watched);
}

/** For a kind with sealed names. */
export function tracesInNames<T extends Listed>({
  what,
  collection,
  facts,
}: {
  readonly what: string;
  readonly collection: (platform: Platform) => Pick<Collection<T, never, never>, "listing" | "get">;
  readonly facts: Traces<T>["facts"];
}): Traces<T> {
  return {
    what,
    collection,
    facts,
    markOf: ({ name }) => name,
    originIn: originInName,
    latest: ({ platform, signal }, id) => unlessNotFound(collection(platform).get(id, { signal })),
  };
}

export function recordItem(changes: ChangeTable, { id: _, ...live }: Listed, declared: object): Values {
  return record(changes, { ...declared }, { ...live });
}
