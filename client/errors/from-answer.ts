import type { Answer, ApiRequest } from "../http/message";
import { readWindows } from "../http/rate/rate-limit-headers";
import { isCapacityDetail } from "./capacity";
import {
  AuthenticationError,
  BalanceError,
  CapacityError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RuleError,
  ServerError,
  UnexpectedAnswerError,
  ValidationError,
} from "./kinds";
import type { PlatformError, PlatformErrorFacts } from "./platform-error";
import { isHtml, readProblem } from "./problem";

/** What an error needs to know beside the answer. */
export interface Circumstances {
  /** Makes the platform's text fit to be shown. */
  readonly mask: (text: string) => string;
  /** Host and port. */
  readonly host: string;
  /** The setting that holds the address. */
  readonly setting: string;
  /** What to do about a key that is not accepted. */
  readonly keyHint: string;
  readonly now: number;
  readonly retryAfterMs: number | undefined;
}

const SHOWN_ERRORS = 5;

/** Headers that name a request for the platform's support. */
const REQUEST_ID_HEADERS = ["x-request-id", "request-id", "cf-ray"];

/** The one place where an unsuccessful answer becomes an error. */
export function errorFromAnswer(request: ApiRequest, answer: Answer, around: Circumstances): PlatformError {
  const facts = factsOf(request, answer, around.mask);
  const { status } = answer;
  // Decisions are taken on the platform's own words: masking may have taken some of them for a secret.
  const { detail } = readProblem(answer);
  if (status === 429) return rateLimitError(facts, windowOf(answer, detail, around.retryAfterMs), around);
  if (status >= 500) return serverError(request, facts);
  if (status < 400 || isHtml(answer)) return strangeAnswer(request, answer, around);
  switch (status) {
    case 401:
      return new AuthenticationError({
        ...facts,
        sentence: `The platform did not accept the API key (${said(facts)})`,
        hint: around.keyHint,
      });
    case 402:
      return new BalanceError({ ...facts, hint: HINTS.balance });
    case 403:
      return new PermissionError({ ...facts, hint: HINTS.permission });
    case 404:
      // GraphQL has one path: without it, it is the wrong host, and nothing is gone.
      return request.surface === "graphql"
        ? strangeAnswer(request, answer, around)
        : new NotFoundError({ ...facts, hint: request.notFoundHint });
    case 409:
      return new ConflictError(facts);
    case 422:
      return new ValidationError(facts);
    default:
      return isCapacityDetail(detail)
        ? new CapacityError({ ...facts, hint: HINTS.capacity, retryable: true })
        : new RuleError(facts);
  }
}

const HINTS = {
  balance: "Add credit to the account, or choose cheaper hardware.",
  permission: "The key is valid but may not do this: give it the permission, or use another key.",
  capacity: "Allow other hardware or other data centers, or wait until some is free.",
} as const;

/** Facts of a refusal; its sentence gives the platform's reason and the first of its single failures. */
export function factsOf(request: ApiRequest, answer: Answer, mask: (text: string) => string): PlatformErrorFacts {
  const problem = readProblem(answer);
  const detail = mask(problem.detail);
  const errors = problem.errors.map(mask);
  const listed = errors.slice(0, SHOWN_ERRORS).join("; ");
  const more = errors.length > SHOWN_ERRORS ? `; and ${errors.length - SHOWN_ERRORS} more` : "";
  const reason = [withoutStop(detail), `${listed}${more}`].filter(Boolean).join(": ") || "no reason given";
  return {
    operation: request.operation,
    sentence: `The platform refused ${request.operation} (${answer.status}): ${withoutStop(reason)}`,
    status: answer.status,
    detail,
    errors,
    requestId: requestIdOf(answer),
  };
}

function requestIdOf({ headers }: Answer): string | undefined {
  const ids = REQUEST_ID_HEADERS.map((name) => headers[name]);
  return ids.find((id): id is string => typeof id === "string" && /^[\w.:-]{1,100}$/.test(id));
}

const WINDOW_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The window that is used up: as the headers say, else in the platform's words. None lasts longer than its name. */
function windowOf({ headers }: Answer, detail: string, retryAfterMs = 0): string | undefined {
  const spent = readWindows(headers).filter(({ remaining }) => remaining === 0);
  const [longest] = spent.toSorted((a, b) => b.resetsInMs - a.resetsInMs);
  const named = longest?.name ?? /\b(minute|hour|day)\b/i.exec(detail)?.[1]?.toLowerCase();
  const lastsMs = named === undefined ? undefined : WINDOW_MS[named];
  return lastsMs !== undefined && retryAfterMs > lastsMs + ROUNDING_MS ? undefined : named;
}

/** `Retry-After` is in whole seconds. */
const ROUNDING_MS = 1_000;

function rateLimitError(
  facts: PlatformErrorFacts,
  window: string | undefined,
  around: Pick<Circumstances, "now" | "retryAfterMs">,
): RateLimitError {
  const resetsAt = around.retryAfterMs === undefined ? undefined : new Date(around.now + around.retryAfterMs);
  return rateLimited(facts, { window, resetsAt });
}

/** Also for a limit that is known to be used up before anything is sent. */
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

function serverError(request: ApiRequest, facts: PlatformErrorFacts): ServerError {
  return new ServerError({
    ...facts,
    sentence: `The platform failed to do ${request.operation} (${said(facts)})`,
    hint: request.idempotent ? "Try again later." : LOOK_FIRST,
    retryable: request.idempotent,
    outcomeUnknown: !request.idempotent,
  });
}

export const LOOK_FIRST = "It may have had effect all the same: look before doing it again.";

/** HTML, a redirect, or JSON that does not say what it must. */
export function strangeAnswer(
  request: ApiRequest,
  answer: Answer,
  { host, setting }: Pick<Circumstances, "host" | "setting">,
  lack?: string,
): UnexpectedAnswerError {
  const { status } = answer;
  const outcomeUnknown = status < 300 && !request.idempotent;
  // With an error's status a page comes from something in between as often as from the wrong host.
  const isRefusal = isHtml(answer) && status >= 400;
  const page = isRefusal ? `HTML instead of JSON (status ${status})` : "HTML instead of JSON";
  const what = isHtml(answer) ? page : `status ${status} without what was asked for`;
  const proxy = isRefusal ? "A proxy or firewall may have answered in its place. " : "";
  return new UnexpectedAnswerError({
    operation: request.operation,
    sentence: `${host} answered ${request.operation} with ${lack ?? what}`,
    hint: outcomeUnknown ? LOOK_FIRST : `${proxy}Check that ${setting} is the platform's address.`,
    status,
    requestId: requestIdOf(answer),
    outcomeUnknown,
  });
}

function said({ status, detail }: PlatformErrorFacts): string {
  return detail === undefined || detail === "" ? `status ${status}` : `${status}: ${withoutStop(detail)}`;
}

function withoutStop(text: string): string {
  return text.replace(/[.\s]+$/, "");
}
