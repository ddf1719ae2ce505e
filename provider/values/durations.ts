import * as z from "zod";
import { unitMs } from "../../client/values/duration";

/** A duration as Pulumi writes them: `90s`, `10m`, `1h30m`, `1.5h`. */
const pattern = /^(\d+(\.\d+)?(ms|s|m|h))+$/;

const likeThis = "a duration such as 90s, 10m or 1h30m";

export const duration = z.string().regex(pattern, `must be ${likeThis}`);

/** Milliseconds of such a duration. Throws a `RangeError` for any other text. */
export function parseDuration(text: string): number {
  if (!pattern.test(text)) throw new RangeError(`"${text}" is not ${likeThis}`);
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * unitMs[unit as keyof typeof unitMs],
    0,
  );
}
