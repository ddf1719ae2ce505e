import * as z from "zod";
import { count, text } from "../values/fields";
import type { EndpointHealth, Job, PurgedQueue, StreamChunk, StreamPart } from "./types";

const optionalNumber = z.number().optional().catch(undefined);

export const jobAnswer: z.ZodType<Job> = z.object({
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
  workerId: z.string().optional().catch(undefined),
});

export const healthAnswer: z.ZodType<EndpointHealth> = z.object({
  // A drain waits for these two to reach 0, so their absence must not look like it.
  jobs: z.object({ completed: count, failed: count, inProgress: z.number(), inQueue: z.number(), retried: count }),
  workers: z.object({ idle: count, running: count }).catchall(z.number().catch(0)),
});

export const purgedAnswer: z.ZodType<PurgedQueue> = z.object({ removed: count, status: text });

/** What is not an object is a chunk's output all the same. */
const chunk: z.ZodType<StreamChunk> = z.union([
  z.object({ output: z.unknown(), metrics: z.unknown().optional() }),
  z.unknown().transform((output) => ({ output })),
]);

/** The interface shows a bare list; clients of the platform are seen to read it from `stream` beside the status. */
export const streamAnswer: z.ZodType<Omit<StreamPart, "intact">> = z.union([
  z.array(chunk).transform((chunks) => ({ chunks, status: undefined })),
  z
    .object({ status: z.string().optional(), stream: z.array(chunk) })
    .transform(({ stream, status }) => ({ chunks: stream, status })),
]);

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
