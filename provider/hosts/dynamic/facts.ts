/** What a program's process has to know of a kind. */
export interface Facts {
  readonly kind: string;
  /** Inputs whose values are secret, also in the outputs. */
  readonly secrets: readonly string[];
  /** Outputs that a program need not give: unknown, not absent, until the resource exists. */
  readonly computed: readonly string[];
}
