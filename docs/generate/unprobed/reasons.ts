import type { Evidence } from "../../../cli/assumptions/evidence";

/** An assumption without a probe. */
export interface Unprobed {
  readonly assumption: string;
  /** Empty if RunPod has published nothing about the question, so that Podwright chose an answer. */
  readonly evidence: readonly Evidence[];
  /** The reason why no probe measures the assumption. */
  readonly reason: string;
}

export const WORKER = "it needs a worker on a GPU and an image that takes jobs";
export const FULL = "it needs hardware that is sold out";
export const ANY_PROBE = "every probe that reads would show a difference, because the client would refuse the response";
