/**
 * One row of a list, with the same fields for every kind. A row contains no environment, no API key, and no input or output of
 * a job. Times are milliseconds of platform time.
 */
export interface Row {
  readonly id: string;
  readonly name: string;
  /** State by RunPod's name. For a request, this is the HTTP status. */
  readonly status?: string;
  /** First line, next to the name. */
  readonly facts: string;
  /** Second line, in a fixed-width font. */
  readonly more: string;
  /** Cost in US dollars an hour. Absent for kinds without a cost of their own. */
  readonly costPerHour?: number;
  /** Time from which the page counts the age. */
  readonly since?: number;
  /** Project, stack and logical name of the Pulumi resource that created the item. */
  readonly owner?: string;
  readonly workers?: readonly { readonly id: string; readonly state: string }[];
  readonly workersTotal?: number;
}

/** Environment variable in which Podwright records the creator of a pod or endpoint. */
const creatorKey = "PODWRIGHT_CREATED_BY";

/** Returns the owner from an environment, as `project/stack/name`. Without an owner, returns an empty object. */
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

/** Joins the parts that are not empty, with a dot between them. */
export function joined(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter((part) => typeof part === "string" && part !== "").join(" · ");
}

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Formats a length of time in its largest unit. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 3_600_000 ? `${Math.floor(ms / 60_000)} min` : `${Math.floor(ms / 3_600_000)} h`;
}
