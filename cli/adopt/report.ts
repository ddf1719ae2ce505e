import type { Adopted, LeftOut } from "./plan";

/** The result of `podwright adopt`, as its JSON shows it. */
export interface AdoptReport {
  /** Whether the stack's state holds the resources now. */
  readonly done: boolean;
  readonly adopted: readonly Adopted[];
  readonly left: readonly LeftOut[];
  /** Files that the command wrote. */
  readonly files: readonly string[];
  /** Keys of the secrets that the command put into the stack's configuration. */
  readonly secrets: readonly string[];
  /** What the preview would change, in words; empty after a good adoption. `null` without a preview. */
  readonly changes: readonly string[] | null;
  /** The next step, in a sentence. */
  readonly next?: string;
}
