import type { RawCall } from "../../client";

type RestCall = Exclude<RawCall, { readonly surface: "graphql" }>;

/** Makes a REST call. The path is below `/v2`. */
export function rest(operation: string, method: RestCall["method"], path: string, body?: unknown): RestCall {
  return { surface: "rest", operation, method, path: path.split("/"), ...(body === undefined ? {} : { body }) };
}

export function graphql(operation: string, document: string): RawCall {
  return { surface: "graphql", operation, document };
}

/** Writes texts as GraphQL literals. */
export const quote = JSON.stringify;
