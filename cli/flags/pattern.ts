import * as z from "zod";

/** A text of a file or flag, in which `*` stands for any characters. */
export const pattern = z.string().min(1);

/** Returns whether the whole text fits the pattern. */
export function matches(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "su").test(text);
}
