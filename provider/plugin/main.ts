#!/usr/bin/env node
import "../dynamic/require-node";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { watchEngine } from "../host/lifeline";
import { networkVolume, pod, type Resource, serverlessEndpoint, template } from "../resources";
import type { Values } from "../resources/values";
import { Configuration } from "./configuration";
import { EngineLog } from "./engine-log";
import { readSchema, readVersion } from "./files";
import { ResourceHost } from "./resource-host";
import { providerService } from "./service";

const largestMessage = 400 * 1024 * 1024;

function main(): void {
  const log = new EngineLog();
  const engine = process.argv.slice(2).find((argument) => !argument.startsWith("-"));
  if (engine !== undefined) log.connect(engine);
  const server = new Server({ "grpc.max_receive_message_length": largestMessage });
  server.addService(
    ResourceProviderService,
    providerService({
      version: readVersion(),
      schema: readSchema,
      resources: new Map([hosted(pod), hosted(serverlessEndpoint), hosted(template), hosted(networkVolume)]),
      configuration: new Configuration(process.env, (sentence) => log.line("info", "", sentence)),
      log,
      lifeline: watchEngine(),
      cancellation: new AbortController(),
    }),
  );
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error;
    process.stdout.write(`${port}\n`);
  });
  // The engine has said Cancel before it sends this, and waits five seconds for the process to go.
  process.on("SIGINT", () => process.exit(0));
}

function hosted<Inputs>(resource: Resource<Inputs>): [string, ResourceHost] {
  return [`podwright:index:${resource.kind}`, new ResourceHost(resource as unknown as Resource<Values>)];
}

main();
