import * as z from "zod";
import { unitMs } from "../../client/values/duration";

/** A duration in Pulumi's notation, such as `90s`, `10m`, `1h30m` or `1.5h`. */
const pattern = /^(\d+(\.\d+)?(ms|s|m|h))+$/;

const likeThis = "a duration such as 90s, 10m or 1h30m";

export const duration = z.string().regex(pattern, `must be ${likeThis}`);

/** Converts a duration into milliseconds. Throws a `RangeError` for any other text. */
export function parseDuration(text: string): number {
  if (!pattern.test(text)) throw new RangeError(`"${text}" is not ${likeThis}`);
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * unitMs[unit as keyof typeof unitMs],
    0,
  );
}
