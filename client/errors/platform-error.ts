/** Every kind of failure, as a closed set: a caller can handle all of them. */
export type PlatformErrorCode =
  | "CAPACITY"
  | "VALIDATION"
  | "RULE"
  | "AUTHENTICATION"
  | "PERMISSION"
  | "NOT_FOUND"
  | "CONFLICT"
  | "BALANCE"
  | "RATE_LIMIT"
  | "NETWORK"
  | "TIMEOUT"
  | "SERVER"
  | "UNEXPECTED_ANSWER"
  | "RETIRED"
  | "CONFIGURATION"
  | "JOB_FAILED"
  | "JOB_CANCELLED"
  | "JOB_TIMED_OUT";

/** The parts of an error. Every text must already be free of secrets. */
export interface PlatformErrorFacts
  extends Pick<PlatformError, "operation">,
    Optional<Omit<PlatformError, "operation" | "code" | keyof Error>> {
  /** What happened, in one sentence for a user, without its full stop. */
  readonly sentence: string;
}

type Optional<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/**
 * Base of all errors of the client, except that a call ended by its signal throws the signal's reason.
 *
 * `message` is the sentence and the hint, ready to be shown. No field of the error ever holds a key, an environment
 * value, a request body or the query of a URL. `cause` is not set, because the objects that HTTP libraries throw carry
 * headers and paths.
 */
export abstract class PlatformError extends Error {
  abstract readonly code: PlatformErrorCode;
  /** RunPod's name of the operation, such as `createPod`. */
  readonly operation: string;
  /** HTTP status; `undefined` without a response. */
  readonly status: number | undefined;
  /** RunPod's own words; `""` for none. */
  readonly detail: string;
  /** Its list of single failures, missing fields first. */
  readonly errors: readonly string[];
  /** The next step for the user, as a whole sentence; `""` without one. */
  readonly hint: string;
  /** The same call may succeed later, and repeating it does no harm. The client's own attempts are spent by then. */
  readonly retryable: boolean;
  /**
   * The call is not idempotent and may have had effect: the response was lost, was a 5xx, or was unreadable.
   * Check before repeating it.
   */
  readonly outcomeUnknown: boolean;
  /** For RunPod's support. */
  readonly requestId: string | undefined;

  constructor({ sentence, operation, status, detail = "", errors = [], hint = "", ...facts }: PlatformErrorFacts) {
    super(hint === "" ? `${sentence}.` : `${sentence}. ${hint}`);
    this.name = new.target.name;
    this.operation = operation;
    this.status = status;
    this.detail = detail;
    this.errors = errors;
    this.hint = hint;
    this.retryable = facts.retryable ?? false;
    this.outcomeUnknown = facts.outcomeUnknown ?? false;
    this.requestId = facts.requestId;
  }
}
