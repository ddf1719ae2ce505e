import * as z from "zod";
import { durationIn } from "../../client/values/duration";

const likeThis = "a duration such as 90s, 10m or 1h30m";

export const duration = z.string().refine((text) => durationIn(text) !== undefined, `must be ${likeThis}`);

/** Converts a duration into milliseconds. Throws a `RangeError` for any other text. */
export function parseDuration(text: string): number {
  const ms = durationIn(text);
  if (ms === undefined) throw new RangeError(`"${text}" is not ${likeThis}`);
  return ms;
}
