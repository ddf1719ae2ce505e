import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** Linux's "nobody". */
export const otherUser = { uid: 65534, gid: 65534, cwd: "/" };

/** Whether this machine allows a program to run as another user, which only root may. */
export const hasOtherUser =
  process.platform === "linux" && spawnSync(process.execPath, ["-e", ""], otherUser).status === 0;

/** A server's data to a connecting program, in hexadecimal. gRPC sends its settings only to accepted clients. */
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
