import type { handleUnaryCall, ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import type { Path } from "../../../../kernel/values";
import { failureOf } from "./errors";

/** An init error with the paths of the secrets in its outputs. */
export class MarkedError extends Error {
  constructor(
    readonly original: unknown,
    readonly secrets: readonly Path[],
  ) {
    super();
  }
}

/** Makes a gRPC method from a function. Any thrown value becomes a gRPC error. */
export function unary<Request, Response>(
  serve: (request: Request) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return (call: ServerUnaryCall<Request, Response>, respond: sendUnaryData<Response>) => {
    (async () => serve(call.request))().then(
      (response) => respond(null, response),
      (error: unknown) =>
        respond(error instanceof MarkedError ? failureOf(error.original, error.secrets) : failureOf(error)),
    );
  };
}
