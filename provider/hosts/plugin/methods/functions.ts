import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { unary } from "../grpc/unary";
import { forProgram } from "../program-language";
import { decode, encode } from "../properties/marshal";
import { BadRequestError } from "../request-errors";
import type { ServiceOptions } from "./resource-context";

/** The methods of the provider's functions. */
export function functionMethods({ provider, lifeline, engines }: ServiceOptions): UntypedServiceImplementation {
  return {
    invoke: unary(async (request: proto.InvokeRequest) => {
      const token = request.getTok();
      const engine = engines.current;
      const loaded = await provider();
      const called = await loaded.function(token);
      if (called === undefined) throw new BadRequestError(`this provider has no function "${token}"`);
      const args = decode(request.getArgs());
      const response = new proto.InvokeResponse();
      const failures = called.check(args.values, args.unknowns);
      response.setFailuresList(
        failures.map(({ property, reason }) =>
          new proto.CheckFailure().setProperty(property).setReason(forProgram(reason)),
        ),
      );
      if (failures.length > 0) return response;
      if (!called.isCalled(args.values, { isPreview: request.getPreview(), unknowns: args.unknowns }))
        return response.setReturn(encode({}));
      const signal = AbortSignal.any([lifeline.signal, engine.signal]);
      const result = await lifeline.hold(called.call(loaded.session(engine), args.values, signal));
      // With a secret argument, the whole result is secret.
      response.setReturn(encode(result, args.secrets.length > 0 ? Object.keys(result).map((key) => [key]) : []));
      return response;
    }),
  };
}
