import * as z from "zod";
import { invalidCall } from "../errors/invalid-call";
import type { Http } from "../http/http";
import type { CallOptions } from "../http/requests";
import { restRequest } from "../http/requests";

const keysSchema = z.object({ keys: z.array(z.string()) });
const PATH = ["account", "ssh-keys"] as const;

/**
 * The account's public SSH keys. The account has a single set of keys, so two programs that set keys overwrite each other's
 * keys.
 */
export class SshKeys {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  async get(options: CallOptions = {}): Promise<string[]> {
    return (await this.#http.json(restRequest("getSshKeys", "GET", PATH, options), keysSchema)).keys;
  }

  /**
   * Replaces all keys of the account and returns the new keys. `[]` removes all keys. Running pods keep the keys that they
   * started with. Throws `ValidationError` before sending if an entry is not a public key in one line.
   */
  async set(keys: readonly string[], options: CallOptions = {}): Promise<string[]> {
    const operation = "updateSshKeys";
    const wrong = keys.findIndex((key) => !/^(ssh|ecdsa|sk)-[^\s]+ [^\s]+([ \t][^\n\r]*)?$/.test(key));
    // The error must not quote the entry, because it may be a private key that was pasted by mistake.
    if (wrong >= 0) throw invalidCall(operation, `keys[${wrong}] is not a public SSH key in one line`);
    const request = restRequest(operation, "PUT", PATH, { ...options, body: { keys } });
    return (await this.#http.json(request, keysSchema)).keys;
  }
}
