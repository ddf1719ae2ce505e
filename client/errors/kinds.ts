import { PlatformError, type PlatformErrorFacts } from "./platform-error";

/** 400 on a create or start: no machine with the requested hardware is free in the requested places. */
export class CapacityError extends PlatformError {
  readonly code = "CAPACITY";
}

/** The request is malformed: 422, or, without a status, the client found it before sending. `errors` names each place. */
export class ValidationError extends PlatformError {
  readonly code = "VALIDATION";
}

/** 400: well formed, but against a rule of RunPod, such as a delete of a resource in use. */
export class RuleError extends PlatformError {
  readonly code = "RULE";
}

/** 401: the key is missing, malformed, expired or revoked. */
export class AuthenticationError extends PlatformError {
  readonly code = "AUTHENTICATION";
}

/** 403: a valid key without access. */
export class PermissionError extends PlatformError {
  readonly code = "PERMISSION";
}

/** 404: the resource does not exist, or this account cannot see it. */
export class NotFoundError extends PlatformError {
  readonly code = "NOT_FOUND";
}

/** 409: not possible in the resource's current state. */
export class ConflictError extends PlatformError {
  readonly code = "CONFLICT";
}

/** 402: the account's balance does not cover it. */
export class BalanceError extends PlatformError {
  readonly code = "BALANCE";
}

/** 429 with a wait longer than the client waits, or repeated too often. */
export class RateLimitError extends PlatformError {
  readonly code = "RATE_LIMIT";
  /** `minute`, `hour` or `day`, if RunPod names it. */
  readonly window: string | undefined;
  readonly resetsAt: Date | undefined;

  constructor(facts: PlatformErrorFacts & { window?: string | undefined; resetsAt?: Date | undefined }) {
    super({ retryable: true, ...facts });
    this.window = facts.window;
    this.resetsAt = facts.resetsAt;
  }
}

/** RunPod could not be reached, or the connection was lost. */
export class NetworkError extends PlatformError {
  readonly code = "NETWORK";
}

/** No response in time. */
export class TimeoutError extends PlatformError {
  readonly code = "TIMEOUT";
}

/** 5xx. */
export class ServerError extends PlatformError {
  readonly code = "SERVER";
}

/** An unusable response: HTML, broken JSON, a resource without its id. */
export class UnexpectedAnswerError extends PlatformError {
  readonly code = "UNEXPECTED_ANSWER";
}

/** 410: RunPod no longer serves GraphQL. */
export class RetiredError extends PlatformError {
  readonly code = "RETIRED";
}

/** Nothing was sent: the key or an address is missing or invalid. */
export class ConfigurationError extends PlatformError {
  readonly code = "CONFIGURATION";
}

/** An awaited job did not complete. */
abstract class UnsuccessfulJobError extends PlatformError {
  readonly endpointId: string;
  readonly jobId: string;
  /** The handler's words, with the input's texts masked; `""` for none. */
  readonly reason: string;

  constructor(facts: PlatformErrorFacts & Pick<UnsuccessfulJobError, "endpointId" | "jobId" | "reason">) {
    super(facts);
    this.endpointId = facts.endpointId;
    this.jobId = facts.jobId;
    this.reason = facts.reason;
  }
}

/** The job's handler failed. `retry` runs it again while RunPod keeps its result. */
export class JobFailedError extends UnsuccessfulJobError {
  readonly code = "JOB_FAILED";
}

/** The job was cancelled. */
export class JobCancelledError extends UnsuccessfulJobError {
  readonly code = "JOB_CANCELLED";
}

/** The job ran longer than its execution timeout. `retry` runs it again while RunPod keeps its result. */
export class JobTimedOutError extends UnsuccessfulJobError {
  readonly code = "JOB_TIMED_OUT";
}

/** 404 for a job that existed: unlike an unknown one, it may have done its work. */
export class JobExpiredError extends NotFoundError {
  readonly jobId: string;
  /**
   * `expired`: it was last seen finished. `removed`: it was seen unfinished so recently that no result can have expired,
   * so a purge or its time to live removed it. `unknown`: either.
   */
  readonly why: "expired" | "removed" | "unknown";

  constructor(facts: PlatformErrorFacts & { jobId: string; why: JobExpiredError["why"] }) {
    super(facts);
    this.jobId = facts.jobId;
    this.why = facts.why;
  }
}
