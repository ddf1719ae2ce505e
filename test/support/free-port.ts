import { createServer } from "node:net";

/** Below the ports that systems hand out by themselves, or another test's server would now and then be given it first. */
const lowest = 20_000;
const count = 12_000;

/** A port of this machine on which whatever the test starts next may listen. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().on("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
