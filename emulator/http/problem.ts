const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** The exact text of RunPod. */
const capacityText =
  "There are no longer any instances available with the requested specifications. Please refresh and try again.";

/** A refusal. Each surface writes a refusal in its own error format: see `envelopes.ts`. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly errors?: readonly string[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }

  get title(): string {
    return titleOf(this.status);
  }
}

/** A refusal with RunPod's code of the error. */
export class CodedProblem extends Problem {
  constructor(
    status: number,
    readonly code: string,
    detail: string,
  ) {
    super(status, detail);
  }
}

/** A refusal of a job operation. Recordings of RunPod show that such a refusal has no problem document. */
export class BareProblem extends Problem {}

export function titleOf(status: number): string {
  return titles[status] ?? "Error";
}

/** Refusals of the emulated platform. Refusals about a field are in the area of that field. */
export const problems = {
  noToken: () => new Problem(401, "no token provided"),
  badToken: () => new Problem(401, "invalid api key"),
  denied: () => new Problem(403, "access denied"),
  notFound: (what = "resource") => new Problem(404, `${what} not found`),
  /** RunPod validates a request before it routes it, so a missing route looks like invalid input. */
  noRoute: (method: string, path: string) => problems.invalid([`${method} Path ${path} was not found`]),
  methodNotAllowed: (allow: readonly string[]) =>
    new Problem(405, "The requested method is not allowed for this path.", undefined, { Allow: allow.join(", ") }),
  malformed: (detail = "request could not be processed") => new Problem(400, detail),
  tooLarge: (limit: number) => new Problem(400, `request body exceeds ${limit / 1_000_000} MB`),
  podTooLarge: (bytes: number) => new Problem(413, `request exceeds ${bytes} bytes`),
  rule: (detail: string) => new Problem(400, detail),
  invalid: (errors: readonly string[]) => new Problem(422, "Request validation failed.", errors),
  noQueue: () => new BareProblem(400, "not allowed for QB API"),
  paused: () => new CodedProblem(409, "ENDPOINT_PAUSED", "Endpoint is paused"),
  wrongKind: (detail: string) => new Problem(422, detail),
  retired: () => new Problem(410, "GraphQL has been retired. Use REST v2."),
  conflict: (detail: string) => new Problem(409, detail),
  inUse: (what: string, user: string) => new Problem(400, `${what} is in use by ${user}`),
  noCapacity: () => new Problem(400, capacityText),
  noFreeGpus: () => new Problem(400, "There are not enough free GPUs on the host machine to start this pod."),
  overQuota: (quota: number, left: number) =>
    new Problem(
      400,
      `Max workers across all endpoints must not exceed your workers quota (${quota}). Reduce the max workers for other endpoints or lower the max worker count for this endpoint to at most ${left}.`,
    ),
  rateLimited: (window: string, retryAfter: number) =>
    new Problem(429, `rate limit exceeded for the ${window} window`, undefined, { "Retry-After": String(retryAfter) }),
} as const;
