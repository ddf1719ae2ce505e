import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** The user "nobody" on Linux. */
export const otherUser = { uid: 65534, gid: 65534, cwd: "/" };

/** Whether this machine can run a program as another user. Only root can. */
export const hasOtherUser =
  process.platform === "linux" && spawnSync(process.execPath, ["-e", ""], otherUser).status === 0;

/** Returns what a server sends to a program that connects, in hexadecimal. gRPC sends its settings only to clients that it accepts. */
export async function sentTo(as: object, port: string, host = "127.0.0.1"): Promise<string> {
  const program = `
    const socket = require("net").connect(${port}, ${JSON.stringify(host)});
    socket.on("data", (data) => { process.stdout.write(data.toString("hex")); socket.destroy(); });
    socket.on("error", (error) => { if (error.code !== "ECONNRESET") throw error; });
    socket.on("end", () => socket.destroy());`;
  const client = spawn(process.execPath, ["-e", program], { ...as, stdio: ["ignore", "pipe", "inherit"] });
  let sent = "";
  client.stdout.on("data", (chunk: Buffer) => {
    sent += chunk;
  });
  const [code] = await once(client, "close");
  if (code !== 0) throw new Error(`the program that connects ended with ${code}`);
  return sent;
}
