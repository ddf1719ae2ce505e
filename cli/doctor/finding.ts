import type * as z from "zod";
import type { finding } from "./report";

export type Finding = Readonly<z.infer<typeof finding>>;
export type Level = Finding["level"];
/** A finding without its group. */
export type Found = Omit<Finding, "group">;

export const well = (check: string, message: string): Found => ({ check, level: "ok", message });

const needing = (level: Level) => (check: string, message: string, action: string) => {
  return { check, level, message, action } satisfies Found;
};
/** A remark for the user that does not prevent `pulumi up`. */
export const warning = needing("warning");
/** A problem that prevents a successful `pulumi up`. */
export const problem = needing("problem");
/** A check that Podwright could not carry out. */
export const unchecked = needing("unchecked");
