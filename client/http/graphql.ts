import type { CallOptions } from "../collections/collection";
import { errorInSuccess, statusOf } from "../errors/from-graphql";
import type { Http } from "./http";
import type { ApiRequest, ApiResponse } from "./message";

interface GraphqlCall extends CallOptions {
  /** The root field, for errors. */
  readonly operation: string;
  readonly query: string;
  /** Doing it twice leaves the same state as doing it once. */
  readonly idempotent: boolean;
}

/** A document for `POST /graphql`. */
export function graphqlRequest({ operation, query, idempotent, signal, graceMs }: GraphqlCall): ApiRequest {
  return {
    operation,
    surface: "graphql",
    method: "POST",
    path: "/graphql",
    body: { query },
    idempotent,
    signal,
    graceMs,
    statusOf,
  };
}

/** Sends the request, and also throws the error that a 200 may hold. */
export async function sendGraphql(http: Http, request: ApiRequest): Promise<ApiResponse> {
  const response = await http.send(request);
  throwIfRefused(http, request, response);
  return response;
}

export function throwIfRefused(http: Http, request: ApiRequest, response: ApiResponse): void {
  const error = errorInSuccess(request, response, http.errorContextOf(request, response));
  if (error !== undefined) throw error;
}
