import { NetworkError, TimeoutError } from "../../errors/kinds";
import type { PlatformError } from "../../errors/platform-error";
import type { ApiRequest } from "../requests";
import { CHECK_FIRST, type ErrorContext } from "./from-response";

/** An attempt without a response. */
export interface Failure {
  /**
   * `never-sent`: no byte of the request left, because there was no address, no connection or no TLS. `lost`: the
   * connection broke after the request had begun to leave. `timeout`: sent, and no response in time.
   */
  readonly kind: "never-sent" | "lost" | "timeout";
  /** The code of the connection's error, such as `ECONNREFUSED`, or `PROXY_407` for a proxy that refused with that status. */
  readonly reason: string;
  /** The name that has no address: RunPod's, or its proxy's. */
  readonly unknownHost?: string | undefined;
}

/** The proxy on the way, and the variable that names it. */
interface OnTheWay {
  readonly host: string;
  readonly variable: string;
}

/** Turns a missing response into an error. */
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
        sentence: `The connection to ${host} was lost before ${operation} was answered (${failure.reason})`,
      });
    case "timeout":
      return new TimeoutError({ ...afterSending, sentence: `${host} did not answer ${operation} in time` });
  }
}

function placesToCheck(setting: string, proxy: OnTheWay | undefined): string {
  if (proxy === undefined) return `Check ${setting} and this machine's network.`;
  return `Check ${setting}, and the proxy ${proxy.host} that ${proxy.variable} names; NO_PROXY lists the hosts that need none.`;
}

const TRUST =
  "A company's proxy may certify hosts by an authority of its own: set NODE_EXTRA_CA_CERTS or SSL_CERT_FILE to a file with its certificate.";

/** This machine does not trust the certificate's authority. */
function isDistrust({ reason }: Failure): boolean {
  return /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE))/.test(
    reason,
  );
}

function reasonText(failure: Failure, host: string): string {
  const { reason, unknownHost } = failure;
  if (isDistrust(failure)) return `this machine does not trust the authority of its certificate (${reason})`;
  const [, refusal] = /^PROXY_(\d+)$/.exec(reason) ?? [];
  if (refusal === "407") return "the proxy wants a user and a password (407)";
  if (refusal !== undefined) return `the proxy refused the connection (${refusal})`;
  switch (reason) {
    case "ENOTFOUND":
    case "EAI_AGAIN": {
      const named = unknownHost === undefined || host.startsWith(unknownHost) ? "" : ` as ${unknownHost}`;
      return `no such host${named} (${reason})`;
    }
    case "ECONNREFUSED":
      return `nothing answers at that address (${reason})`;
    case "UND_ERR_CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return `no connection in time (${reason})`;
    default:
      return reason;
  }
}
