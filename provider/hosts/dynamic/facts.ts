/** Facts about a kind for the program's process. */
export interface Facts {
  readonly kind: string;
  /** Inputs whose values are secret, also in the outputs. */
  readonly secrets: readonly string[];
  /** Outputs that RunPod may fill. Such an output is unknown, not absent, until the resource exists. */
  readonly computed: readonly string[];
}
