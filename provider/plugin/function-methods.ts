import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { decode, encode } from "./marshal";
import { BadRequestError } from "./request-errors";
import type { ServiceOptions } from "./service-options";
import { unary } from "./unary";

/** The provider's functions. */
export function functionMethods({ account, lifeline, cancellation }: ServiceOptions): UntypedServiceImplementation {
  return {
    invoke: unary(async (request: proto.InvokeRequest) => {
      const { formatProblems, problemsOf, withDefaults } = await import("../resources/check.js");
      const token = request.getTok();
      const called = (await account()).function(token);
      if (called === undefined) throw new BadRequestError(`this provider has no function "${token}"`);
      const { values, secrets, unknowns } = decode(request.getArgs());
      const response = new proto.InvokeResponse();
      const args = { schema: called.args, rules: [], owner: "function" };
      const problems = problemsOf(args, values, unknowns);
      if (problems.length > 0) {
        const failure = new proto.CheckFailure();
        failure.setReason(formatProblems(problems));
        response.setFailuresList([failure]);
        return response;
      }
      const signal = AbortSignal.any([lifeline.signal, cancellation.signal]);
      const result = await called.call((await account()).session(), withDefaults(args, values), signal);
      // What was asked with a secret answers with one.
      response.setReturn(encode(result, secrets.length > 0 ? Object.keys(result).map((key) => [key]) : []));
      return response;
    }),
  };
}
