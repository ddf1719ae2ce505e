import type { CallOptions, Collection, Platform } from "../../client";
import { Creation } from "../creating/creation";
import { leftoversByName, lookupByName } from "../creating/lookup-by-name";
import { type Markers, requireMarker } from "../creating/marker";
import { originInName } from "../creating/owner";
import { createdByStack, refuseBesideUnrecorded, type Traces } from "../creating/unrecorded";
import type { Declaration } from "../planning/declaration";
import { bodyOf, patchOf } from "../planning/patch";
import { importable, project, record } from "../planning/projection";
import type { Change, ChangeTable } from "../planning/rules";
import { pick, type Values } from "../planning/values";
import { deleteWhenUnused } from "./in-use";
import { deleteUnlessGone, gone, readShared, unlessNotFound } from "./not-found";
import type { Listed, Resource } from "./resource";
import type { Run } from "./run";

/** A list of the platform whose items have the properties of a kind. Bodies are built from the kind's declaration. */
interface Items<T extends Listed>
  extends Pick<Collection<T, never, never>, "list" | "listing" | "find" | "get" | "delete"> {
  create(body: never, options?: CallOptions): Promise<T>;
  /** Absent where the platform can change nothing. */
  update?(id: string, patch: never, options?: CallOptions): Promise<T>;
}

export interface CollectionKind<Inputs, T extends Listed> {
  /** For messages: `network volume`. */
  readonly what: string;
  readonly collection: (platform: Platform) => Items<T>;
  /** Default: the inputs as they are now. `state`: the recorded outputs, none of what is new. */
  readonly outputs?: (item: T, declared: object, state: Values) => Values;
  /**
   * Gives a new item its explicit name. Present where names need not be unique: the create then sends the marker as the
   * name, so that a lost response never leads to somebody else's item.
   */
  readonly rename?: (run: Run, item: T, inputs: Inputs) => Promise<T>;
  /** Of an item, for the check before a create. Absent where a second one costs nothing. Its name is sealed. */
  readonly facts?: Traces<T>["facts"];
  /** Throws where a patch must not be sent. */
  readonly refuse?: (item: T, patch: Values, inputs: Inputs) => void;
  /** What else an update has to do, with the item as it was before. */
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
  return {
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
  };
}

/** Of a kind with sealed names. */
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
    ...{ what, collection, facts },
    markOf: ({ name }) => name,
    originIn: originInName,
    latest: ({ platform, signal }, id) => unlessNotFound(collection(platform).get(id, { signal })),
  };
}

export function recordItem(changes: ChangeTable, { id: _, ...live }: Listed, declared: object): Values {
  return record(changes, { ...declared }, { ...live });
}
