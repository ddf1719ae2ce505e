import type { Values } from "../../../kernel/values";

export const statuses = ["SUCCEEDED", "FAILED", "TIMED_OUT", "LOST", "RUNNING"] as const;
export type TaskStatus = (typeof statuses)[number];

/** Tells whether a recorded run lost its pod, and may start another one. */
export function mayRunAgain({ status, attempts }: Values, retries: number): boolean {
  return status === "LOST" && typeof attempts === "number" && attempts <= retries;
}
