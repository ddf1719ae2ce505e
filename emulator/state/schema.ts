import { z } from "zod";

/** The format this emulator writes. It grows when a file of the one before cannot simply be taken over. */
export const version = 1;

const id = z.string().min(1);
const time = z.number();
const env = z.record(z.string(), z.string());
const record = z.looseObject({ id });

/** Records by their id. Loose everywhere: what a record has besides is taken as it is. */
function byId<T extends z.ZodType<{ id: string }>>(schema: T) {
  return z.map(z.string(), schema).refine((map) => [...map].every(([key, value]) => key === value.id), {
    error: "a record is not filed under its id",
  });
}

const pod = record.extend({
  name: z.string(),
  status: z.enum(["PROVISIONING", "STARTING", "RUNNING", "EXITED", "ERROR", "TERMINATED"]),
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

/** What a version 1 file holds, references resolved. A part that is missing is as in an empty account. */
const platform = z
  .looseObject({
    clock,
    ids: z.int(),
    stock: z.record(z.string(), z.number()),
    pods: byId(pod),
    templates: byId(record.extend({ name: z.string(), env })),
    volumes: byId(record.extend({ name: z.string(), size: z.number() })),
    registries: byId(record.extend({ name: z.string() })),
    endpoints: byId(endpoint),
    released: z.map(z.string(), time),
    scripts: z.array(z.looseObject({})),
    handlers: z.map(z.string(), z.looseObject({})),
    sshKeys: z.array(z.string()),
    platformEnv: env,
  })
  .partial();

/** Says what is wrong, or nothing. It only looks: what it answers would be a copy in which nothing is shared. */
export function mistakesIn(parts: unknown): string | undefined {
  const looked = platform.safeParse(parts);
  if (looked.success) return undefined;
  const [issue] = looked.error.issues;
  return `${issue?.path.join(".") || "platform"}: ${issue?.message}`;
}
