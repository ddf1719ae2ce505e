import type { ServerUnaryCall, ServerWritableStream, sendUnaryData, UntypedServiceImplementation } from "@grpc/grpc-js";
import { compareMethods } from "./compare-methods";
import { configurationMethods } from "./configuration-methods";
import { failureOf } from "./errors";
import { functionMethods } from "./function-methods";
import { listMethod } from "./list-method";
import { operationMethods } from "./operation-methods";
import { pluginMethods } from "./plugin-methods";
import { UnimplementedError } from "./request-errors";
import { resourceContext } from "./resource-context";
import type { ServiceOptions } from "./service-options";

/** The resource provider protocol, as far as this provider speaks it; the rest is answered as unimplemented. */
export function providerService(options: ServiceOptions): UntypedServiceImplementation {
  const resources = resourceContext(options);
  const methods = {
    ...unimplemented(),
    ...pluginMethods(options),
    ...configurationMethods(options),
    ...functionMethods(options),
    ...compareMethods(resources),
    ...operationMethods(resources),
    ...listMethod(resources),
  };
  return Object.fromEntries(
    Object.entries(methods).map(([name, handle]) => [name, options.engines.answering(handle)] as const),
  );
}

function unimplemented(): UntypedServiceImplementation {
  const refuse =
    (method: string) =>
    (
      call: ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>,
      answer?: sendUnaryData<unknown>,
    ) => {
      const failure = failureOf(new UnimplementedError(`the podwright provider has no ${method}`));
      if (answer === undefined) call.emit("error", failure);
      else answer(failure);
    };
  const methods = ["parameterize", "call", "construct", "getMapping", "getMappings"];
  return Object.fromEntries(methods.map((method) => [method, refuse(method)]));
}
