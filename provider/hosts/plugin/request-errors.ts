/** A request that the provider cannot serve. The sentence names the problem. */
export class BadRequestError extends Error {
  override readonly name = "BadRequestError";
}

/** A request for a method, resource or function that this provider does not have. */
export class UnimplementedError extends Error {
  override readonly name = "UnimplementedError";
}

/** A request from a caller that is not the engine of this process. */
export class UnknownCallerError extends Error {
  override readonly name = "UnknownCallerError";
}
