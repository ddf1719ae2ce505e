import type { Plan } from "./changes";
import type { Declaration } from "./declaration";
import { type Change, type Followed, recorded } from "./rules";

/** The output that counts the changes which other resources follow. An input names it in `alsoChanges`. */
const output = "revision";

/** The revision before any change. A follower without a record counts as a follower of this revision. */
export const first = 1;

/** The effect of a plan on the resource's followers; `undefined` for a kind that cannot be followed. */
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
