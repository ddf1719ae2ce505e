import type { ApiRequest } from "../http/requests";
import { CHECK_FIRST, type ErrorContext } from "./from-response";
import { NetworkError, TimeoutError } from "./kinds";
import type { PlatformError } from "./platform-error";

/** An attempt without a response. */
export interface Failure {
  /**
   * `never-sent`: no byte of the request left, because there was no address, no connection or no TLS. `lost`: the
   * connection broke after the request had begun to leave. `timeout`: sent, and no response in time.
   */
  readonly kind: "never-sent" | "lost" | "timeout";
  /** The code of the connection's error, such as `ECONNREFUSED`. */
  readonly reason: string;
}

/** Turns a missing response into an error. */
export function errorFromFailure(
  request: ApiRequest,
  failure: Failure,
  { host, setting }: Pick<ErrorContext, "host" | "setting">,
): PlatformError {
  const { operation, idempotent } = request;
  const again = { operation, hint: "Try again later.", retryable: true };
  const afterSending = idempotent ? again : { operation, hint: CHECK_FIRST, outcomeUnknown: true };
  switch (failure.kind) {
    case "never-sent":
      return new NetworkError({
        ...again,
        sentence: `${operation} could not reach ${host}: ${reasonText(failure.reason)}`,
        hint: `Check ${setting} and this machine's network.`,
      });
    case "lost":
      return new NetworkError({
        ...afterSending,
        sentence: `The connection to ${host} was lost before ${operation} was answered (${failure.reason})`,
      });
    case "timeout":
      return new TimeoutError({ ...afterSending, sentence: `${host} did not answer ${operation} in time` });
  }
}

function reasonText(reason: string): string {
  switch (reason) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `no such host (${reason})`;
    case "ECONNREFUSED":
      return `nothing answers at that address (${reason})`;
    case "UND_ERR_CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return `no connection in time (${reason})`;
    default:
      return reason;
  }
}
