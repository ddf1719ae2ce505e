import { z } from "zod";
import { podStatuses } from "../records/pod";

/** The format that this emulator writes. A change that cannot read older files needs a new number. */
export const version = 1;

const id = z.string().min(1);
const time = z.number();
const env = z.record(z.string(), z.string());
const record = z.looseObject({ id });

/** Records by their id. Other properties of a record pass unchecked. */
function byId<T extends z.ZodType<{ id: string }>>(schema: T) {
  return z.map(z.string(), schema).refine((map) => [...map].every(([key, value]) => key === value.id), {
    error: "a record is not filed under its id",
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

/** The content of a version 1 file, references resolved. A missing part is as in an empty account. */
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

/** The first mistake, if any. It does not return the parsed data, which would be a copy without shared objects. */
export function mistakesIn(parts: unknown): string | undefined {
  const parsed = platform.safeParse(parts);
  if (parsed.success) return undefined;
  const [issue] = parsed.error.issues;
  return `${issue?.path.join(".") || "platform"}: ${issue?.message}`;
}
