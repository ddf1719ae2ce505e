import type { CallOptions } from "../collections/collection";
import { type ApiRequest, pathOf } from "./message";

interface Extras extends CallOptions {
  readonly body?: unknown;
  readonly query?: ApiRequest["query"];
}

/** A request to `/v2/<segments>`. Only POST is not idempotent in REST v2. */
export function restRequest(
  operation: string,
  method: ApiRequest["method"],
  segments: readonly string[],
  { body, query, signal, graceMs }: Extras,
): ApiRequest {
  const path = pathOf(operation, "v2", ...segments);
  return { operation, surface: "rest", method, path, query, body, idempotent: method !== "POST", signal, graceMs };
}
