import { readFile, rename, writeFile } from "node:fs/promises";
import * as z from "zod";
import { messageOf } from "../../kernel/plain-text";
import { type AccountItem, isIdle } from "../account/inventory";
import { sentenceOf } from "../context/attempt";

const observation = z.strictObject({
  /** Time of the first observation without work, in RFC 3339. All later observations show no work either. */
  idleSince: z.string(),
  observations: z.int().min(1),
  runningSince: z.string().nullable(),
  finishedJobs: z.int().optional(),
});
const file = z.strictObject({ version: z.literal(1), idle: z.record(z.string(), observation) });

export type Observation = Readonly<z.infer<typeof observation>>;

/** The idle resources of the last run, by kind and id. */
export type History = ReadonlyMap<string, Observation>;

/**
 * Fewest observations for a verdict. With fewer observations, a pause of a minute would look like a pause of an hour.
 */
const fewestObservations = 3;

export function observedOf({ kind, id }: Pick<AccountItem, "kind" | "id">, history: History): Observation | undefined {
  return history.get(`${kind} ${id}`);
}

/** Returns whether the resource did no work for the whole time, in at least `fewestObservations` observations. */
export function coversIdle({ idleSince, observations }: Observation, ms: number, now: number): boolean {
  return observations >= fewestObservations && now - Date.parse(idleSince) >= ms;
}

/**
 * Returns the history with the current observation added. A resource's idle time begins again after work, a restart or
 * a finished job.
 */
export function observe(items: readonly AccountItem[], before: History, now: number): History {
  const idle = new Map<string, Observation>();
  for (const item of items) {
    if (!isIdle(item, 0, now)) continue;
    const { runningSince = null, finishedJobs } = item.activity ?? {};
    const last = observedOf(item, before);
    const isSame = last?.runningSince === runningSince && last.finishedJobs === finishedJobs;
    const since = isSame ? last : { idleSince: new Date(now).toISOString(), observations: 0 };
    idle.set(`${item.kind} ${item.id}`, {
      idleSince: since.idleSince,
      observations: since.observations + 1,
      runningSince,
      ...(finishedJobs === undefined ? {} : { finishedJobs }),
    });
  }
  return idle;
}

/** Reads the history. A missing file counts as an empty history. */
export async function readHistory(path: string): Promise<History> {
  try {
    const { idle } = file.parse(JSON.parse(await readFile(path, "utf8")));
    return new Map(Object.entries(idle));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    const reason =
      error instanceof z.ZodError ? "`podwright guard` did not write this file" : sentenceOf(messageOf(error));
    throw new Error(`Podwright cannot use ${path} as the history: ${reason}. Name another file, or delete this file`);
  }
}

/** Replaces the whole file in one step, so that a killed run leaves no partial file. */
export async function writeHistory(path: string, history: History): Promise<void> {
  const next = `${path}.next`;
  try {
    await writeFile(next, `${JSON.stringify({ version: 1, idle: Object.fromEntries(history) }, null, 2)}\n`);
    await rename(next, path);
  } catch (error) {
    throw new Error(`Podwright cannot write the history ${path}: ${sentenceOf(messageOf(error))}. Check --history`);
  }
}
