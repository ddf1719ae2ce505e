import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { test } from "vitest";

test("leaves a connection behind", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  await once(connect((server.address() as AddressInfo).port, "127.0.0.1"), "connect");
  server.close();
});
