import { oneLine } from "../../kernel/plain-text";
import type { Display } from "./style";

/** Formats times in the order of RFC 3339, as Swedish dates do. */
const local = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium" });

/** Formats a time in RFC 3339. A terminal shows it in the local time zone. Without a terminal, it stays in UTC. */
export function shownTime(time: string, { terminal }: Pick<Display, "terminal">): string {
  const at = new Date(time);
  return terminal === undefined || Number.isNaN(at.getTime()) ? oneLine(time) : local.format(at);
}
