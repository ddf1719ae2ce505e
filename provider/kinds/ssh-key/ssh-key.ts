import * as z from "zod";
import { sshKeyIn } from "../../../client/account/ssh-key";
import { declare, type InputsOf, property } from "../../planning/declaration";
import { type Conditional, live, replaces } from "../../planning/rules";

const idOf = (line: unknown) => sshKeyIn(String(line))?.id;

/** The key is the same if only the comment differs. */
const sameKey: Conditional = {
  condition: "only the comment changes",
  when: ({ olds, news }) => idOf(olds.publicKey) === idOf(news.publicKey),
  effect: live,
  otherwise: replaces("it is another key"),
};

// No message may quote the value, because it may be a private key.
const publicKey = z.string().superRefine((text, context) => {
  const fault = faultOf(text);
  if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
});

function faultOf(text: string): string | undefined {
  if (/PRIVATE KEY/.test(text))
    return "is a private key, which must not leave your machine: give the content of the file that ends with .pub";
  if (/[\n\r]/.test(text)) return "has several lines: declare an SshKey for each key";
  if (sshKeyIn(text) === undefined)
    return "must be a public SSH key in one line, as in the file that ends with .pub: its type, such as ssh-ed25519, the key, and a comment if you like";
  return undefined;
}

const properties = {
  publicKey: property(publicKey, {
    doc: "Public key in one line, as in a file that ends with `.pub`: type, key and an optional comment. Podwright removes spaces and line ends around it.",
    on: sameKey,
    wire: "create update read",
    alsoChanges: ["comment"],
  }),
};

export type SshKeyInputs = InputsOf<typeof properties>;

export const sshKeyDeclaration = declare({
  kind: "SshKey",
  properties,
  outputs: z.object({
    fingerprint: z
      .string()
      .describe(
        "Fingerprint of the key, as `ssh-keygen -lf` prints it, such as `SHA256:…`. It is also the resource's id.",
      ),
    comment: z.string().describe("Comment of the key. Empty if it has none."),
  }),
  normalize: ({ publicKey: text, ...others }) => ({
    ...others,
    ...(text === undefined ? {} : { publicKey: typeof text === "string" ? text.trim() : text }),
  }),
  // An account has each key once.
  onReplace: ({ olds, news }) =>
    idOf(olds.publicKey) === idOf(news.publicKey) ? { deleteFirst: "the account can have the key only once" } : {},
});
