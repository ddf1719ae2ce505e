import { oneLine } from "../../client/values/plain-text";
import type { Display } from "./style";

/** Swedish dates have the order of RFC 3339. */
const local = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium" });

/** A moment in RFC 3339: the time of this machine's place on a terminal, and unchanged (UTC) in other places. */
export function shownTime(time: string, { terminal }: Pick<Display, "terminal">): string {
  const at = new Date(time);
  return terminal === undefined || Number.isNaN(at.getTime()) ? oneLine(time) : local.format(at);
}
