import * as z from "zod";
import type { CallOptions } from "../collection/collection";
import type { Http } from "../http/http";
import { restRequest } from "../http/rest";
import { refuse } from "../values/refuse";
import type { SshKeys } from "./types";

const keysAnswer = z.object({ keys: z.array(z.string()) });
const PATH = ["account", "ssh-keys"] as const;

export class RestSshKeys implements SshKeys {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  async get(options: CallOptions = {}): Promise<string[]> {
    return (await this.#http.json(restRequest("getSshKeys", "GET", PATH, options), keysAnswer)).keys;
  }

  async set(keys: readonly string[], options: CallOptions = {}): Promise<string[]> {
    const operation = "updateSshKeys";
    const wrong = keys.findIndex((key) => !/^(ssh|ecdsa|sk)-[^\s]+ [^\s]+([ \t][^\n\r]*)?$/.test(key));
    // A private key pasted by mistake must not come back in the error.
    if (wrong >= 0) throw refuse(operation, `keys[${wrong}] is not a public SSH key in one line`);
    const request = restRequest(operation, "PUT", PATH, { ...options, body: { keys } });
    return (await this.#http.json(request, keysAnswer)).keys;
  }
}
