import type { Collection, Platform } from "../../client";
import { SHARED_FOR_MS } from "../../client/collections/snapshot";
import { formatDuration } from "../../client/values/duration";
import { withoutStop } from "../../client/values/text";
import { type Markers, requireMarker } from "../planning/marker";
import type { Origin } from "../session/owner";
import type { Attributed, Listed } from "../session/resource";
import type { Run, RunStack } from "../session/run";
import { asCalled } from "../values/as-called";
import { messageOf, OperationError } from "../values/errors";
import { listAll } from "./list-all";

/** Finds out which resource of a program created an item. Every kind that costs money declares its traces. */
export interface Traces<Item extends Listed, Inputs = Markers> {
  /** Name of the kind in messages, such as `network volume`. */
  readonly what: string;
  readonly collection: (platform: Platform) => Pick<Collection<Item, never, never>, "listing">;
  /** Returns the item's text that names its creator, such as its name or an environment variable. */
  readonly markOf: (item: Item) => string;
  /** Returns the stack's resource that this text names. */
  readonly originIn: (mark: string, stack: RunStack) => Origin | undefined;
  /** Recognizes an item without a mark by its inputs. An explicit name leaves no room for a mark. */
  readonly isFor?: (item: Item, inputs: Inputs) => boolean;
  /** Reads the item again. Returns `undefined` for a deleted item. */
  readonly latest: (run: Run, id: string) => Promise<Item | undefined>;
  /** Describes the hardware and the cost of the item, in parts such as `$0.44 an hour`. May throw. */
  readonly facts: (run: Run, item: Item) => Promise<readonly string[]>;
}

/**
 * Throws if RunPod has an item of this resource that the state does not contain. Usually a killed run created it, and a
 * second item would cost money, too. An item that Pulumi replaces in this run does not count, because the state
 * contains it.
 */
export async function refuseBesideUnrecorded<
  Item extends Listed,
  Inputs extends Markers & { readonly name?: string | undefined },
>(run: Run, inputs: Inputs, traces: Traces<Item, Inputs>): Promise<void> {
  const { stack, created, unconfirmed, signal } = run;
  const marker = requireMarker(inputs);
  // This process has already begun the creation, so it continues.
  if (stack === undefined || run.allowUnrecorded || created.has(marker) || unconfirmed.has(marker)) return;
  const shared = { listing: () => run.existing.listing(traces, SHARED_FOR_MS * run.timeScale, signal) };
  const isOurs = (mark: string) => traces.originIn(mark, stack)?.name === run.name;
  const listed = await listAll(shared, isOurs, signal);
  const isSuspect = (item: Item) => {
    const origin = traces.originIn(traces.markOf(item), stack);
    const isItsOwn = origin === undefined ? traces.isFor?.(item, inputs) === true : origin.name === run.name;
    return isItsOwn && ![...created.values()].includes(item.id) && run.recorded?.knows(origin?.marker ?? "") !== true;
  };
  const suspects = listed.filter(isSuspect);
  if (suspects.length === 0) return;
  // The list may still contain a deleted item.
  const existing = (await Promise.all(suspects.map(({ id }) => traces.latest(run, id)))).filter(
    (item) => item !== undefined,
  );
  if (existing.length === 0) return;
  const state = await idsIn(run, stack);
  const unrecorded = existing.filter(({ id }) => !state.ids.has(id));
  if (unrecorded.length === 0) return;
  const found = await Promise.all(unrecorded.map((item) => describeExisting(run, traces, item)));
  throw new OperationError(
    `${traces.what} "${inputs.name ?? marker}" was not created, and Podwright sent nothing. RunPod already has ${found.join(" and ")} for the same resource, ` +
      (state.problem === undefined
        ? "and the state does not contain it. "
        : `and Podwright could not find out whether the state contains the resource (${withoutStop(state.problem)}). To let this run replace the resource, add --refresh. `) +
      `${waysBack(
        run,
        unrecorded.map(({ id }) => id),
      )} ` +
      `If the ${traces.what} must stay, because it now belongs to another stack (pulumi state move, stack rename) or this stack no longer manages it (retainOnDelete, pulumi state delete), set ${run.settingNames.allowUnrecorded} to true`,
  );
}

/** Returns all items that the stack's resources created, whether or not the state contains them. */
export async function createdByStack<Item extends Listed>(
  { platform, stack, signal }: Run,
  { collection, markOf, originIn }: Pick<Traces<Item, never>, "collection" | "markOf" | "originIn">,
): Promise<Attributed[]> {
  if (stack === undefined) return [];
  const { items } = await collection(platform).listing({ signal });
  return items.flatMap((item) => {
    const origin = originIn(markOf(item), stack);
    return origin === undefined ? [] : [{ id: item.id, name: origin.name, marker: origin.marker }];
  });
}

/** Returns a text such as `cluster c-1 (5m old, $43.04 an hour)`. */
export async function describeExisting<Item extends Listed>(
  run: Run,
  { what, facts }: Pick<Traces<Item, never>, "what" | "facts">,
  item: Item,
): Promise<string> {
  const known = await facts(run, item).catch((): string[] => {
    run.signal.throwIfAborted();
    return [];
  });
  return `${what} ${item.id}${known.length === 0 ? "" : ` (${known.join(", ")})`}`;
}

/** Returns a text such as `5m old`, or nothing if RunPod does not report the time of creation. */
export function ageOf({ clock }: Run, createdAt: string | undefined): string[] {
  const age = clock.now() - Date.parse(createdAt ?? "");
  return Number.isNaN(age) ? [] : [`${formatDuration(Math.max(0, age))} old`];
}

/** Advises the user what to do with items that the state does not contain. */
export function waysBack({ importSentence }: Run, ids: readonly string[]): string {
  const [id] = ids;
  const alone = importSentence === undefined || id === undefined ? "" : `${importSentence(id)}\n`;
  return (
    `If a killed run created it, run "${asCalled("podwright recover")}", which adds it to the state or tells you how. ${alone}` +
    `If you do not need it, delete ${ids.join(" and ")} on RunPod. Then run "pulumi up".`
  );
}

/** Returns the ids of all resources in the state, or the reason why it could not read the state. */
export async function idsIn({ recorded, signal }: Pick<Run, "recorded" | "signal">, stack: RunStack) {
  if (recorded === undefined) return { ids: new Set<string>() };
  try {
    return { ids: await recorded.ids(stack, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { ids: new Set<string>(), problem: messageOf(error) };
  }
}
