import * as z from "zod";
import type { ApiRequest, ApiResponse } from "../http/requests";
import { AuthenticationError, PermissionError, type PlatformError, RuleError, ServerError } from ".";
import { CHECK_FIRST, type ErrorContext, factsOf, quotaRefusal } from "./from-response";
import { readRefusal } from "./refusal";

const errorBody = z.object({
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

/** The effective status of a 200: the platform's own failure counts as 500, so that idempotent requests are repeated. */
export function statusOf({ status, json }: Pick<ApiResponse, "status" | "json">): number {
  return codeIn(json()) === "INTERNAL_SERVER_ERROR" ? 500 : status;
}

/**
 * The error that a 200 holds, if any. A resource that was not found is a `RuleError` here, because a save also names a
 * template and a volume; only the list shows whether the endpoint is gone.
 */
export function errorInSuccess(
  request: ApiRequest,
  response: ApiResponse,
  { mask, keyHint }: Pick<ErrorContext, "mask" | "keyHint">,
): PlatformError | undefined {
  const found = errorBody.safeParse(response.json());
  if (!found.success) return undefined;
  const facts = factsOf(request, response, mask);
  const sentence = facts.sentence.replace(` (${response.status})`, "");
  const { idempotent } = request;
  const quota = quotaRefusal({ ...facts, sentence }, readRefusal(response).detail);
  if (quota !== undefined) return quota;
  switch (codeIn(response.json())) {
    case "UNAUTHENTICATED":
      return new AuthenticationError({ ...facts, sentence, hint: keyHint });
    case "FORBIDDEN":
      return new PermissionError({ ...facts, sentence });
    case "INTERNAL_SERVER_ERROR": {
      const hint = idempotent ? "Try again later." : CHECK_FIRST;
      return new ServerError({ ...facts, sentence, hint, retryable: idempotent, outcomeUnknown: !idempotent });
    }
    default:
      // A response may hold both errors and data.
      return new RuleError({ ...facts, sentence, outcomeUnknown: !idempotent && holdsData(found.data.data) });
  }
}

function codeIn(body: unknown): string | undefined {
  return errorBody.safeParse(body).data?.errors[0]?.extensions?.code;
}

function holdsData(data: Readonly<Record<string, unknown>> | null | undefined): boolean {
  return Object.values(data ?? {}).some((value) => value !== null);
}
