/** The codes of all failures. The set is closed, so a caller can handle every code. */
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

/** The fields of an error. No text may contain a secret. */
export interface PlatformErrorFacts
  extends Pick<PlatformError, "operation">,
    Optional<Omit<PlatformError, "operation" | "code" | keyof Error>> {
  /** One sentence for a user that says what happened, without the full stop. */
  readonly sentence: string;
}

type Optional<T> = { readonly [Key in keyof T]?: T[Key] | undefined };

/**
 * Base of all errors of the client, with one exception: a call whose `signal` aborts throws the signal's reason.
 *
 * `message` is the sentence and the hint, ready for users. No field ever contains a key, an environment value, a request body
 * or the query of a URL. `cause` stays unset, because errors of HTTP libraries contain headers and paths.
 */
export abstract class PlatformError extends Error {
  abstract readonly code: PlatformErrorCode;
  /** RunPod's name of the operation, such as `createPod`. */
  readonly operation: string;
  /** HTTP status. `undefined` without a response. */
  readonly status: number | undefined;
  /** RunPod's error text. `""` if there is none. */
  readonly detail: string;
  /** RunPod's list of single failures, with missing fields first. */
  readonly errors: readonly string[];
  /** The user's next step, as a whole sentence. `""` if there is none. */
  readonly hint: string;
  /** True if the same call may succeed later and is safe to repeat. The client has already made its own attempts. */
  readonly retryable: boolean;
  /**
   * Whether a call that is not idempotent may have had an effect: the response was lost, was a 5xx, or was unreadable. Check
   * the account before you repeat such a call.
   */
  readonly outcomeUnknown: boolean;
  /** Id of the request in RunPod's logs. RunPod's support asks for it. */
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
