import type * as z from "zod";
import type { finding } from "./report";

export type Finding = Readonly<z.infer<typeof finding>>;
export type Level = Finding["level"];
/** A finding before its group is known. */
export type Found = Omit<Finding, "group">;

export const well = (check: string, message: string): Found => ({ check, level: "ok", message });

const needing = (level: Level) => (check: string, message: string, action: string) => {
  return { check, level, message, action } satisfies Found;
};
/** Something to know; `up` works all the same. */
export const warning = needing("warning");
/** Something that stands between the user and a working `up`. */
export const problem = needing("problem");
/** What could not be looked at. */
export const unchecked = needing("unchecked");
