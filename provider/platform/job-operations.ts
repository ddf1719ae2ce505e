import * as z from "zod";
import type { Http } from "./http/http";
import { type ApiRequest, pathOf } from "./http/message";
import type { EndpointHealth, Job, Jobs, PurgedQueue } from "./jobs";
import type { CallOptions } from "./platform";

const optionalNumber = z.number().optional().catch(undefined);

const jobAnswer: z.ZodType<Job> = z.object({
  id: z.string().min(1),
  status: z.string().min(1),
  output: z.unknown().optional(),
  // Handlers raise more than strings.
  error: z
    .unknown()
    .optional()
    .transform((value) => (value === undefined || value === null ? undefined : textOf(value))),
  delayTime: optionalNumber,
  executionTime: optionalNumber,
});

const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);

const healthAnswer: z.ZodType<EndpointHealth> = z.object({
  // A drain waits for these two to reach 0, so their absence must not look like it.
  jobs: z.object({ completed: count, failed: count, inProgress: z.number(), inQueue: z.number(), retried: count }),
  workers: z.object({ idle: count, running: count }).catchall(z.number().catch(0)),
});

const purgedAnswer: z.ZodType<PurgedQueue> = z.object({
  removed: count,
  status: z
    .string()
    .nullish()
    .transform((value) => value ?? ""),
});

/** Job operations over the serverless host (contract section 14). */
export class JobOperations implements Jobs {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  run(endpointId: string, input: Readonly<Record<string, unknown>>, options: CallOptions = {}): Promise<Job> {
    const request = jobRequest({ operation: "run", method: "POST", idempotent: false }, [endpointId, "run"], options);
    return this.#http.json({ ...request, body: { input } }, jobAnswer);
  }

  status(endpointId: string, jobId: string, options: CallOptions = {}): Promise<Job> {
    const how = { operation: "status", method: "GET", idempotent: true } as const;
    return this.#http.json(jobRequest(how, [endpointId, "status", jobId], options), jobAnswer);
  }

  health(endpointId: string, options: CallOptions = {}): Promise<EndpointHealth> {
    const how = { operation: "health", method: "GET", idempotent: true } as const;
    return this.#http.json(jobRequest(how, [endpointId, "health"], options), healthAnswer);
  }

  /** A repeated purge would also remove what was queued since. */
  purgeQueue(endpointId: string, options: CallOptions = {}): Promise<PurgedQueue> {
    const how = { operation: "purgeQueue", method: "POST", idempotent: false } as const;
    return this.#http.json(jobRequest(how, [endpointId, "purge-queue"], options), purgedAnswer);
  }

  cancel(endpointId: string, jobId: string, options: CallOptions = {}): Promise<Job> {
    const how = { operation: "cancel", method: "POST", idempotent: true } as const;
    return this.#http.json(jobRequest(how, [endpointId, "cancel", jobId], options), jobAnswer);
  }
}

function jobRequest(
  how: Pick<ApiRequest, "operation" | "method" | "idempotent">,
  segments: readonly string[],
  { signal }: CallOptions,
): ApiRequest {
  return { ...how, surface: "jobs", path: pathOf(how.operation, "v2", ...segments), signal };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
