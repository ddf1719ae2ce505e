import type { Adopted, LeftOut } from "./plan";

/** The JSON report of `podwright adopt`. */
export interface AdoptReport {
  /** True if the stack's state contains the resources. */
  readonly done: boolean;
  readonly adopted: readonly Adopted[];
  readonly left: readonly LeftOut[];
  /** Files that the command wrote. */
  readonly files: readonly string[];
  /** Keys of the secrets that the command added to the stack's configuration. */
  readonly secrets: readonly string[];
  /** Planned changes of the preview, as texts. Empty if the program matches the state. `null` without a preview. */
  readonly changes: readonly string[] | null;
  /** The next step as a sentence. */
  readonly next?: string;
}
