import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import type * as proto from "@pulumi/pulumi/proto/provider_pb";
import { unary } from "../grpc/unary";
import type { ServiceOptions } from "./resource-context";

/** The methods of the provider's components. */
export function componentMethods({ lifeline, engines }: ServiceOptions): UntypedServiceImplementation {
  return {
    construct: unary(async (request: proto.ConstructRequest) => {
      const { log, signal } = engines.current;
      const { construct } = await import("../construct/construct.js");
      return construct(request, log.address ?? "", AbortSignal.any([lifeline.signal, signal]));
    }),
  };
}
