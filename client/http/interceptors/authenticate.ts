import type { Dispatcher } from "undici";
import type { Surface } from "../message";
import type { Secret } from "../secrets/secret";

/**
 * Adds the key where each surface takes it. The platform documents the key of GraphQL calls in the query, so this client
 * never logs, throws or traces a URL. The header works there too: to use it, move `graphql` to the case of `rest`.
 */
export function authenticate(surface: Surface, key: Secret): Dispatcher.DispatcherComposeInterceptor {
  switch (surface) {
    case "rest":
    case "public":
      return header(() => `Bearer ${key.reveal()}`);
    case "jobs":
      return header(() => key.reveal());
    case "graphql":
      return (dispatch) => (options, handler) =>
        dispatch({ ...options, path: `${options.path}?api_key=${encodeURIComponent(key.reveal())}` }, handler);
  }
}

function header(value: () => string): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch({ ...options, headers: { ...headersOf(options), authorization: value() } }, handler);
}

/** The client's own requests carry their headers as a plain object. */
function headersOf({ headers }: Dispatcher.DispatchOptions): Record<string, string> {
  return headers as Record<string, string>;
}
