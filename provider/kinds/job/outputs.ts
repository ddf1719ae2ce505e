import { z } from "zod";

/** What a job has beyond its inputs. */
export const jobOutputSchema = z.object({
  status: z
    .string()
    .describe(
      "`COMPLETED`. Of a job whose wait was broken off: what it was last seen as, or `EXPIRED` when the platform no longer knew it.",
    ),
  output: z.unknown().describe("What the handler returned, null for nothing. Secret where `input` holds a secret."),
  delayTime: z.int().optional().describe("Milliseconds it waited for a worker."),
  executionTime: z.int().optional().describe("Milliseconds of work."),
});
