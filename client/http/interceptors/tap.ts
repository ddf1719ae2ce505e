import type { Dispatcher } from "undici";

export type Handler = Dispatcher.DispatchHandler;
type Controller = Dispatcher.DispatchController;

/** Callbacks that run before the handler's own. */
interface Taps {
  onRequestStart?(): void;
  onResponseStart?(status: number, headers: Parameters<NonNullable<Handler["onResponseStart"]>>[2]): void;
  /** Returns the error to pass on. */
  onResponseError?(error: Error): Error;
}

/** Listens to a handler. Handlers are class instances, so a spread copy would lose their methods. */
export function tap(handler: Handler, taps: Taps): Handler {
  return {
    onRequestStart(controller, context) {
      taps.onRequestStart?.();
      handler.onRequestStart?.(controller, context);
    },
    onResponseStart(controller, status, headers, message) {
      if (status >= 200) taps.onResponseStart?.(status, headers);
      handler.onResponseStart?.(controller, status, headers, message);
    },
    onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
    onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
    onResponseError(controller, error) {
      handler.onResponseError?.(controller, taps.onResponseError?.(error) ?? error);
    },
    onBodySent: (chunk) => handler.onBodySent?.(chunk),
    onRequestSent: () => handler.onRequestSent?.(),
  };
}

/** Calls back when the request begins to leave, not while it waits for its turn or for a connection. */
export function onStart(onRequestStart: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => dispatch(options, tap(handler, { onRequestStart }));
}

/** Ends a request that was never dispatched: there is no connection yet. */
export function fail(handler: Handler, error: unknown): void {
  const reason = error instanceof Error ? error : new Error("request ended before it was sent", { cause: error });
  handler.onResponseError?.(NO_CONNECTION, reason);
}

const NO_CONNECTION: Controller = {
  aborted: true,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};
