import type { JobStep } from "./execution";
import type { WebhookCall } from "./webhooks";

/** How due events name a job. */
export interface AboutJob {
  readonly endpoint: string;
  readonly job: string;
}

export interface AboutRun extends AboutJob {
  /** Which run of the job. */
  readonly startedAt: number;
}

export type JobDue =
  /** Its handler has yielded something, or is through. */
  | (AboutRun & { readonly kind: "job-step"; readonly step: JobStep })
  /** It may run no longer. */
  | (AboutRun & { readonly kind: "job-timeout" })
  /** From now on nobody knows the job, whatever its state. */
  | (AboutJob & { readonly kind: "job-expiry"; readonly expiresAt: number })
  /** Its result is kept no longer. */
  | (AboutJob & { readonly kind: "job-forget"; readonly finishedAt: number });

/** Somebody is to be told of a finished job. */
export interface WebhookDue extends WebhookCall {
  readonly kind: "webhook";
  readonly attempt: number;
}
