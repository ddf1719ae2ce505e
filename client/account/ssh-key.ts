import { createHash } from "node:crypto";

/** A public SSH key in a line of the account's list. */
export interface SshKey {
  /** The fingerprint, as `ssh-keygen -lf` prints it: `SHA256:` and 43 characters. It does not depend on the comment. */
  readonly id: string;
  /** The comment, or the type of a key without a comment. */
  readonly name: string;
  /** Type of the key, such as `ssh-ed25519`. */
  readonly type: string;
  /** Text after the key, such as `me@example.com`. Empty if there is none. */
  readonly comment: string;
  /** The line as RunPod stores it. */
  readonly line: string;
}

/** Returns the key in a line in the form of OpenSSH's `.pub` files. Returns `undefined` if the line has another form. */
export function sshKeyIn(line: string): SshKey | undefined {
  const [, type = "", blob = "", comment = ""] = /^((?:ssh|ecdsa|sk)-\S+) (\S+)(?:[ \t]+([^\n\r]*))?$/.exec(line) ?? [];
  const bytes = Buffer.from(blob, "base64");
  if (type === "" || unpadded(bytes.toString("base64")) !== unpadded(blob) || !isKey(bytes, type)) return undefined;
  const id = `SHA256:${unpadded(createHash("sha256").update(bytes).digest("base64"))}`;
  return { id, name: comment.trim() || type, type, comment: comment.trim(), line };
}

/** Returns the keys in the lines of a list. Lines without a key have no entry. */
export function sshKeysIn(lines: readonly string[]): SshKey[] {
  return lines.map(sshKeyIn).filter((key) => key !== undefined);
}

function unpadded(base64: string): string {
  return base64.replace(/=+$/, "");
}

/** Tells whether the bytes are a whole key of this type: texts with their lengths, of which the first is the type. */
function isKey(bytes: Buffer, type: string): boolean {
  const fields: Buffer[] = [];
  let at = 0;
  while (at + 4 <= bytes.length) {
    const end = at + 4 + bytes.readUInt32BE(at);
    fields.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return at === bytes.length && fields.length > 1 && fields[0]?.toString() === type;
}
