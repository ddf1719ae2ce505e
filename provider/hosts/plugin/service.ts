import type { ServerUnaryCall, ServerWritableStream, sendUnaryData, UntypedServiceImplementation } from "@grpc/grpc-js";
import { failureOf } from "./grpc/errors";
import { compareMethods } from "./methods/compare";
import { componentMethods } from "./methods/components";
import { configurationMethods } from "./methods/configuration";
import { functionMethods } from "./methods/functions";
import { listMethod } from "./methods/list";
import { pluginMethods } from "./methods/plugin";
import { resourceContext, type ServiceOptions } from "./methods/resource-context";
import { operationMethods } from "./methods/resource-methods";
import { UnimplementedError } from "./request-errors";

/**
 * The methods of the resource provider protocol that this provider implements. Every other method responds as
 * unimplemented.
 */
export function providerService(options: ServiceOptions): UntypedServiceImplementation {
  const resources = resourceContext(options);
  const methods = {
    ...unimplemented(),
    ...pluginMethods(options),
    ...configurationMethods(options),
    ...functionMethods(options),
    ...componentMethods(options),
    ...compareMethods(resources),
    ...operationMethods(resources),
    ...listMethod(resources),
  };
  return Object.fromEntries(
    Object.entries(methods).map(([name, handle]) => [name, options.engines.tracking(name, handle)] as const),
  );
}

function unimplemented(): UntypedServiceImplementation {
  const refuse =
    (method: string) =>
    (
      call: ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>,
      respond?: sendUnaryData<unknown>,
    ) => {
      const failure = failureOf(new UnimplementedError(`the podwright provider has no ${method}`));
      if (respond === undefined) call.emit("error", failure);
      else respond(failure);
    };
  const methods = ["parameterize", "call", "getMapping", "getMappings"];
  return Object.fromEntries(methods.map((method) => [method, refuse(method)]));
}
