import type { Plan } from "./changes";
import type { Declaration } from "./declaration";
import { type Change, type Followed, recorded } from "./rules";

/** Output that counts the changes which other resources follow. An input names this output in `alsoChanges`. */
const output = "revision";

/** Revision before any change. A follower without a recorded revision counts as if it had recorded this revision. */
export const first = 1;

/** Returns the effect of a plan on the resource's followers, or `undefined` for a kind without followers. */
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
