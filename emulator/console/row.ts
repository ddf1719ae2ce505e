/**
 * One line of a list, with the same fields for every kind. It has no environment, no key, and no content of a job.
 * Times are milliseconds of platform time.
 */
export interface Row {
  readonly id: string;
  readonly name: string;
  /** State in RunPod's words; the HTTP status of a request. */
  readonly status?: string;
  /** The first line beside the name. */
  readonly facts: string;
  /** The second line, in a fixed-width font. */
  readonly more: string;
  /** US dollars per hour. Absent for kinds that cost nothing by themselves. */
  readonly costPerHour?: number;
  /** Start of the age that the page counts. */
  readonly since?: number;
  /** Project, stack and logical name of the Pulumi resource that created the item. */
  readonly owner?: string;
  readonly workers?: readonly { readonly id: string; readonly state: string }[];
  readonly workersTotal?: number;
}

/** Podwright writes the creator of a pod or endpoint into this environment variable. */
const creatorKey = "PODWRIGHT_CREATED_BY";

/** The owner that an environment names, as `project/stack/name`; without one, the row has no owner. */
export function ownerIn(env: Readonly<Record<string, string>>): { readonly owner?: string } {
  const [, project, stack, name] = (env[creatorKey] ?? "").split("/").map(readable);
  return project && stack && name ? { owner: `${project}/${stack}/${name}` } : {};
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The parts that exist, with a dot between them. */
export function joined(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter((part) => typeof part === "string" && part !== "").join(" · ");
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A length of time in its largest unit. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 3_600_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`;
}
