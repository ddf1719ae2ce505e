import type { ServerUnaryCall, ServerWritableStream, sendUnaryData, UntypedServiceImplementation } from "@grpc/grpc-js";
import type { Lifeline } from "../host/lifeline";
import type { Account } from "./account";
import { configurationMethods } from "./configuration-methods";
import type { EngineLog } from "./engine-log";
import { failureOf, UnimplementedError } from "./errors";
import { pluginMethods } from "./plugin-methods";
import { resourceMethods } from "./resource-methods";

export interface ServiceOptions {
  readonly version: string;
  readonly schema: () => string;
  /** Loaded with the first request that needs it: the plugin starts with every command, and some ask for its schema only. */
  readonly account: () => Promise<Account>;
  readonly log: EngineLog;
  readonly lifeline: Lifeline;
  /** Aborted when the engine asks to cancel. */
  readonly cancellation: AbortController;
}

/** The resource provider protocol, as far as this provider speaks it; the rest is answered as unimplemented. */
export function providerService(options: ServiceOptions): UntypedServiceImplementation {
  return {
    ...unimplemented(),
    ...pluginMethods(options),
    ...configurationMethods(options),
    ...resourceMethods(options),
  };
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
  const methods = ["parameterize", "invoke", "call", "construct", "getMapping", "getMappings"];
  return Object.fromEntries(methods.map((method) => [method, refuse(method)]));
}
