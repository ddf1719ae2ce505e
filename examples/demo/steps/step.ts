import type { Stage } from "../stage";

export interface Step {
  readonly title: string;
  /** What is about to be shown. */
  readonly sentence: string;
  play(stage: Stage): Promise<void>;
}
