import type { IncomingHttpHeaders } from "node:http";
import { problems } from "./problem";
import type { Access, Surface } from "./route";

/** Reads and writes everything, unless another key was chosen. */
export const defaultApiKey = "emulator-key";
/** Reads everything; writes are 403. */
export const readOnlyKey = "emulator-read-only";

export interface Presented {
  readonly headers: IncomingHttpHeaders;
  readonly query: URLSearchParams;
  /** The key that may do everything. */
  readonly apiKey: string;
}

/** REST takes Bearer only; job operations also the bare key; GraphQL also `api_key` in the query (contract 1). */
export function authenticate(surface: Surface, { headers, query, apiKey }: Presented): Access {
  const key = presented(surface, headers.authorization, query);
  if (key === undefined) throw problems.noToken();
  if (key === apiKey) return "full";
  if (key === readOnlyKey) return "read-only";
  throw problems.badToken();
}

function presented(surface: Surface, header: string | undefined, query: URLSearchParams): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  switch (surface) {
    case "rest":
    case "control":
      return bearer;
    case "graphql":
      return query.get("api_key") ?? bearer;
    case "jobs":
      return bearer ?? (header || undefined);
  }
}
