import * as z from "zod";
import { podStatuses } from "../records/pod";

/** Version of the format that this emulator writes. A change that makes older files unreadable needs a new version. */
export const version = 1;

const id = z.string().min(1);
const time = z.number();
const env = z.record(z.string(), z.string());
const record = z.looseObject({ id });

/** Returns the schema of a map from ids to records. Other properties of a record pass unchecked. */
function byId<T extends z.ZodType<{ id: string }>>(schema: T) {
  return z.map(z.string(), schema).refine((map) => [...map].every(([key, value]) => key === value.id), {
    error: "the key of a record is not its id",
  });
}

const pod = record.extend({
  name: z.string(),
  status: z.enum(podStatuses),
  env,
  moves: z.int(),
  createdAt: time,
  log: z.array(z.looseObject({ ts: time, sequence: z.int(), line: z.string() })),
});

const job = record.extend({
  status: z.enum(["IN_QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"]),
  input: z.record(z.string(), z.unknown()),
  submittedAt: time,
});

const endpoint = record.extend({
  name: z.string(),
  templateId: id,
  version: z.int(),
  workers: z.array(record.extend({ state: z.string(), startedAt: time, job: job.optional() })),
  queue: z.array(job),
  jobs: byId(job),
});

const clock = z.looseObject({
  now: time,
  offset: z.number(),
  agenda: z.array(z.looseObject({ at: time, due: z.looseObject({ kind: z.string() }) })),
});

/** Content of a file of version 1, with references resolved. A missing part counts as empty. */
const platform = z
  .looseObject({
    clock,
    ids: z.int(),
    stock: z.record(z.string(), z.number()),
    pods: byId(pod),
    templates: byId(record.extend({ name: z.string(), env })),
    volumes: byId(record.extend({ name: z.string(), size: z.number() })),
    registries: byId(record.extend({ name: z.string() })),
    secrets: byId(record.extend({ name: z.string() })),
    endpoints: byId(endpoint),
    released: z.map(z.string(), time),
    scripts: z.array(z.looseObject({})),
    workerScripts: z.array(z.looseObject({})),
    handlers: z.map(z.string(), z.looseObject({})),
    sshKeys: z.array(z.string()),
    platformEnv: env,
  })
  .partial();

/**
 * Returns the first mistake, or `undefined`. The result is not the parsed data, because objects that several records share
 * would become separate copies.
 */
export function mistakesIn(parts: unknown): string | undefined {
  const parsed = platform.safeParse(parts);
  if (parsed.success) return undefined;
  const [issue] = parsed.error.issues;
  return `${issue?.path.join(".") || "platform"}: ${issue?.message}`;
}
