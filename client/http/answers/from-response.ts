import {
  AuthenticationError,
  BalanceError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RetiredError,
  RuleError,
  ServerError,
  UnexpectedAnswerError,
  ValidationError,
} from "../../errors/kinds";
import type { PlatformError, PlatformErrorFacts } from "../../errors/platform-error";
import { withoutStop } from "../../values/text";
import type { ApiRequest, ApiResponse } from "../requests";
import { ADD_CREDIT, errorOfMeaning, meaningOf } from "./meanings";
import { readWindows } from "./rate-limit-headers";
import { isHtml, isPlainText, readRefusal } from "./refusal";
import { MISSING_ROUTE } from "./substitute";

/** Facts for an error beside the response. */
export interface ErrorContext {
  /** Masks secrets in RunPod's texts. */
  readonly mask: (text: string) => string;
  /** Host and port. */
  readonly host: string;
  /** The setting that holds the address. */
  readonly setting: string;
  /** Hint for a key that RunPod does not accept. */
  readonly keyHint: string;
  /** Hint for a surface that RunPod has retired. */
  readonly transportHint: string;
  readonly now: number;
  readonly retryAfterMs: number | undefined;
}

const SHOWN_ERRORS = 5;

/** Headers that name a request for RunPod's support. */
const REQUEST_ID_HEADERS = ["x-request-id", "request-id", "cf-ray"];

/** Turns an unsuccessful response into an error. */
export function errorFromResponse(request: ApiRequest, response: ApiResponse, context: ErrorContext): PlatformError {
  const facts = factsOf(request, response, context.mask);
  const { status } = response;
  if (status === 429) {
    const { now, retryAfterMs } = context;
    const resetsAt = retryAfterMs === undefined ? undefined : new Date(now + retryAfterMs);
    const { detail, errors } = readRefusal(response);
    return rateLimited(facts, { window: windowOf(response, [detail, ...errors].join(" "), retryAfterMs), resetsAt });
  }
  const meaning = meaningOf(response);
  if (meaning !== undefined) return errorOfMeaning(meaning, facts);
  if (status >= 500) return serverError(request, facts);
  if (status === 410 && request.surface === "graphql") {
    const sentence = `RunPod has retired GraphQL, so ${request.operation} was not done (${summary(facts)})`;
    return new RetiredError({ ...facts, sentence, hint: context.transportHint });
  }
  if (status < 400 || isHtml(response)) return unexpectedResponse(request, response, context);
  switch (status) {
    case 401: {
      const sentence = `RunPod did not accept the API key (${summary(facts)})`;
      return new AuthenticationError({ ...facts, sentence, hint: context.keyHint });
    }
    case 402:
      return new BalanceError({ ...facts, hint: ADD_CREDIT });
    case 403: {
      if (isPlainText(response)) return unexpectedResponse(request, response, context);
      const hint = "The key is valid but may not do this: give it the permission, or use another key.";
      return new PermissionError({ ...facts, hint });
    }
    case 404:
      // GraphQL has one path, so a 404 there means the wrong host.
      return request.surface === "graphql"
        ? unexpectedResponse(request, response, context)
        : new NotFoundError({ ...facts, hint: request.notFoundHint });
    case 413: {
      const hint = "Only the environment and the command can be so large: keep long values in an image or on a volume.";
      return new ValidationError({ ...facts, hint });
    }
    case 409:
      return new ConflictError(facts);
    case 422: {
      const { detail, errors } = readRefusal(response);
      const isMissingRoute = [detail, ...errors].some((reason) => MISSING_ROUTE.test(reason));
      return new ValidationError({ ...facts, hint: isMissingRoute ? (request.notFoundHint ?? NO_ROUTE) : undefined });
    }
  }
  return new RuleError(facts);
}

const NO_ROUTE =
  "RunPod does not have this operation at this address: check the address, and whether Podwright is too new for it.";

/** Facts of a refusal; the sentence has RunPod's reason and the first of its single failures. */
export function factsOf(
  request: ApiRequest,
  response: ApiResponse,
  mask: (text: string) => string,
): PlatformErrorFacts {
  const refusal = readRefusal(response);
  const detail = mask(refusal.detail);
  const errors = refusal.errors.map(mask);
  const listed = errors.slice(0, SHOWN_ERRORS).join("; ");
  const more = errors.length > SHOWN_ERRORS ? `; and ${errors.length - SHOWN_ERRORS} more` : "";
  const reason = [withoutStop(detail), `${listed}${more}`].filter(Boolean).join(": ") || "no reason given";
  return {
    operation: request.operation,
    sentence: `RunPod refused ${request.operation} (${response.status}): ${withoutStop(reason)}`,
    status: response.status,
    detail,
    errors,
    requestId: requestIdOf(response),
  };
}

function requestIdOf({ headers }: ApiResponse): string | undefined {
  const ids = REQUEST_ID_HEADERS.map((name) => headers[name]);
  return ids.find((id): id is string => typeof id === "string" && /^[\w.:-]{1,100}$/.test(id));
}

const WINDOW_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The exhausted window, from the headers or RunPod's words. No window lasts longer than its name. */
function windowOf({ headers }: ApiResponse, reasons: string, retryAfterMs = 0): string | undefined {
  const spent = readWindows(headers).filter(({ remaining }) => remaining === 0);
  const [longest] = spent.toSorted((a, b) => b.resetsInMs - a.resetsInMs);
  const named = longest?.name ?? /\b(minute|hour|day)\b/i.exec(reasons)?.[1]?.toLowerCase();
  const lastsMs = named === undefined ? undefined : WINDOW_MS[named];
  return lastsMs !== undefined && retryAfterMs > lastsMs + ROUNDING_MS ? undefined : named;
}

/** `Retry-After` is in whole seconds. */
const ROUNDING_MS = 1_000;

/** Also for a limit that the client knows to be exhausted before it sends the request. */
export function rateLimited(
  facts: Omit<PlatformErrorFacts, "sentence">,
  { window, resetsAt }: { window: string | undefined; resetsAt: Date | undefined },
): RateLimitError {
  const limit = window === undefined ? "rate limit" : `limit of requests a ${window}`;
  const until = resetsAt === undefined ? "" : ` until ${resetsAt.toISOString()}`;
  return new RateLimitError({
    ...facts,
    window,
    resetsAt,
    sentence: `RunPod's ${limit} is used up${until}, so ${facts.operation} was not done`,
    hint: "Try again after that; other programs that use the same account share the limit.",
  });
}

function serverError(request: ApiRequest, facts: PlatformErrorFacts): ServerError {
  return new ServerError({
    ...facts,
    sentence: `RunPod failed to do ${request.operation} (${summary(facts)})`,
    hint: request.idempotent ? "Try again later." : CHECK_FIRST,
    retryable: request.idempotent,
    outcomeUnknown: !request.idempotent,
  });
}

export const CHECK_FIRST = "It may still have had an effect: check before you repeat it.";

/** HTML, a redirect, or JSON without a required field. */
export function unexpectedResponse(
  request: ApiRequest,
  response: ApiResponse,
  { host, setting }: Pick<ErrorContext, "host" | "setting">,
  missing?: string,
): UnexpectedAnswerError {
  const { status } = response;
  const outcomeUnknown = status < 300 && !request.idempotent;
  const body = isHtml(response) ? "HTML" : isPlainText(response) ? "plain text" : undefined;
  // With an error's status a page comes from a proxy as often as from the wrong host.
  const isRefusal = body !== undefined && status >= 400;
  const page = `${body} instead of JSON${isRefusal ? ` (status ${status})` : ""}`;
  const what = body !== undefined ? page : `status ${status} without the requested data`;
  const proxy = isRefusal ? "A proxy or firewall may have answered in its place. " : "";
  return new UnexpectedAnswerError({
    operation: request.operation,
    sentence: `${host} answered ${request.operation} with ${missing ?? what}`,
    hint: outcomeUnknown ? CHECK_FIRST : `${proxy}Check that ${setting} is RunPod's address.`,
    status,
    requestId: requestIdOf(response),
    outcomeUnknown,
  });
}

function summary({ status, detail }: PlatformErrorFacts): string {
  return detail === undefined || detail === "" ? `status ${status}` : `${status}: ${withoutStop(detail)}`;
}
