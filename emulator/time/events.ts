import type { WorkerDue } from "../endpoints/events";
import type { JobDue, WebhookDue } from "../jobs/events";
import type { PodDue } from "../pods/events";

/**
 * Something that will happen at an instant. Plain data that names its subject by id, never a closure: whatever waits
 * for its time can so be written to a file, and happens after a restart as if there had been none.
 */
export type Due = PodDue | WorkerDue | JobDue | WebhookDue;

/**
 * For each kind of due event: what it does, or undefined when its subject is gone or has moved on. Asked ahead of time
 * too, to forget what will never happen, so the answer depends on the records only, not on the time.
 */
export type Keepers<D extends { readonly kind: string } = Due> = {
  readonly [K in D["kind"]]: (due: Extract<D, { readonly kind: K }>) => (() => void) | undefined;
};
