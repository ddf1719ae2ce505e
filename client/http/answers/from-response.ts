import { withoutStop } from "../../../kernel/text";
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
import { requestIdOf } from "../request-id";
import type { ApiRequest, ApiResponse } from "../requests";
import { ADD_CREDIT, errorOfMeaning, meaningOf } from "./meanings";
import { readWindows } from "./rate-limit-headers";
import { isHtml, isPlainText, readRefusal } from "./refusal";
import { MISSING_ROUTE } from "./substitute";

/** Facts that the error needs and the response lacks. */
export interface ErrorContext {
  /** Masks secrets in RunPod's texts. */
  readonly mask: (text: string) => string;
  /** Host and port of the request. */
  readonly host: string;
  /** Name of the setting that holds the address. */
  readonly setting: string;
  /** Hint if RunPod does not accept the API key. */
  readonly keyHint: string;
  /** Hint if RunPod has retired the API. */
  readonly transportHint: string;
  readonly now: number;
  readonly retryAfterMs: number | undefined;
}

const SHOWN_ERRORS = 5;

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
    const sentence = `RunPod has retired GraphQL, so it did not execute ${request.operation} (${summary(facts)})`;
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
      return new PermissionError({ ...facts, hint: GIVE_PERMISSION });
    }
    case 404:
      // GraphQL has only one path, so a 404 means that the host is wrong.
      return request.surface === "graphql"
        ? unexpectedResponse(request, response, context)
        : new NotFoundError({ ...facts, hint: request.notFoundHint });
    case 413: {
      const hint = "Shorten the environment or the command: move long values into the image or onto a volume.";
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

export const GIVE_PERMISSION =
  "The key is valid but lacks this permission: give it the permission in RunPod's console, or use another key.";

const NO_ROUTE =
  "RunPod does not have this operation at this address: check the address, or use a Podwright release that is as old as the API at this address.";

/** Returns the facts of a refusal. The sentence contains RunPod's reason and the first entries of RunPod's list of failures. */
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

const WINDOW_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Returns the exhausted window that the headers or RunPod's text name. If the ordered wait is longer than this window, another
 * window is exhausted, so the result is `undefined`.
 */
function windowOf({ headers }: ApiResponse, reasons: string, retryAfterMs = 0): string | undefined {
  const spent = readWindows(headers).filter(({ remaining }) => remaining === 0);
  const [longest] = spent.toSorted((a, b) => b.resetsInMs - a.resetsInMs);
  const named = longest?.name ?? /\b(minute|hour|day)\b/i.exec(reasons)?.[1]?.toLowerCase();
  const lastsMs = named === undefined ? undefined : WINDOW_MS[named];
  return lastsMs !== undefined && retryAfterMs > lastsMs + ROUNDING_MS ? undefined : named;
}

/** Allows for rounding: `Retry-After` has whole seconds. */
const ROUNDING_MS = 1_000;

/**
 * Returns the error of an exhausted rate limit. The client also uses this error without a response, if it knows that the limit
 * is exhausted.
 */
export function rateLimited(
  facts: Omit<PlatformErrorFacts, "sentence">,
  { window, resetsAt }: { window: string | undefined; resetsAt: Date | undefined },
): RateLimitError {
  const limit = window === undefined ? "rate limit" : `limit of requests per ${window}`;
  const until = resetsAt === undefined ? "" : ` until ${resetsAt.toISOString()}`;
  return new RateLimitError({
    ...facts,
    window,
    resetsAt,
    sentence: `RunPod's ${limit} is used up${until}, so RunPod did not execute ${facts.operation}`,
    hint: `Try again ${resetsAt === undefined ? "later" : "then"}. All programs that use this account share the limit.`,
  });
}

function serverError(request: ApiRequest, facts: PlatformErrorFacts): ServerError {
  return new ServerError({
    ...facts,
    sentence: `RunPod failed to execute ${request.operation} (${summary(facts)})`,
    hint: request.idempotent ? "Try again later." : CHECK_FIRST,
    retryable: request.idempotent,
    outcomeUnknown: !request.idempotent,
  });
}

export const CHECK_FIRST = "The request may still have had an effect: check the account before you repeat it.";

/** Returns the error of a response that is HTML, a redirect, or JSON without a required field. */
export function unexpectedResponse(
  request: ApiRequest,
  response: ApiResponse,
  { host, setting }: Pick<ErrorContext, "host" | "setting">,
  missing?: string,
): UnexpectedAnswerError {
  const { status } = response;
  const outcomeUnknown = status < 300 && !request.idempotent;
  const body = isHtml(response) ? "HTML" : isPlainText(response) ? "plain text" : undefined;
  // An HTML page with an error status may come from a proxy or from a wrong host.
  const isRefusal = body !== undefined && status >= 400;
  const page = `${body} instead of JSON${isRefusal ? ` (status ${status})` : ""}`;
  const what = body !== undefined ? page : `status ${status} without the requested data`;
  const proxy = isRefusal ? "A proxy or firewall may have sent the answer. " : "";
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
