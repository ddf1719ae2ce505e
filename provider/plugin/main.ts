#!/usr/bin/env node
import "../host/require-node-or-exit";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { watchEngine } from "../host/lifeline";
import type { Account } from "./account";
import { EngineLog } from "./engine-log";
import { readSchema, readVersion } from "./files";
import { providerService } from "./service";

const largestMessage = 400 * 1024 * 1024;

function main(): void {
  const log = new EngineLog();
  const engine = process.argv.slice(2).find((argument) => !argument.startsWith("-"));
  if (engine !== undefined) log.connect(engine);
  let account: Promise<Account> | undefined;
  const service = providerService({
    version: readVersion(),
    schema: readSchema,
    account: () => {
      account ??= import("./account.js").then(
        ({ Account }) => new Account((sentence) => log.line("info", "", sentence)),
      );
      return account;
    },
    log,
    lifeline: watchEngine(),
    cancellation: new AbortController(),
  });
  const server = new Server({ "grpc.max_receive_message_length": largestMessage });
  server.addService(ResourceProviderService, service);
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error;
    process.stdout.write(`${port}\n`);
  });
  // The engine has said Cancel before it sends this, and waits five seconds for the process to go.
  process.on("SIGINT", () => process.exit(0));
}

main();
