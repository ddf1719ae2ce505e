/** A move the pod makes by itself, if it has made no other since. */
export interface PodDue {
  readonly kind: "pod";
  readonly pod: string;
  readonly moves: number;
  readonly move: "container" | "ready" | "exit";
}
