import type { Dispatcher } from "undici";
import { tap } from "./tap";

/** The request did not leave this machine, so it had no effect. */
export class NeverSentError extends Error {
  /** Of the connection's error, such as `ECONNREFUSED`. */
  readonly reason: string;

  constructor(cause: Error) {
    super("request never sent");
    this.name = "NeverSentError";
    this.reason = "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
  }
}

/**
 * Distinguishes connections that were never made from connections that were lost. The error's code does not (a reset may
 * come during the TLS handshake or in the middle of a request), but a request starts only on an open connection.
 * A kept-alive connection that the server closes as the request starts counts as lost: the request may have arrived.
 */
export const markNeverSent: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let started = false;
  return dispatch(
    options,
    tap(handler, {
      onRequestStart: () => {
        started = true;
      },
      onResponseError: (error) => (started ? error : new NeverSentError(error)),
    }),
  );
};
