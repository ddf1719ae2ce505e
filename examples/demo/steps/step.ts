import type { Stage } from "../stage";

export interface Step {
  readonly title: string;
  /** Sentence that explains the step to the visitor. */
  readonly sentence: string;
  play(stage: Stage): Promise<void>;
}
