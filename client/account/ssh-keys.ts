import * as z from "zod";
import { SharedList } from "../collections/shared-list";
import { invalidCall } from "../errors/invalid-call";
import type { Listing } from "../http/answers/listing";
import type { ClientContext, Http } from "../http/http";
import { type ApiRequest, type CallOptions, restRequest } from "../http/requests";
import { type SshKey, sshKeysIn } from "./ssh-key";

const keysSchema = z.object({ keys: z.array(z.string()) });
const PATH = ["account", "ssh-keys"] as const;
const operation = "updateSshKeys";

/** The lines of an account's keys before and after a change. */
export interface SshKeysChange {
  readonly found: readonly string[];
  /** The lines that RunPod has accepted. Absent if there was nothing to change. */
  readonly written?: readonly string[] | undefined;
}

/** Tells whether RunPod accepts the line in a list of keys. */
export function isKeyLine(line: string): boolean {
  return /^(ssh|ecdsa|sk)-[^\s]+ [^\s]+([ \t][^\n\r]*)?$/.test(line);
}

/**
 * The account's public SSH keys. RunPod has a single list of lines, and can only replace the whole list. So two programs that
 * change it at the same moment overwrite each other's keys.
 */
export class SshKeys extends SharedList<SshKey> {
  readonly #http: Http;
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(context: ClientContext) {
    super(context);
    this.#http = context.http;
  }

  /** Returns the lines as RunPod stores them. `list` returns the keys in these lines. */
  async get(options: CallOptions = {}): Promise<string[]> {
    return (await this.#http.json(restRequest("getSshKeys", "GET", PATH, options), keysSchema)).keys;
  }

  /**
   * Replaces all keys of the account and returns the new keys. `[]` removes all keys. Running pods keep the keys that they
   * started with. Throws `ValidationError` before sending if an entry is not a public key in one line.
   */
  async set(keys: readonly string[], options: CallOptions = {}): Promise<string[]> {
    return await this.#put(keys, options);
  }

  /**
   * Reads the lines, and immediately writes the lines that `next` returns. `next` returns `undefined` if there is nothing to
   * change. Changes of one process wait for each other. A change of another program between the read and the write is lost, so
   * read the lines again afterwards.
   */
  async change(
    next: (lines: readonly string[]) => readonly string[] | undefined,
    options: CallOptions = {},
  ): Promise<SshKeysChange> {
    const turn = this.#lastTurn.then(async () => {
      const found = await this.get(options);
      const wanted = next(found);
      return { found, written: wanted && (await this.#put(wanted, options, { idempotent: false, isStaleSoon: true })) };
    });
    this.#lastTurn = turn.catch(() => undefined);
    return await turn;
  }

  /** Returns the keys. If several lines contain the same key, the first line counts. Lines without a key do not appear. */
  protected override async load(signal: AbortSignal | undefined): Promise<Listing<SshKey>> {
    const keys = new Map<string, SshKey>();
    for (const key of sshKeysIn(await this.get({ signal }))) if (!keys.has(key.id)) keys.set(key.id, key);
    return { items: [...keys.values()], unreadable: [] };
  }

  async #put(
    keys: readonly string[],
    options: CallOptions,
    facts: Partial<Pick<ApiRequest, "idempotent" | "isStaleSoon">> = {},
  ): Promise<string[]> {
    const wrong = keys.findIndex((key) => !isKeyLine(key));
    // The error must not quote the entry, because it may be a private key that was pasted by mistake.
    if (wrong >= 0) throw invalidCall(operation, `keys[${wrong}] is not a public SSH key in one line`);
    const request = { ...restRequest(operation, "PUT", PATH, { ...options, body: { keys } }), ...facts };
    return await this.write(async () => (await this.#http.json(request, keysSchema)).keys);
  }

  protected override async findUnreadable(id: string): Promise<SshKey> {
    throw invalidCall("getSshKeys", `${id} is not a public SSH key in one line`);
  }
}
