import * as z from "zod";
import { problems } from "../../http/problem";
import type { Job } from "../../records/job";

const outputSchema = z.tuple([
  z.object({
    choices: z.tuple([z.object({ tokens: z.array(z.string()) })]),
    usage: z.object({ input: z.number(), output: z.number() }),
    cost: z.number(),
  }),
]);

/** Returns the job's input for a request of OpenAI's API. Public models offer only chat completions. */
export function chatInput(route: string, body: unknown): Readonly<Record<string, unknown>> {
  if (route !== "/v1/chat/completions") throw problems.notFound("route");
  if (typeof body !== "object" || body === null || !("messages" in body)) throw problems.rule("messages is required");
  return { ...body };
}

/** Returns the result of a job in the form of OpenAI's API. */
export function completionOf({ id, input, output }: Job) {
  const [{ choices, usage, cost }] = outputSchema.parse(output);
  const content = choices[0].tokens.join("");
  return {
    id,
    object: "chat.completion",
    model: String(input.model ?? ""),
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
    },
    cost,
  };
}
