import { readWindows } from "../http/rate/rate-limit-headers";
import type { ApiRequest, ApiResponse } from "../http/requests";
import { withoutStop } from "../values/text";
import {
  AuthenticationError,
  BalanceError,
  CapacityError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RetiredError,
  RuleError,
  ServerError,
  UnexpectedAnswerError,
  ValidationError,
} from "./kinds";
import type { PlatformError, PlatformErrorFacts } from "./platform-error";
import { isHtml, readRefusal } from "./refusal";

/** Facts for an error beside the response. */
export interface ErrorContext {
  /** Masks secrets in the platform's texts. */
  readonly mask: (text: string) => string;
  /** Host and port. */
  readonly host: string;
  /** The setting that holds the address. */
  readonly setting: string;
  /** Hint for a key that the platform does not accept. */
  readonly keyHint: string;
  /** Hint for a surface that the platform has retired. */
  readonly transportHint: string;
  readonly now: number;
  readonly retryAfterMs: number | undefined;
}

const SHOWN_ERRORS = 5;

/** Headers that name a request for the platform's support. */
const REQUEST_ID_HEADERS = ["x-request-id", "request-id", "cf-ray"];

/** Turns an unsuccessful response into an error. */
export function errorFromResponse(request: ApiRequest, response: ApiResponse, context: ErrorContext): PlatformError {
  const facts = factsOf(request, response, context.mask);
  const { status } = response;
  // Decisions use the unmasked text: masking may have replaced some of its words.
  const { detail } = readRefusal(response);
  if (status === 429) {
    const { now, retryAfterMs } = context;
    const resetsAt = retryAfterMs === undefined ? undefined : new Date(now + retryAfterMs);
    return rateLimited(facts, { window: windowOf(response, detail, retryAfterMs), resetsAt });
  }
  const quota = quotaRefusal(facts, detail);
  if (quota !== undefined) return quota;
  if (status >= 500) return serverError(request, facts);
  if (status === 410 && request.surface === "graphql") {
    const sentence = `The platform has retired GraphQL, so ${request.operation} was not done (${summary(facts)})`;
    return new RetiredError({ ...facts, sentence, hint: context.transportHint });
  }
  if (status < 400 || isHtml(response)) return unexpectedResponse(request, response, context);
  switch (status) {
    case 401: {
      const sentence = `The platform did not accept the API key (${summary(facts)})`;
      return new AuthenticationError({ ...facts, sentence, hint: context.keyHint });
    }
    case 402:
      return new BalanceError({ ...facts, hint: "Add credit to the account, or choose cheaper hardware." });
    case 403: {
      const hint = "The key is valid but may not do this: give it the permission, or use another key.";
      return new PermissionError({ ...facts, hint });
    }
    case 404:
      // GraphQL has one path, so a 404 there means the wrong host.
      return request.surface === "graphql"
        ? unexpectedResponse(request, response, context)
        : new NotFoundError({ ...facts, hint: request.notFoundHint });
    case 413: {
      const hint =
        "The environment and the command are what can be so large: keep long values in an image or on a volume.";
      return new ValidationError({ ...facts, hint });
    }
    case 409:
      return new ConflictError(facts);
    case 422:
      return new ValidationError(facts);
  }
  if (!isCapacityDetail(detail)) return new RuleError(facts);
  const hint = FULL_HOST.test(detail)
    ? "Wait until some are free, or create another pod."
    : "Allow other hardware or other data centers, or wait until some is free.";
  return new CapacityError({ ...facts, hint, retryable: true });
}

/** Facts of a refusal; the sentence has the platform's reason and the first of its single failures. */
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
    sentence: `The platform refused ${request.operation} (${response.status}): ${withoutStop(reason)}`,
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

/** The exhausted window, from the headers or the platform's words. No window lasts longer than its name. */
function windowOf({ headers }: ApiResponse, detail: string, retryAfterMs = 0): string | undefined {
  const spent = readWindows(headers).filter(({ remaining }) => remaining === 0);
  const [longest] = spent.toSorted((a, b) => b.resetsInMs - a.resetsInMs);
  const named = longest?.name ?? /\b(minute|hour|day)\b/i.exec(detail)?.[1]?.toLowerCase();
  const lastsMs = named === undefined ? undefined : WINDOW_MS[named];
  return lastsMs !== undefined && retryAfterMs > lastsMs + ROUNDING_MS ? undefined : named;
}

/** `Retry-After` is in whole seconds. */
const ROUNDING_MS = 1_000;

/** Also for a limit that is known to be exhausted before anything is sent. */
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
    sentence: `The platform's ${limit} is used up${until}, so ${facts.operation} was not done`,
    hint: "Try again after that; other programs that use the same account share the limit.",
  });
}

/** The platform refuses with it on every surface, in an older one with a 500. */
export function quotaRefusal(facts: PlatformErrorFacts, detail: string): RuleError | undefined {
  if (!isQuotaDetail(detail)) return undefined;
  const hint =
    "Lower workersMax of this or of another endpoint: endpoints without jobs count too. Or ask the platform's support for a higher quota.";
  return new RuleError({ ...facts, hint });
}

function isQuotaDetail(detail: string): boolean {
  return /\bworkers quota\b/i.test(detail);
}

/** Whether the response refuses for the quota, whatever its status: another attempt is refused too. */
export function isQuotaRefusal(response: Parameters<typeof readRefusal>[0]): boolean {
  return isQuotaDetail(readRefusal(response).detail);
}

function serverError(request: ApiRequest, facts: PlatformErrorFacts): ServerError {
  return new ServerError({
    ...facts,
    sentence: `The platform failed to do ${request.operation} (${summary(facts)})`,
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
  // With an error's status a page comes from a proxy as often as from the wrong host.
  const isRefusal = isHtml(response) && status >= 400;
  const page = isRefusal ? `HTML instead of JSON (status ${status})` : "HTML instead of JSON";
  const what = isHtml(response) ? page : `status ${status} without the requested data`;
  const proxy = isRefusal ? "A proxy or firewall may have answered in its place. " : "";
  return new UnexpectedAnswerError({
    operation: request.operation,
    sentence: `${host} answered ${request.operation} with ${missing ?? what}`,
    hint: outcomeUnknown ? CHECK_FIRST : `${proxy}Check that ${setting} is the platform's address.`,
    status,
    requestId: requestIdOf(response),
    outcomeUnknown,
  });
}

function summary({ status, detail }: PlatformErrorFacts): string {
  return detail === undefined || detail === "" ? `status ${status}` : `${status}: ${withoutStop(detail)}`;
}

/** A stopped pod keeps its host, where others may have taken its GPUs. */
const FULL_HOST = /not enough free gpus on the host/i;

/**
 * The platform reports missing capacity with a plain 400, which only its words distinguish. The first two are the observed
 * sentences, of a create and of a start; the others allow for a new wording.
 */
const WORDINGS = [
  /no longer any instances available/i,
  FULL_HOST,
  /\b(no|not enough|insufficient|out of|lacks?)\s+([\w-]+\s+){0,3}(capacity|stock)\b/i,
  /\b(no|not enough)\s+([\w-]+\s+){0,3}(instances|machines|hosts|gpus)\s+([\w-]+\s+){0,2}available\b/i,
];

function isCapacityDetail(detail: string): boolean {
  return WORDINGS.some((wording) => wording.test(detail));
}
