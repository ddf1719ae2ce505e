import type { Platform } from "../platform/platform";
import { type ConsoleKind, consoleKinds, jobRow, jobsOf, type KindName, requestRow, workerRow } from "./kinds";
import type { Row } from "./row";

const most = { jobs: 20, requests: 50 } as const;

/** Returns the page of one item: its row, its public fields and its parts. Returns undefined if the item is gone. */
export function itemView(platform: Platform, name: KindName, id: string) {
  const kind = consoleKinds[name] as ConsoleKind<unknown>;
  if (kind.shape === undefined) return undefined;
  for (const item of kind.newest(platform, Number.POSITIVE_INFINITY)) {
    const row = kind.row(item, platform);
    if (row.id === id)
      return {
        kind: name,
        title: kind.title,
        row,
        facts: factsOf(kind.shape(item, platform)),
        parts: partsOf(platform, name, id),
      };
  }
  return undefined;
}

export type ItemView = NonNullable<ReturnType<typeof itemView>>;

/** Returns the lists under an item. */
function partsOf(platform: Platform, name: KindName, id: string) {
  const requests = platform.journal.about(id, most.requests).map((entry, index) => requestRow(entry, String(index)));
  const endpoint = name === "endpoints" ? platform.endpoints.get(id) : undefined;
  return [
    ...(endpoint ? [part("Workers", "workers", endpoint.workers.map(workerRow))] : []),
    ...(endpoint ? [part("Jobs", "jobs", jobsOf(endpoint, most.jobs).map(jobRow))] : []),
    part("Requests about it", "requests", requests),
  ];
}

function part(title: string, kind: "workers" | "jobs" | "requests", rows: readonly Row[]) {
  return { title, kind, rows };
}

/** Fields that change with every read, or that the page must not show. */
const left = new Set(["runtime", "actions"]);
const environments = new Set(["env", "workerEnv"]);

/**
 * Returns the fields of an object as lines of text, with names such as `gpu.count`. For an environment, the result has only the
 * number of variables, because their values may be secret.
 */
function factsOf(shape: object, prefix = ""): [label: string, value: string][] {
  return Object.entries(shape).flatMap(([key, value]): [string, string][] => {
    const label = `${prefix}${key}`;
    if (left.has(key) || value === null || value === undefined || value === "") return [];
    if (environments.has(key)) return [[label, `${Object.keys(value).length} variables`]];
    if (Array.isArray(value)) return value.length === 0 ? [] : [[label, value.map(textOf).join(", ")]];
    return typeof value === "object" ? factsOf(value, `${label}.`) : [[label, String(value)]];
  });
}

function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
