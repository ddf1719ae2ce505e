import { SHARED_FOR_MS } from "../../client/collections/snapshot";
import type { Verdict } from "../ownership/verdict";
import { type Markers, requireMarker } from "../planning/marker";
import { OperationError } from "../pulumi/errors";
import type { Attributed, Listed } from "../session/resource";
import type { Run } from "../session/run";
import { describeJudged, type Judged, judgeUnrecorded } from "./judged";
import { listAll } from "./list-all";
import type { Traces } from "./traces";

/** An item that a killed or failed run of this stack created, and that no state contains. */
export interface Unfinished<Item> extends Judged<Item> {
  readonly verdict: Extract<Verdict, { readonly is: "unfinished" }>;
}

const isUnfinished = <Item>(judged: Judged<Item>): judged is Unfinished<Item> => judged.verdict.is === "unfinished";

/**
 * Returns the item of this resource that an earlier run created without recording it. Throws if Podwright cannot prove
 * whose such an item is, or may not take it over, because a second item would cost money, too. An item that Pulumi
 * replaces in this run does not count, because the state contains it.
 */
export async function findUnfinished<
  Item extends Listed,
  Inputs extends Markers & { readonly name?: string | undefined },
>(run: Run, inputs: Inputs, traces: Traces<Item, Inputs>): Promise<Unfinished<Item> | undefined> {
  const { stack, created, unconfirmed, signal } = run;
  const marker = requireMarker(inputs);
  // This process has already begun the creation, so it continues.
  if (stack === undefined || run.allowUnrecorded || created.has(marker) || unconfirmed.has(marker)) return undefined;
  const shared = { listing: () => run.existing.listing(traces, SHARED_FOR_MS * run.timeScale, signal) };
  const isOurs = (mark: string) => traces.originIn(mark, stack)?.name === run.name;
  const listed = await listAll(shared, isOurs, signal);
  const isSuspect = (item: Item) => {
    const origin = traces.originIn(traces.markOf(item), stack);
    const isItsOwn = origin === undefined ? traces.isFor?.(item, inputs) === true : origin.name === run.name;
    return isItsOwn && ![...created.values()].includes(item.id) && run.recorded?.knows(origin?.marker ?? "") !== true;
  };
  const suspects = listed.filter(isSuspect);
  if (suspects.length === 0) return undefined;
  const existing = await stillThere(run, traces, suspects);
  if (existing.length === 0) return undefined;
  // A copy is not of this run, and its original has its own verdict.
  const found = (await judgeUnrecorded(run, traces, { items: existing, marker })).filter(
    ({ verdict }) => verdict.is !== "copy",
  );
  const [first, ...others] = found;
  if (first === undefined) return undefined;
  if (run.takeOver && others.length === 0 && isUnfinished(first)) return first;
  if (traces.isFree !== true) throw await refusal(run, inputs, traces, found);
  for (const one of found) run.warn(await describeJudged(run, traces, one));
  return undefined;
}

/** Reads the items again, because a list may still contain a deleted item. */
export async function stillThere<Item extends Listed>(
  run: Run,
  { latest }: Pick<Traces<Item, never>, "latest">,
  items: readonly Item[],
): Promise<Item[]> {
  return (await Promise.all(items.map(({ id }) => latest(run, id)))).filter((item) => item !== undefined);
}

/** Makes the error for a create that would add an item beside these items. */
export async function refusal<Item extends Listed, Inputs extends Markers & { readonly name?: string | undefined }>(
  run: Run,
  inputs: Inputs,
  traces: Traces<Item, Inputs>,
  found: readonly Judged<Item>[],
): Promise<OperationError> {
  const texts = await Promise.all(found.map((one) => describeJudged(run, traces, one)));
  // Pulumi shows the first line up to three times, and the other lines once.
  return new OperationError(
    `${traces.what} "${inputs.name ?? requireMarker(inputs)}" was not created, and Podwright sent nothing.\n${texts.join("\n")}\n` +
      `To create another ${traces.what} beside ${found.map(({ item }) => item.id).join(" and ")}, set ${run.settingNames.allowUnrecorded} to true`,
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
