import { asCalled } from "../../kernel/as-called";
import type { Listed } from "../session/resource";
import type { Run } from "../session/run";
import { type Judged, judgeUnrecorded, waysWith, whenReleased } from "./judged";
import { describeExisting, type Traces } from "./traces";
import { stillThere } from "./unrecorded";

/** Items that may use an object, such as the endpoints on a template. */
export interface Holders<Item extends Listed = Listed> {
  readonly traces: Traces<Item, never>;
  /** Decides from the item alone, or reads what RunPod does not show in it. */
  readonly uses: (item: Item, id: string, run: Run) => boolean | Promise<boolean>;
}

/** Declares items that may use an object. */
export function holders<Item extends Listed>(traces: Traces<Item, never>, uses: Holders<Item>["uses"]): Holders {
  return { traces, uses } as unknown as Holders;
}

/**
 * Returns a sentence about items that use the object, carry the mark of this stack, and are in no state of this stack.
 * Nothing in this run deletes such an item, so a wait for its end would be in vain. Returns `undefined` without such
 * items.
 */
export async function unrecordedHolders(run: Run, id: string, all: readonly Holders[]): Promise<string | undefined> {
  const { stack, platform, signal } = run;
  if (stack === undefined) return undefined;
  const found = await Promise.all(
    all.map(async ({ traces, uses }) => {
      const { items } = await traces.collection(platform).listing({ signal });
      const marked = items.filter((one) => traces.originIn(traces.markOf(one), stack) !== undefined);
      const using = await Promise.all(marked.map(async (one) => ((await uses(one, id, run)) ? [one] : [])));
      const judged = await judgeUnrecorded(run, traces, { items: await stillThere(run, traces, using.flat()) });
      return await Promise.all(judged.map((one) => sentenceOn(run, traces, one)));
    }),
  );
  const sentences = found.flat();
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

async function sentenceOn<Item extends Listed>(
  run: Run,
  traces: Traces<Item, never>,
  { item, verdict }: Judged<Item>,
): Promise<string> {
  const uses = `${await describeExisting(run, traces, item)} uses it`;
  switch (verdict.is) {
    case "unfinished":
      return `${uses}, which ${verdict.by} of this stack created and no state contains. Run "${asCalled(`podwright recover --delete-unrecorded ${item.id}`)}", which deletes it, then this command again.`;
    case "held":
      return `${uses}, which belongs to stack ${verdict.holder}.`;
    case "released":
      return `${uses}. ${whenReleased(verdict)}. ${waysWith(item)} Then run this command again.`;
    default:
      return `${uses}. It carries the mark of this stack, and the state does not contain it: ${verdict.why}. If nobody needs it, delete it in RunPod's console, then run this command again.`;
  }
}
