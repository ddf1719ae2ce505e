import { Client, credentials, Server, ServerCredentials, type ServiceError, status } from "@grpc/grpc-js";
import { runtime } from "@pulumi/pulumi";
import { expect, onTestFinished, test } from "vitest";
import "../e2e/harness/stack/engine";
import { freePort } from "../support/free-port";

const { grpcClientOptions } = runtime as unknown as { readonly grpcClientOptions: object };

test("a program in this process reaches its engine, although an earlier engine with the same port is gone", async () => {
  const address = `127.0.0.1:${await freePort()}`;
  expect(await firstCall(address)).toBe(status.UNAVAILABLE);

  await serve(address);

  expect(await firstCall(address)).toBe(status.UNIMPLEMENTED);
});

/** Calls a method that no server has, over the connection of a new program, which stays open. */
async function firstCall(address: string): Promise<status | undefined> {
  const client = new Client(address, credentials.createInsecure(), grpcClientOptions);
  onTestFinished(() => client.close());
  const same = (bytes: Buffer) => bytes;
  const error = await new Promise<ServiceError | null>((resolve) =>
    client.makeUnaryRequest("/none/None", same, same, Buffer.alloc(0), resolve),
  );
  return error?.code;
}

async function serve(address: string): Promise<void> {
  const server = new Server();
  onTestFinished(() => server.forceShutdown());
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(address, ServerCredentials.createInsecure(), (error) =>
      error === null ? resolve() : reject(error),
    ),
  );
}
