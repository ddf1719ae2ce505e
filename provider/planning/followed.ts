import type { Plan } from "./changes";
import type { Declaration } from "./declaration";
import { type Change, type Followed, recorded } from "./rules";

/** The output that counts the changes which other resources follow. An input names it in `alsoChanges`. */
const output = "revision";

/** Of what has never changed. A follower without a record counts as of this one. */
export const first = 1;

/** What a plan means for those that follow the resource; `undefined` where nobody can. */
export function followedIn(
  { alsoChanged, outputs }: Pick<Declaration, "alsoChanged" | "outputs">,
  { differences }: Plan,
  { news, state }: Change,
): Followed | undefined {
  if (!(output in outputs.shape)) return undefined;
  const changed = differences
    .filter(({ effect, path: [input = ""] }) => effect !== recorded && alsoChanged[input]?.includes(output))
    .map(({ path: [input = ""] }) => String(input));
  const before = Number(state[output] ?? first);
  return { before, revision: before + (changed.length > 0 ? 1 : 0), changed: [...new Set(changed)], inputs: news };
}
