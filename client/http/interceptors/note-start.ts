import type { Dispatcher } from "undici";
import { tap } from "./tap";

/** Tells that the request has begun to leave: not while it waits for its turn, nor for a connection. */
export function noteStart(onRequestStart: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => dispatch(options, tap(handler, { onRequestStart }));
}
