import { createServer } from "node:net";

/** Lowest port. The range is below the ports that operating systems choose, because another test's server could get such a port first. */
const lowest = 20_000;
const count = 12_000;

/** Returns a free port on this machine for the test's next server. */
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
