/** Facts about a kind for the program's process. */
export interface Facts {
  readonly kind: string;
  /** Inputs whose values are secret. They stay secret in the outputs. */
  readonly secrets: readonly string[];
  /** Outputs that RunPod may fill. They are unknown, not absent, until the resource exists. */
  readonly computed: readonly string[];
}
