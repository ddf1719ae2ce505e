import type { JobStep } from "../scripts/execution";
import type { WebhookCall } from "../scripts/webhooks";

/** Names a job. */
export interface JobReference {
  readonly endpoint: string;
  readonly job: string;
}

/** Names one run of a job. */
export interface RunReference extends JobReference {
  readonly startedAt: number;
}

/** A pod's next transition by itself. It happens only if the pod makes no other transition (`moves`) before. */
export interface PodEvent {
  readonly kind: "pod";
  readonly pod: string;
  readonly moves: number;
  readonly move: "container" | "ready" | "exit";
}

/**
 * Everything that can happen at a later instant. Events are plain data that name their subject by id, never closures: so
 * the state file can hold them, and they happen after a restart as if there had been none.
 */
export type PlatformEvent =
  | PodEvent
  /** The endpoint's scaler has to decide again. */
  | { readonly kind: "endpoint"; readonly endpoint: string; readonly at: number }
  /** A worker has its image, is initialized, or is replaced; without a `step` the second. `attempt` counts starts of a container that crashes. */
  | {
      readonly kind: "worker";
      readonly endpoint: string;
      readonly worker: string;
      readonly step?: "pulled" | "ready" | "replace";
      readonly attempt?: number;
    }
  /** A job's handler has yielded a chunk, or has ended. */
  | (RunReference & { readonly kind: "job-step"; readonly step: JobStep })
  /** RunPod notices that a worker does not report a job. */
  | (RunReference & { readonly kind: "job-loss" })
  /** A run exceeds its execution timeout. */
  | (RunReference & { readonly kind: "job-timeout" })
  /** The removal of a job, in any state. */
  | (JobReference & { readonly kind: "job-expiry"; readonly expiresAt: number })
  /** A job's result is removed. */
  | (JobReference & { readonly kind: "job-forget"; readonly finishedAt: number })
  /** A webhook is called again. */
  | (WebhookCall & { readonly kind: "webhook"; readonly attempt: number });

type EventOf<K extends PlatformEvent["kind"]> = Extract<PlatformEvent, { readonly kind: K }>;

/**
 * For each kind of event: its effect, or undefined if its subject is gone or has changed since. The clock also calls
 * these ahead of time, to drop events that will never happen, so they depend on the records only, not on the time.
 */
export type EventHandlers<K extends PlatformEvent["kind"] = PlatformEvent["kind"]> = {
  readonly [Kind in K]: (event: EventOf<Kind>) => (() => void) | undefined;
};
