import { readFile } from "node:fs/promises";
import { isIPv4, type Socket } from "node:net";
import { endianness } from "node:os";

/** Linux lists its connections with the user of each. A connection from an IPv6 socket stands in the second table. */
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];

interface Ends {
  readonly own: readonly string[];
  readonly peer: readonly string[];
}

/**
 * Whether the process at the other end of a connection from this machine is this user's. `true` also where the system does
 * not tell: outside of Linux, and where its tables are hidden.
 */
export async function isOwnUser(socket: Socket, uid = process.geteuid?.()): Promise<boolean> {
  const { localAddress = "", localPort = 0, remoteAddress = "", remotePort = 0 } = socket;
  if (uid === undefined || !isIPv4(localAddress) || !isIPv4(remoteAddress)) return true;
  const ends = { own: formsOf(localAddress, localPort), peer: formsOf(remoteAddress, remotePort) };
  const tables = await Promise.all(TABLES.map((table) => readFile(table, "latin1").catch(() => "")));
  const user = userOf(tables.join("\n"), ends);
  return user === "unknown" || user === uid;
}

/** The user of the peer; `gone` where nobody holds its end any more, `unknown` where the tables lack the connection. */
export function userOf(tables: string, { own, peer }: Ends): number | "gone" | "unknown" {
  const rows = tables.split("\n").map((line) => line.trim().split(/\s+/));
  const from = (here: readonly string[], there: readonly string[]) =>
    rows.find(([, local = "", remote = ""]) => here.includes(local) && there.includes(remote));
  if (from(own, peer) === undefined) return "unknown";
  const [, , , , , , , uid, , inode] = from(peer, own) ?? [];
  // An end that its process has closed is listed under the user 0, and without an inode.
  return uid === undefined || inode === undefined || inode === "0" ? "gone" : Number(uid);
}

/** An address as the tables write it, of an IPv4 socket and of an IPv6 one: the number as it lies in memory. */
export function formsOf(address: string, port: number): string[] {
  const bytes = address.split(".").map((byte) => Number(byte).toString(16).padStart(2, "0").toUpperCase());
  const isLittle = endianness() === "LE";
  const number = (isLittle ? bytes.toReversed() : bytes).join("");
  const mapped = `0000000000000000${isLittle ? "FFFF0000" : "0000FFFF"}${number}`;
  const suffix = port.toString(16).padStart(4, "0").toUpperCase();
  return [`${number}:${suffix}`, `${mapped}:${suffix}`];
}
