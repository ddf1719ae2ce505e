import type { CallOptions, Collection, Platform } from "../../client";
import { pick, type Values } from "../../kernel/values";
import { Creation } from "../creating/creation";
import { leftoversByName, lookupByName } from "../creating/lookup-by-name";
import { takingOver } from "../creating/take-over";
import type { Traces } from "../creating/traces";
import { createdByStack } from "../creating/unrecorded";
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
import { deleteWhenUnused } from "./in-use";
import { awaitShown, keepingUnshown } from "./shown";

/**
 * Operations on the items of one list of RunPod. The items have the properties of a kind, and Podwright builds the
 * request bodies from the kind's declaration.
 */
interface Items<T extends Listed>
  extends Pick<Collection<T, never, never>, "list" | "listing" | "find" | "get" | "delete"> {
  create(body: never, options?: CallOptions): Promise<T>;
  /** Changes an item. Absent if RunPod cannot change items of this kind. */
  update?(id: string, patch: never, options?: CallOptions): Promise<T>;
}

export interface CollectionKind<Inputs, T extends Listed> {
  /** Name of the kind in messages, such as `network volume`. */
  readonly what: string;
  readonly collection: (platform: Platform) => Items<T>;
  /** Makes the outputs. Default: the current inputs. `state` has the recorded outputs. */
  readonly outputs?: (item: T, declared: object, state: Values) => Values;
  /**
   * Gives a new item its explicit name. Only kinds without unique names have this function. Their create sends the
   * marker as the name, so that Podwright never adopts another user's item after a lost response.
   */
  readonly rename?: (run: Run, item: T, inputs: Inputs) => Promise<T>;
  /**
   * Describes an existing item in the check before a create. Absent if a second item costs nothing.
   */
  readonly facts?: Traces<T>["facts"];
  readonly createdAt?: Traces<T>["createdAt"];
  /** True if RunPod never shows a part of an item, such as a password. */
  readonly isOpaque?: true;
  /** Throws if Podwright must not send the patch. */
  readonly refuse?: (item: T, patch: Values, inputs: Inputs) => void;
  /** Does further work after an update. `before` is the item before the update. */
  readonly updated?: (run: Run, item: T, outputs: Values, before: T) => Promise<void>;
}

/**
 * Makes the resource of a kind whose items are in one list of RunPod. The kind's declaration decides how the resource
 * creates and changes an item.
 */
export function collectionResource<Inputs extends Markers & { readonly name?: string | undefined }, T extends Listed>(
  declaration: Declaration,
  kind: CollectionKind<Inputs, T>,
): Resource<Inputs> & Required<Pick<Resource<Inputs>, "list">> {
  const { inputs: definition, changes } = declaration;
  const { what, collection, rename, facts, isOpaque = false, refuse, updated } = kind;
  const outputsOf = kind.outputs ?? ((item, declared) => recordItem(changes, item, declared));
  const itemsOf = ({ platform }: Run) => collection(platform);
  const isFree = facts === undefined;
  const traces: Traces<T, Inputs> = {
    ...tracesInNames<T>({
      kind: declaration.kind,
      what,
      collection,
      facts: facts ?? (async () => []),
      createdAt: kind.createdAt,
    }),
    isFree,
    isOpaque,
  };
  const watched = listed(collection);
  const resource = {
    ...declaration,
    async create(run, inputs) {
      const marker = requireMarker(inputs);
      const wanted = inputs.name ?? marker;
      const name = rename === undefined ? wanted : marker;
      const items = itemsOf(run);
      const lookup = await lookupByName(run, { what: `${what} "${wanted}"`, collection: items, markers: inputs, name });
      const body = { ...bodyOf(changes, inputs), name };
      const created = await new Creation(run, lookup).create((options) => items.create(body as never, options));
      if (!isFree) {
        const outputs = outputsOf(created, inputs, {});
        await awaitShown(run, watched, { kind: what, id: created.id, name: wanted, outputs });
      }
      const named = rename !== undefined && wanted !== marker ? await rename(run, created, inputs) : created;
      return { id: named.id, outputs: outputsOf(named, inputs, {}) };
    },
    createdByStack: (run) => createdByStack(run, traces),
    findLeftovers: (run, inputs) => leftoversByName(run, itemsOf(run), inputs),
    list: (run) => itemsOf(run).list({ signal: run.signal }),
    async read(run, { id, declared: recorded, state = {} }) {
      const item = await readShared(itemsOf(run), id, run.signal);
      if (item === undefined) return undefined;
      const live = pick(item as object as Values, changes.observed);
      const declared = recorded ?? importable(changes, definition.normalize?.(live) ?? live);
      return { inputs: project(changes, declared, live), outputs: outputsOf(item, declared, state) };
    },
    async update(run, { id, olds, news, state, found }) {
      const items = itemsOf(run);
      const item = await unlessNotFound(items.get(id, { signal: run.signal }));
      if (item === undefined) throw gone(`${what} ${id}`);
      found?.(outputsOf(item, olds, state));
      const patch = patchOf(changes, item as object as Values, { olds, news, state } as unknown as Change);
      refuse?.(item, patch, news);
      const isEmpty = Object.keys(patch).length === 0;
      const sent = isEmpty ? undefined : await items.update?.(id, patch as never, { signal: run.signal });
      const saved = sent ?? item;
      const outputs = outputsOf(saved, news, state);
      await updated?.(run, saved, outputs, item);
      return { outputs };
    },
    delete: (run, { id, whyHeld }) =>
      deleteWhenUnused(run, `${what} ${id}`, () => deleteUnlessGone(run, itemsOf(run), what, id), whyHeld),
  } satisfies Resource<Inputs>;
  const finishing = { ...resource, ...takingOver<T, Inputs>(resource, traces) };
  return isFree ? finishing : keepingUnshown<Inputs, typeof finishing, T>(finishing, what, watched);
}

/** Makes the traces of a kind with sealed names. */
export function tracesInNames<T extends Listed>(
  traces: Pick<Traces<T>, "kind" | "what" | "facts" | "createdAt"> & {
    readonly collection: (platform: Platform) => Pick<Collection<T, never, never>, "listing" | "get">;
  },
): Traces<T> {
  return {
    ...traces,
    markOf: ({ name }) => name,
    originIn: originInName,
    latest: ({ platform, signal }, id) => unlessNotFound(traces.collection(platform).get(id, { signal })),
  };
}

export function recordItem(changes: ChangeTable, { id: _, ...live }: Listed, declared: object): Values {
  return record(changes, { ...declared }, { ...live });
}
