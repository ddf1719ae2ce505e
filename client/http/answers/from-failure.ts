import { NetworkError, TimeoutError } from "../../errors/kinds";
import type { PlatformError } from "../../errors/platform-error";
import type { ApiRequest } from "../requests";
import { CHECK_FIRST, type ErrorContext } from "./from-response";

/** An attempt that got no response. */
export interface Failure {
  /**
   * `never-sent`: no byte of the request left this machine, because the client found no address, got no connection or could not
   * set up TLS. `lost`: the connection broke after the request began to leave. `timeout`: the request was sent, and no response
   * came in time.
   */
  readonly kind: "never-sent" | "lost" | "timeout";
  /**
   * Code of the connection's error, such as `ECONNREFUSED`. `PROXY_407` means that a proxy refused the connection with status
   * 407.
   */
  readonly reason: string;
  /** Host name for which this machine found no address. The host is RunPod or the proxy. */
  readonly unknownHost?: string | undefined;
}

/** Proxy of the connection, and the environment variable that sets it. */
interface OnTheWay {
  readonly host: string;
  readonly variable: string;
}

/** Turns an attempt without a response into an error. */
export function errorFromFailure(
  request: ApiRequest,
  failure: Failure,
  { host, setting, proxy }: Pick<ErrorContext, "host" | "setting"> & { readonly proxy?: OnTheWay | undefined },
): PlatformError {
  const { operation, idempotent } = request;
  const again = { operation, hint: "Try again later.", retryable: true };
  const afterSending = idempotent ? again : { operation, hint: CHECK_FIRST, outcomeUnknown: true };
  switch (failure.kind) {
    case "never-sent":
      return new NetworkError({
        ...again,
        sentence: `${operation} could not reach ${host}: ${reasonText(failure, host)}`,
        hint: isDistrust(failure) ? TRUST : placesToCheck(setting, proxy),
      });
    case "lost":
      return new NetworkError({
        ...afterSending,
        sentence: `The connection to ${host} broke before RunPod answered ${operation} (${failure.reason})`,
      });
    case "timeout":
      return new TimeoutError({ ...afterSending, sentence: `${host} did not answer the request ${operation} in time` });
  }
}

function placesToCheck(setting: string, proxy: OnTheWay | undefined): string {
  if (proxy === undefined) return `Check ${setting} and this machine's network.`;
  return `Check ${setting} and the proxy ${proxy.host} in ${proxy.variable}. To reach a host without the proxy, add it to NO_PROXY.`;
}

const TRUST =
  "A company's proxy may use its own certificate authority: set NODE_EXTRA_CA_CERTS or SSL_CERT_FILE to a file with the certificate of this authority.";

/** Whether this machine does not trust the authority of the certificate. */
function isDistrust({ reason }: Failure): boolean {
  return /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE))/.test(
    reason,
  );
}

function reasonText(failure: Failure, host: string): string {
  const { reason, unknownHost } = failure;
  if (isDistrust(failure)) return `this machine does not trust the authority of the server's certificate (${reason})`;
  const [, refusal] = /^PROXY_(\d+)$/.exec(reason) ?? [];
  if (refusal === "407") return "the proxy requires a user and a password (407)";
  if (refusal !== undefined) return `the proxy refused the connection (${refusal})`;
  switch (reason) {
    case "ENOTFOUND":
    case "EAI_AGAIN": {
      const named = unknownHost === undefined || host.startsWith(unknownHost) ? "" : ` as ${unknownHost}`;
      return `no such host${named} (${reason})`;
    }
    case "ECONNREFUSED":
      return `no program listens at that address (${reason})`;
    case "UND_ERR_CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return `the host accepted no connection in time (${reason})`;
    default:
      return reason;
  }
}
