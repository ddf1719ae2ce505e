import { writeSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { isOwnUser } from "./peer-user";
import type { Arguments } from "./serve";

type Serve = (argv: Arguments) => (socket: Socket) => void;

/**
 * Prints the port first, because the engine waits for it. The server loads while the engine connects, and an early
 * connection waits for the server. Every import in this file delays every command.
 */
export function listen(load: () => Promise<Serve>): void {
  // The engine calls Cancel before this signal, and then waits five seconds for the process to exit.
  process.on("SIGINT", () => process.exit(0));
  const listener = createServer();
  listener.listen(0, "127.0.0.1", () => {
    const { port } = listener.address() as AddressInfo;
    writeSync(1, `${port}\n`);
    const serving = load().then((serve) => serve(process.argv.slice(2)));
    listener.on("connection", (socket) => {
      // The peer may close the connection at any time.
      socket.on("error", () => undefined);
      // Any user of the machine can connect. Podwright checks the peer's user now, because the peer may close its end
      // of the connection later.
      void Promise.all([serving, isOwnUser(socket)]).then(([connect, isOwn]) =>
        isOwn ? connect(socket) : socket.destroy(),
      );
    });
  });
}
