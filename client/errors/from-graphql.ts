import * as z from "zod";
import type { Answer, ApiRequest } from "../http/message";
import { AuthenticationError, PermissionError, type PlatformError, RuleError, ServerError } from ".";
import { type Circumstances, factsOf, LOOK_FIRST } from "./from-answer";

const errorAnswer = z.object({
  errors: z
    .array(
      z.object({
        message: z.string().catch("no reason given"),
        extensions: z.object({ code: z.string() }).optional().catch(undefined),
      }),
    )
    .min(1),
  data: z.record(z.string(), z.unknown()).nullish().catch(undefined),
});

/** The status that a 200 stands for: a failure of the platform's own may pass, and what is idempotent is repeated. */
export function statusOf({ status, json }: Pick<Answer, "status" | "json">): number {
  return codeIn(json()) === "INTERNAL_SERVER_ERROR" ? 500 : status;
}

/**
 * The error that a 200 holds, if it holds one (contract section 13.6). That something was not found is a rule broken
 * here, whatever the words: a save names a template and a volume too. Only the list tells whether the endpoint is gone.
 */
export function errorInSuccess(
  request: ApiRequest,
  answer: Answer,
  { mask, keyHint }: Pick<Circumstances, "mask" | "keyHint">,
): PlatformError | undefined {
  const found = errorAnswer.safeParse(answer.json());
  if (!found.success) return undefined;
  const facts = factsOf(request, answer, mask);
  const sentence = facts.sentence.replace(` (${answer.status})`, "");
  const { idempotent } = request;
  switch (codeIn(answer.json())) {
    case "UNAUTHENTICATED":
      return new AuthenticationError({ ...facts, sentence, hint: keyHint });
    case "FORBIDDEN":
      return new PermissionError({ ...facts, sentence });
    case "INTERNAL_SERVER_ERROR": {
      const hint = idempotent ? "Try again later." : LOOK_FIRST;
      return new ServerError({ ...facts, sentence, hint, retryable: idempotent, outcomeUnknown: !idempotent });
    }
    default:
      // An answer may hold errors and an effect.
      return new RuleError({ ...facts, sentence, outcomeUnknown: !idempotent && holdsData(found.data.data) });
  }
}

function codeIn(body: unknown): string | undefined {
  return errorAnswer.safeParse(body).data?.errors[0]?.extensions?.code;
}

function holdsData(data: Readonly<Record<string, unknown>> | null | undefined): boolean {
  return Object.values(data ?? {}).some((value) => value !== null);
}
