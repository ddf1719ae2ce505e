import type { Collection, Platform } from "../../client";
import { SHARED_FOR_MS } from "../../client/collections/snapshot";
import { formatDuration } from "../../client/values/duration";
import { withoutStop } from "../../client/values/text";
import { type Markers, requireMarker } from "../planning/marker";
import type { Origin } from "../session/owner";
import type { Attributed, Listed } from "../session/resource";
import type { Run, RunStack } from "../session/run";
import { messageOf, OperationError } from "../values/errors";
import { listAll } from "./list-all";

/** How a kind that costs money shows which resource created an item. */
export interface Traces<Item extends Listed, Inputs = Markers> {
  /** For messages: `network volume`. */
  readonly what: string;
  readonly collection: (platform: Platform) => Pick<Collection<Item, never, never>, "listing">;
  /** The item's text that shows its creator. */
  readonly markOf: (item: Item) => string;
  /** The resource of the stack that such a text names. */
  readonly originIn: (mark: string, stack: RunStack) => Origin | undefined;
  /** Another proof, for inputs whose own name leaves no room for a mark. */
  readonly isFor?: (item: Item, inputs: Inputs) => boolean;
  /** The current item; `undefined` if it is gone. */
  readonly latest: (run: Run, id: string) => Promise<Item | undefined>;
  /** The item's nature and cost, in parts such as `$0.44 an hour`. May fail. */
  readonly facts: (run: Run, item: Item) => Promise<readonly string[]>;
}

/**
 * Throws if RunPod has an item of this resource outside the state: usually a run was killed during the create, and a
 * second item would cost twice. An item that is being replaced is in the state.
 */
export async function refuseBesideUnrecorded<
  Item extends Listed,
  Inputs extends Markers & { readonly name?: string | undefined },
>(run: Run, inputs: Inputs, traces: Traces<Item, Inputs>): Promise<void> {
  const { stack, created, unconfirmed, signal } = run;
  const marker = requireMarker(inputs);
  // A creation that this process has begun already continues.
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
  // The list may be older than a deletion.
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
        ? "and the state does not hold it. "
        : `and Podwright could not read whether the state holds it (${withoutStop(state.problem)}): if this run is to replace it, add --refresh. `) +
      `${waysBack(
        run,
        unrecorded.map(({ id }) => id),
      )} ` +
      `If the ${traces.what} is to stay, because it is another stack's by now (pulumi state move, stack rename) or this one let it go (retainOnDelete, pulumi state delete), set ${run.settingNames.allowUnrecorded} to true`,
  );
}

/** All items that resources of the run's stack created, recorded or not. */
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

/** `cluster c-1 (5m old, $43.04 an hour)`. */
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

/** `5m old`, if RunPod reports the time of creation. */
export function ageOf({ clock }: Run, createdAt: string | undefined): string[] {
  const age = clock.now() - Date.parse(createdAt ?? "");
  return Number.isNaN(age) ? [] : [`${formatDuration(Math.max(0, age))} old`];
}

/** The user's ways to handle items outside the state. */
export function waysBack({ importSentence }: Run, ids: readonly string[]): string {
  const [id] = ids;
  const alone = importSentence === undefined || id === undefined ? "" : `${importSentence(id)}\n`;
  return (
    `If a killed run created it, run "podwright recover", which writes it into the state or says how. ${alone}` +
    `If nothing needs it, delete ${ids.join(" and ")} on RunPod. Then run "pulumi up".`
  );
}

/** Ids of all resources in the state, and the reason if they could not be read. */
export async function idsIn({ recorded, signal }: Pick<Run, "recorded" | "signal">, stack: RunStack) {
  if (recorded === undefined) return { ids: new Set<string>() };
  try {
    return { ids: await recorded.ids(stack, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { ids: new Set<string>(), problem: messageOf(error) };
  }
}
