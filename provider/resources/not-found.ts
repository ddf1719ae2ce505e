import { NotFoundError } from "../platform";
import { OperationError } from "./errors";

/** The answer, or `undefined` where the platform has no such thing. Every other failure stays one. */
export async function unlessNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

export function gone(what: string): OperationError {
  return new OperationError(
    `${what} is gone from the platform: run "pulumi up --refresh", which takes it out of the state and creates it anew`,
  );
}
