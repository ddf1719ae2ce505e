import type { ApiResponse } from "./requests";

/** Headers that name a request for RunPod's support. */
const HEADERS = ["x-request-id", "request-id", "cf-ray"];

export function requestIdOf({ headers }: Pick<ApiResponse, "headers">): string | undefined {
  const ids = HEADERS.map((name) => headers[name]);
  return ids.find((id): id is string => typeof id === "string" && /^[\w.:-]{1,100}$/.test(id));
}
