import { readFile } from "node:fs/promises";
import { isIPv4, type Socket } from "node:net";
import { endianness } from "node:os";

interface Ends {
  readonly own: readonly string[];
  readonly peer: readonly string[];
}

/**
 * Tells whether this user owns the process at the other end of a local connection. Returns `true`, too, if the system
 * does not show the owner. Only Linux shows it, and an administrator can hide the tables.
 */
export async function isOwnUser(socket: Socket, uid = process.geteuid?.()): Promise<boolean> {
  const { localAddress = "", localPort = 0, remoteAddress = "", remotePort = 0 } = socket;
  if (uid === undefined || !isIPv4(localAddress) || !isIPv4(remoteAddress)) return true;
  const ends = { own: formsOf(localAddress, localPort), peer: formsOf(remoteAddress, remotePort) };
  const user = await userOf((name) => readFile(`/proc/net/${name}`, "latin1").catch(() => ""), ends);
  return user === "unknown" || user === uid;
}

/**
 * Finds the peer's user in Linux's tables of connections. Returns `gone` if no process holds the peer's end any more,
 * and `unknown` if the tables do not contain the connection. Each table may be long, so this function first reads the
 * table for IPv4, which contains the engine's end.
 */
export async function userOf(
  read: (table: "tcp" | "tcp6") => Promise<string>,
  { own, peer }: Ends,
): Promise<number | "gone" | "unknown"> {
  const first = await read("tcp");
  const text = rowOf(first, peer, own) === undefined ? `${first}\n${await read("tcp6")}` : first;
  if (rowOf(text, own, peer) === undefined) return "unknown";
  const [, , , , , , uid, , inode] = rowOf(text, peer, own) ?? [];
  // After a process has closed its end, the table shows user 0 and no inode for it.
  return uid === undefined || inode === undefined || inode === "0" ? "gone" : Number(uid);
}

/** Returns the fields of the connection's row, from the local address to the end. */
function rowOf(text: string, local: readonly string[], remote: readonly string[]): readonly string[] | undefined {
  const found = local
    .flatMap((here) => remote.map((there) => text.indexOf(` ${here} ${there} `)))
    .find((index) => index >= 0);
  return found === undefined
    ? undefined
    : text
        .slice(found, text.indexOf("\n", found + 1))
        .trim()
        .split(/\s+/);
}

/**
 * Returns the address in the tables' form, for an IPv4 socket and for an IPv6 socket. The tables show the bytes in
 * memory order.
 */
export function formsOf(address: string, port: number): string[] {
  const bytes = address.split(".").map((byte) => Number(byte).toString(16).padStart(2, "0").toUpperCase());
  const isLittle = endianness() === "LE";
  const number = (isLittle ? bytes.toReversed() : bytes).join("");
  const mapped = `0000000000000000${isLittle ? "FFFF0000" : "0000FFFF"}${number}`;
  const suffix = port.toString(16).padStart(4, "0").toUpperCase();
  return [`${number}:${suffix}`, `${mapped}:${suffix}`];
}
