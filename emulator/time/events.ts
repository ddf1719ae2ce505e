import type { JobStep } from "../scripts/execution";
import type { WebhookCall } from "../scripts/webhooks";

/** Reference to a job. */
export interface JobReference {
  readonly endpoint: string;
  readonly job: string;
}

/** Reference to one run of a job. */
export interface RunReference extends JobReference {
  readonly startedAt: number;
}

/** The next transition of a pod. The transition happens only if the pod makes no other transition (`moves`) before it. */
export interface PodEvent {
  readonly kind: "pod";
  readonly pod: string;
  readonly moves: number;
  readonly move: "container" | "ready" | "exit";
}

/**
 * Everything that can happen at a later time. Events are plain data and refer to their subject by id. So the state file can
 * contain events, and they also happen after a restart of the emulator.
 */
export type PlatformEvent =
  | PodEvent
  /** The scaler of an endpoint has to decide again. */
  | { readonly kind: "endpoint"; readonly endpoint: string; readonly at: number }
  /**
   * `pulled`: a worker has its image. `ready`, also without a `step`: the worker is initialized. `replace`: the platform
   * replaces the worker. `attempt` counts starts of a container that crashes.
   */
  | {
      readonly kind: "worker";
      readonly endpoint: string;
      readonly worker: string;
      readonly step?: "pulled" | "ready" | "replace";
      readonly attempt?: number;
    }
  /** The handler of a job has yielded a chunk or has ended. */
  | (RunReference & { readonly kind: "job-step"; readonly step: JobStep })
  /** RunPod notices that a worker never reported a job. */
  | (RunReference & { readonly kind: "job-loss" })
  /** A run exceeds its execution timeout. */
  | (RunReference & { readonly kind: "job-timeout" })
  /** A job in any state reaches its time to live, so RunPod removes it. */
  | (JobReference & { readonly kind: "job-expiry"; readonly expiresAt: number })
  /** RunPod removes the result of a job. */
  | (JobReference & { readonly kind: "job-forget"; readonly finishedAt: number })
  /** RunPod calls a webhook again. */
  | (WebhookCall & { readonly kind: "webhook"; readonly attempt: number });

type EventOf<K extends PlatformEvent["kind"]> = Extract<PlatformEvent, { readonly kind: K }>;

/**
 * Returns the effect of an event, or `undefined` if its subject is gone or has changed since. The clock also calls these
 * functions ahead of time, to drop events that will never happen. So these functions must depend only on the records and not on
 * the time.
 */
export type EventHandlers<K extends PlatformEvent["kind"] = PlatformEvent["kind"]> = {
  readonly [Kind in K]: (event: EventOf<Kind>) => (() => void) | undefined;
};
