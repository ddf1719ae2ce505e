import * as z from "zod";
import { AuthenticationError, PermissionError, type PlatformError, RuleError, ServerError } from "../../errors";
import type { ApiRequest, ApiResponse } from "../requests";
import type { KeyVerdict } from "../secrets/key-place";
import { CHECK_FIRST, type ErrorContext, factsOf, GIVE_PERMISSION } from "./from-response";
import { errorOfMeaning, meaningOf } from "./meanings";
import { type RefusingResponse, readRefusal } from "./refusal";

const errorBody = z.object({
  errors: z.array(z.unknown()).min(1),
  data: z.record(z.string(), z.unknown()).nullish().catch(undefined),
});

/** RunPod's answer to an API key that may not use GraphQL. This answer contains no error. */
const noAccount = z.object({ data: z.object({ myself: z.null() }) });

const plainAnswer = z.object({ data: z.record(z.string(), z.unknown()), errors: z.undefined().optional() });

/**
 * Returns the status by which the client judges a GraphQL response. A failure of RunPod counts as 500, although RunPod sends it
 * with 200, so that the client repeats idempotent requests.
 */
export function statusOf(response: Pick<ApiResponse, "status" | keyof RefusingResponse>): number {
  return readRefusal(response).code === "INTERNAL_SERVER_ERROR" ? 500 : response.status;
}

/**
 * Returns the error in a 200, if there is one. A missing resource is a `RuleError` here, because a save also names a template
 * and a volume, which may be missing. Only the list shows whether the endpoint itself is gone.
 */
export function errorInSuccess(
  request: ApiRequest,
  response: ApiResponse,
  { mask, keyHint }: Pick<ErrorContext, "mask" | "keyHint">,
): PlatformError | undefined {
  const found = errorBody.safeParse(response.json());
  if (!found.success) return noAccount.safeParse(response.json()).success ? withoutAccess(request) : undefined;
  const facts = factsOf(request, response, mask);
  const sentence = facts.sentence.replace(` (${response.status})`, "");
  const { idempotent } = request;
  const meaning = meaningOf(response);
  if (meaning !== undefined) return errorOfMeaning(meaning, { ...facts, sentence });
  if (refusesKey(response)) return new AuthenticationError({ ...facts, sentence, hint: keyHint });
  switch (readRefusal(response).code) {
    case "FORBIDDEN":
      return new PermissionError({ ...facts, sentence, hint: GIVE_PERMISSION });
    case "INTERNAL_SERVER_ERROR": {
      const hint = idempotent ? "Try again later." : CHECK_FIRST;
      return new ServerError({ ...facts, sentence, hint, retryable: idempotent, outcomeUnknown: !idempotent });
    }
    default:
      // A response may contain both errors and data.
      return new RuleError({ ...facts, sentence, outcomeUnknown: !idempotent && holdsData(found.data.data) });
  }
}

function withoutAccess({ operation }: ApiRequest): PermissionError {
  const sentence = `RunPod did not execute ${operation}, because this API key may not use GraphQL`;
  return new PermissionError({ operation, sentence, hint: "Give the key GraphQL access, or use another key." });
}

/**
 * What a response says about the API key. A job operation refuses the key with a 401. Over GraphQL, RunPod answers a query
 * without a valid key with an account of null and no error. For a mutation, only an explicit refusal counts, because the
 * mutation may have had an effect. Introspection of the schema needs no key.
 */
export function keyVerdictOf(
  { idempotent, surface }: Pick<ApiRequest, "idempotent" | "surface">,
  response: Pick<ApiResponse, "status" | keyof RefusingResponse>,
): KeyVerdict {
  if (surface === "jobs") return response.status === 401 ? "refused" : response.status < 300 ? "accepted" : "unclear";
  if (response.status === 401 || refusesKey(response)) return "refused";
  const { data, success } = plainAnswer.safeParse(response.json());
  if (response.status !== 200 || !success) return "unclear";
  if (idempotent && data.data.myself === null) return "refused";
  const isKnown = Object.entries(data.data).some(([field, value]) => !field.startsWith("__") && value !== null);
  return isKnown ? "accepted" : "unclear";
}

/**
 * Whether the errors refuse the API key. RunPod's code for all its own refusals is `RUNPOD`, so a refusal with this code shows its
 * kind only in its words.
 */
function refusesKey(response: RefusingResponse): boolean {
  const { code, detail, errors } = readRefusal(response);
  return code === "UNAUTHENTICATED" || [detail, ...errors].some((reason) => /^unauthorized\.?$/i.test(reason.trim()));
}

function holdsData(data: Readonly<Record<string, unknown>> | null | undefined): boolean {
  return Object.values(data ?? {}).some((value) => value !== null);
}
