import { SET_THE_KEY } from "../configuration";
import type { Answer, ApiRequest } from "../http/message";
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
  if (status === 429) return rateLimitError(facts, around);
  if (status >= 500) return serverError(request, facts);
  if (status < 400 || isHtml(answer)) return strangeAnswer(request, answer, around);
  switch (status) {
    case 401:
      return new AuthenticationError({
        ...facts,
        sentence: `The platform did not accept the API key (${said(facts)})`,
        hint: HINTS.key,
      });
    case 402:
      return new BalanceError({ ...facts, hint: HINTS.balance });
    case 403:
      return new PermissionError({ ...facts, hint: HINTS.permission });
    case 404:
      // GraphQL has one path: without it, it is the wrong host, and nothing is gone.
      return request.surface === "graphql" ? strangeAnswer(request, answer, around) : new NotFoundError(facts);
    case 409:
      return new ConflictError(facts);
    case 422:
      return new ValidationError(facts);
    default:
      return isCapacityDetail(facts.detail ?? "")
        ? new CapacityError({ ...facts, hint: HINTS.capacity, retryable: true })
        : new RuleError(facts);
  }
}

const HINTS = {
  key: `${SET_THE_KEY} After a rotation, refresh and destroy use the key recorded in the state until an up has stored the new one.`,
  balance: "Add credit to the account, or choose cheaper hardware.",
  permission: "The key is valid but may not do this: give it the permission, or use another key.",
  capacity: "Allow other hardware or other data centers, or wait until some is free.",
} as const;

/** Facts of a refusal; its sentence gives the platform's reason and the first of its single failures. */
export function factsOf(
  request: ApiRequest,
  answer: Answer,
  mask: (text: string) => string,
): PlatformErrorFacts & { detail: string } {
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

export function requestIdOf({ headers }: Answer): string | undefined {
  const ids = REQUEST_ID_HEADERS.map((name) => headers[name]);
  return ids.find((id): id is string => typeof id === "string" && /^[\w.:-]{1,100}$/.test(id));
}

function rateLimitError(facts: PlatformErrorFacts & { detail: string }, around: Circumstances): RateLimitError {
  const window = /\b(minute|hour|day)\b/i.exec(facts.detail)?.[1]?.toLowerCase();
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
  const what = lack ?? (isHtml(answer) ? "HTML instead of JSON" : `status ${answer.status} without what was asked for`);
  return new UnexpectedAnswerError({
    operation: request.operation,
    sentence: `${host} answered ${request.operation} with ${what}`,
    hint: answer.status < 300 && !request.idempotent ? LOOK_FIRST : `Check that ${setting} is the platform's address.`,
    status: answer.status,
    requestId: requestIdOf(answer),
    outcomeUnknown: answer.status < 300 && !request.idempotent,
  });
}

function said({ status, detail }: PlatformErrorFacts): string {
  return detail === undefined || detail === "" ? `status ${status}` : `${status}: ${withoutStop(detail)}`;
}

function withoutStop(text: string): string {
  return text.replace(/[.\s]+$/, "");
}
