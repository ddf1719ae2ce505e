import { flushCompileCache } from "node:module";
import type { Socket } from "node:net";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { callCommandsWith } from "../../../kernel/as-called";
import { systemClock } from "../../../kernel/clock";
import { VERSION } from "../../../kernel/version";
import { watchEngine } from "../engine/lifeline";
import { readSchema } from "./files";
import { Engines } from "./grpc/engines";
import { keepStructsPlain } from "./properties/plain-structs";
import type { Provider } from "./provider";
import { providerService } from "./service";

const largestMessage = 400 * 1024 * 1024;

/** Arguments of the process: the engine's address, and flags that Podwright ignores. */
export type Arguments = readonly string[];

/** Starts the provider and returns the function that accepts connections. `folder` is the program's folder. */
export const serve = (folder: string, words: () => string) => (argv: Arguments) => {
  callCommandsWith(words);
  keepStructsPlain();
  const engines = new Engines(argv.find((argument) => !argument.startsWith("-")));
  let provider: Promise<Provider> | undefined;
  const service = providerService({
    version: VERSION,
    schema: () => readSchema(folder),
    provider: () => {
      provider ??= import("./provider.js").then(({ Provider }) => {
        keepCompiledCode();
        return new Provider({
          onWait: (sentence) => engines.logToAll("info", sentence),
          onWarning: (sentence) => engines.logToAll("warning", sentence),
        });
      });
      return provider;
    },
    engines,
    lifeline: watchEngine(),
  });
  const server = new Server({ "grpc.max_receive_message_length": largestMessage, "grpc.enable_channelz": 0 });
  server.addService(ResourceProviderService, service);
  keepCompiledCode();
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return (socket: Socket) => {
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    socket.once("close", () => engines.forget(peer));
    injector.injectConnection(socket);
  };
};

/**
 * Writes the cache of compiled code early. Node writes it only at the end of the process, and the engine often kills
 * the process before that.
 */
function keepCompiledCode(): void {
  void systemClock.sleep(500).then(flushCompileCache);
}
