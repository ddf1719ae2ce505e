import { PlatformError, type PlatformErrorFacts } from "./platform-error";

/** 400 for a create or a start: no machine with the requested hardware is free in the requested places. */
export class CapacityError extends PlatformError {
  readonly code = "CAPACITY";
}

/**
 * The request is malformed. RunPod refused the request with 422. If there is no status, the client found the problem before it
 * sent anything. `errors` names each wrong field.
 */
export class ValidationError extends PlatformError {
  readonly code = "VALIDATION";
}

/** 400: the request is well-formed but breaks a rule of RunPod, such as a delete of a resource in use. */
export class RuleError extends PlatformError {
  readonly code = "RULE";
}

/** 401: the API key is missing, malformed, expired or revoked. */
export class AuthenticationError extends PlatformError {
  readonly code = "AUTHENTICATION";
}

/** 403: the API key is valid but has no permission for this call. */
export class PermissionError extends PlatformError {
  readonly code = "PERMISSION";
}

/** 404: the resource does not exist, or this account cannot see it. */
export class NotFoundError extends PlatformError {
  readonly code = "NOT_FOUND";
}

/** 409: the current state of the resource does not allow the call. */
export class ConflictError extends PlatformError {
  readonly code = "CONFLICT";
}

/** 402: the account's balance is too low. */
export class BalanceError extends PlatformError {
  readonly code = "BALANCE";
}

/**
 * 429: RunPod's rate limit is used up. The client has already tried again a few times, or has not tried again because the wait
 * would be too long.
 */
export class RateLimitError extends PlatformError {
  readonly code = "RATE_LIMIT";
  /** Length of the exhausted window: `minute`, `hour` or `day`. `undefined` if RunPod does not name the window. */
  readonly window: string | undefined;
  readonly resetsAt: Date | undefined;

  constructor(facts: PlatformErrorFacts & { window?: string | undefined; resetsAt?: Date | undefined }) {
    super({ retryable: true, ...facts });
    this.window = facts.window;
    this.resetsAt = facts.resetsAt;
  }
}

/** The client could not reach RunPod, or lost the connection. */
export class NetworkError extends PlatformError {
  readonly code = "NETWORK";
}

/** RunPod did not answer in time. */
export class TimeoutError extends PlatformError {
  readonly code = "TIMEOUT";
}

/** 5xx: RunPod failed. */
export class ServerError extends PlatformError {
  readonly code = "SERVER";
}

/** The client cannot use the response: it is HTML, broken JSON, or a resource without its id. */
export class UnexpectedAnswerError extends PlatformError {
  readonly code = "UNEXPECTED_ANSWER";
}

/** 410: RunPod no longer serves GraphQL. */
export class RetiredError extends PlatformError {
  readonly code = "RETIRED";
}

/** The API key or an address is missing or invalid. The client sent nothing. */
export class ConfigurationError extends PlatformError {
  readonly code = "CONFIGURATION";
}

/** A job that the caller waited for did not complete. */
abstract class UnsuccessfulJobError extends PlatformError {
  readonly endpointId: string;
  readonly jobId: string;
  /** Error text of the job's handler, with texts of the input masked. `""` if there is none. */
  readonly reason: string;

  constructor(facts: PlatformErrorFacts & Pick<UnsuccessfulJobError, "endpointId" | "jobId" | "reason">) {
    super(facts);
    this.endpointId = facts.endpointId;
    this.jobId = facts.jobId;
    this.reason = facts.reason;
  }
}

/** The handler of the job failed. `retry` runs the job again, as long as RunPod keeps its result. */
export class JobFailedError extends UnsuccessfulJobError {
  readonly code = "JOB_FAILED";
}

/** The job was cancelled. */
export class JobCancelledError extends UnsuccessfulJobError {
  readonly code = "JOB_CANCELLED";
}

/** The job ran longer than its execution timeout. `retry` runs the job again, as long as RunPod keeps its result. */
export class JobTimedOutError extends UnsuccessfulJobError {
  readonly code = "JOB_TIMED_OUT";
}

/** 404 for a job that existed. Unlike an unknown job, such a job may have done its work. */
export class JobExpiredError extends NotFoundError {
  readonly jobId: string;
  /**
   * Why RunPod no longer has the job. `expired`: the job was finished, and its result expired. `removed`: the job was still
   * unfinished a moment ago, so no result can have expired, and a purge or its time to live removed it. `unknown`: the result
   * expired, or RunPod removed the job.
   */
  readonly why: "expired" | "removed" | "unknown";

  constructor(facts: PlatformErrorFacts & { jobId: string; why: JobExpiredError["why"] }) {
    super(facts);
    this.jobId = facts.jobId;
    this.why = facts.why;
  }
}
