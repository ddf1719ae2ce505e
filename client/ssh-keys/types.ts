import type { CallOptions } from "../collection/collection";

/** The account's public SSH keys (contract section 12): one set for all, so two programs that set it overwrite each other. */
export interface SshKeys {
  get(options?: CallOptions): Promise<string[]>;
  /**
   * Replaces the whole set; `[]` clears it. Running pods keep the keys they started with. Answers the set.
   * Throws `ValidationError` before sending when an entry is not a public key in one line.
   */
  set(keys: readonly string[], options?: CallOptions): Promise<string[]>;
}
