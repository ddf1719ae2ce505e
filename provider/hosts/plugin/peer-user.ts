import { readFile } from "node:fs/promises";
import { isIPv4, type Socket } from "node:net";
import { endianness } from "node:os";

interface Ends {
  readonly own: readonly string[];
  readonly peer: readonly string[];
}

/**
 * Whether this user owns the process at the other end of a local connection. Also `true` if the system does not tell:
 * outside of Linux, and with hidden tables.
 */
export async function isOwnUser(socket: Socket, uid = process.geteuid?.()): Promise<boolean> {
  const { localAddress = "", localPort = 0, remoteAddress = "", remotePort = 0 } = socket;
  if (uid === undefined || !isIPv4(localAddress) || !isIPv4(remoteAddress)) return true;
  const ends = { own: formsOf(localAddress, localPort), peer: formsOf(remoteAddress, remotePort) };
  const user = await userOf((name) => readFile(`/proc/net/${name}`, "latin1").catch(() => ""), ends);
  return user === "unknown" || user === uid;
}

/**
 * The user of the peer, by Linux's tables of connections; `gone` if no process holds its end any more, `unknown` if the
 * tables lack the connection. The engine's end is in the first table, an IPv6 socket's in the second; either may be long.
 */
export async function userOf(
  read: (table: "tcp" | "tcp6") => Promise<string>,
  { own, peer }: Ends,
): Promise<number | "gone" | "unknown"> {
  const first = await read("tcp");
  const text = rowOf(first, peer, own) === undefined ? `${first}\n${await read("tcp6")}` : first;
  if (rowOf(text, own, peer) === undefined) return "unknown";
  const [, , , , , , uid, , inode] = rowOf(text, peer, own) ?? [];
  // After a process has closed its end, the table lists that end under the user 0 and without an inode.
  return uid === undefined || inode === undefined || inode === "0" ? "gone" : Number(uid);
}

/** The fields of the connection's row in the table, from the local address to the end of the row. */
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

/** An address as the tables write it, of an IPv4 socket and of an IPv6 one: the number as it lies in memory. */
export function formsOf(address: string, port: number): string[] {
  const bytes = address.split(".").map((byte) => Number(byte).toString(16).padStart(2, "0").toUpperCase());
  const isLittle = endianness() === "LE";
  const number = (isLittle ? bytes.toReversed() : bytes).join("");
  const mapped = `0000000000000000${isLittle ? "FFFF0000" : "0000FFFF"}${number}`;
  const suffix = port.toString(16).padStart(4, "0").toUpperCase();
  return [`${number}:${suffix}`, `${mapped}:${suffix}`];
}
