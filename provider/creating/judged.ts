import { asCalled } from "../../kernel/as-called";
import { messageOf } from "../../kernel/plain-text";
import { withoutStop } from "../../kernel/text";
import { earliestOf } from "../ownership/evidence";
import { type Candidate, judge, type Verdict } from "../ownership/verdict";
import type { Listed } from "../session/resource";
import type { Run, RunStack } from "../session/run";
import { describeExisting, type Traces } from "./traces";

/** An item that the stack's state does not contain, with the answer to the question whose it is. */
export interface Judged<Item> {
  readonly item: Item;
  readonly verdict: Verdict;
  /** The URNs in the state. */
  readonly urns: readonly string[];
}

/**
 * Judges the items that the state does not contain. `marker` is the marker of the creation in progress, which Pulumi
 * records as pending too.
 */
export async function judgeUnrecorded<Item extends Listed>(
  run: Run,
  traces: Traces<Item, never>,
  { items, marker }: { readonly items: readonly Item[]; readonly marker?: string },
): Promise<Judged<Item>[]> {
  const { stack, recorded } = run;
  const state = await idsIn(run, stack);
  const unrecorded = items.filter(({ id }) => !state.ids.has(id));
  if (unrecorded.length === 0) return [];
  const unknown = (why: string) =>
    unrecorded.map((item): Judged<Item> => ({ item, verdict: { is: "not proven", why }, urns: [] }));
  if (state.problem !== undefined) return unknown(unreadState(state.problem));
  if (stack === undefined || recorded === undefined) return unknown("Podwright does not know the stack");
  const candidates = unrecorded.map((item) => candidateOf(run, traces, item));
  try {
    const since = earliestOf(candidates.map(({ createdAt }) => createdAt));
    const evidence = await recorded.witnesses(stack, since, run.signal);
    const pending = evidence.pending.filter((one) => one.marker === undefined || one.marker !== marker);
    return candidates.map((one, index) => {
      const others = candidates.filter(
        ({ id, marker }) => id !== one.id && marker !== undefined && marker === one.marker,
      );
      const verdict = judge(one, others, { ...evidence, pending });
      return { item: unrecorded[index] as Item, verdict, urns: evidence.urns };
    });
  } catch (error) {
    run.signal.throwIfAborted();
    return unknown(unreadState(withoutStop(messageOf(error))));
  }
}

function candidateOf<Item extends Listed>(run: Run, traces: Traces<Item, never>, item: Item): Candidate {
  const { kind, markOf, originIn, createdAt } = traces;
  const { stack, begun } = run;
  const origin = stack && originIn(markOf(item), stack);
  const made = { kind, id: item.id, createdAt: createdAt?.(item) };
  if (stack === undefined) return { ...made, name: run.name };
  const { project, stack: stackName } = stack;
  if (origin === undefined) {
    if (traces.isUnmarked !== true) return { ...made, name: run.name };
    const noted = { name: run.name, marker: item.id };
    const begunAt = begun?.timeOf({ kind, project, stack: stackName, ...noted });
    return { ...made, ...noted, begunAt, isUnmarked: true };
  }
  return { ...made, ...origin, begunAt: begun?.timeOf({ kind, project, stack: stackName, ...origin }) };
}

function unreadState(problem: string): string {
  return `Podwright could not find out whether the state contains it (${problem}); if this run replaces it, add --refresh`;
}

/** Returns sentences about the item: the verdict on it, and the user's next steps. */
export async function describeJudged<Item extends Listed>(
  run: Run,
  traces: Traces<Item, never>,
  { item, verdict, urns }: Judged<Item>,
): Promise<string> {
  const it = await describeExisting(run, traces, item);
  const { id } = item;
  switch (verdict.is) {
    case "held":
      return `RunPod's ${it} carries the mark of this resource, but it belongs to stack ${verdict.holder} now, whose state contains it. Podwright leaves it alone.`;
    case "copy":
      return `RunPod's ${it} is a copy: ${verdict.why}. Podwright leaves it alone.`;
    case "released":
      return `RunPod already has ${it} for the same resource. ${whenReleased(verdict)}. ${waysWith(item)} Then run "pulumi up".`;
    case "not proven":
      return (
        `RunPod already has ${it} for the same resource, and the state does not contain it. Podwright cannot prove that a killed or failed run of this stack created it: ${verdict.why}. ` +
        `So Podwright leaves it alone. Find out whose ${id} is. If nobody needs it, delete it in RunPod's console, then run "pulumi up".`
      );
    case "unfinished": {
      const known = `RunPod already has ${it} for the same resource, and no state contains it: ${verdict.by} of this stack created it.`;
      const sentence = run.importSentence?.(id, urns);
      const alone = sentence === undefined ? "" : `${sentence}\n`;
      return verdict.by === "a killed run"
        ? `${known} Run "${asCalled("podwright recover")}", which adds it to the state. ${alone}Then run "pulumi up".`
        : `${known} ${alone}"${asCalled(`podwright recover --delete-unrecorded ${id}`)}" deletes it. Then run "pulumi up".`;
    }
  }
}

/** Says how the state lost the item. */
export function whenReleased({ at }: Extract<Verdict, { readonly is: "released" }>): string {
  return `The run that ended at ${at} recorded it, and later somebody removed it from the state, for example with "pulumi state delete" or retainOnDelete`;
}

/** Names what the user can do with an item that the state has lost. */
export function waysWith({ id }: Listed): string {
  return `If it still belongs to this stack, run "${asCalled(`podwright recover --adopt ${id}`)}", which writes it back into the state. If nobody needs it, delete it in RunPod's console.`;
}

/** Returns the ids of all resources in the state, or the reason why it could not read the state. */
export async function idsIn({ recorded, signal }: Pick<Run, "recorded" | "signal">, stack: RunStack | undefined) {
  if (recorded === undefined || stack === undefined) return { ids: new Set<string>() };
  try {
    return { ids: await recorded.ids(stack, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { ids: new Set<string>(), problem: withoutStop(messageOf(error)) };
  }
}
