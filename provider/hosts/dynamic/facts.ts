/** The facts about a kind that a program's process needs. */
export interface Facts {
  readonly kind: string;
  /** Inputs whose values are secret, also in the outputs. */
  readonly secrets: readonly string[];
  /** Outputs that a program need not give: unknown, not absent, until the resource exists. */
  readonly computed: readonly string[];
}
