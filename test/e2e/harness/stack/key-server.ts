import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "../../../support/listen";

/** The secrets provider of a story's stack. Pulumi finds the server in its environment. */
export const keyServer = "hashivault://stories";

/**
 * Stands in for Vault, which keeps the key that encrypts a stack's secrets. With a passphrase, each command of Pulumi would
 * derive its key in a million rounds, which takes as long as a third of the command.
 */
export async function startKeyServer(): Promise<{ readonly env: NodeJS.ProcessEnv; close(): void }> {
  const server = createServer((request, response) => {
    void json(request).then((given) => {
      const { plaintext, ciphertext } = given as { readonly plaintext?: string; readonly ciphertext?: string };
      const data =
        plaintext === undefined ? { plaintext: ciphertext?.slice(mark.length) } : { ciphertext: mark + plaintext };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
    });
  });
  const url = await listen(server);
  return { env: { VAULT_SERVER_URL: url, VAULT_SERVER_TOKEN: "stories" }, close: () => void server.close() };
}

/** Vault's own mark of a text that its first key has encrypted. */
const mark = "vault:v1:";
