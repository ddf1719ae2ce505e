/** A run of the engine on a stack, as `pulumi stack history --json` prints it. Previews are not in the history. */
export interface PastRun {
  /** Number of the resulting state, for `pulumi stack export --version`. 0 if the backend does not number states. */
  readonly version: number;
  /** Kind of the run, such as `update`, `refresh`, `destroy`, `import`, `resource-import` or `rename`. */
  readonly kind: string;
  /** The time of the start in RFC 3339. */
  readonly startTime: string;
  readonly endTime?: string;
  /** Result of the run: `succeeded`, `failed` or `in-progress`. */
  readonly result?: string;
  /** The number of resources by operation, including resources of other providers. */
  readonly resourceChanges?: Readonly<Record<string, number>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Operations that add an id to the state. */
const recording: readonly string[] = [
  "create",
  "create-replacement",
  "replace",
  "import",
  "import-replacement",
  "read",
];

/**
 * Returns whether a successful run may have added a resource to the state. The history of a failed run shows nothing,
 * because it does not count resources that RunPod created and that then failed to start.
 */
export function hasRecorded({ kind, resourceChanges }: PastRun): boolean {
  // An edit of the state counts no operations.
  if (resourceChanges === undefined) return true;
  if (kind !== "update" && kind !== "refresh" && kind !== "destroy") return true;
  return recording.some((operation) => (resourceChanges[operation] ?? 0) > 0);
}

/** Returns the time of the run in milliseconds. The history leaves out the fractions of its seconds. */
export function wholeSeconds({ startTime, endTime = "" }: PastRun): { readonly start: number; readonly end: number } {
  const floor = (time: string) => Math.floor(Date.parse(time) / 1_000) * 1_000;
  const start = floor(startTime);
  const end = floor(endTime);
  return { start, end: (Number.isNaN(end) ? start : end) + 1_000 };
}
