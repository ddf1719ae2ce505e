import { isIP } from "node:net";
import { maskerOf } from "../../../client/http/secrets/masking";
import { withoutKeys } from "../../../client/http/secrets/redact";
import { MASK } from "../../../client/http/secrets/secret";
import { isRecord } from "../../../kernel/values";
import { isMarked } from "../../assumptions/ledger";

/** Keys whose values are secret at any depth. */
const SECRET = /^(env|environment|password|passwd|passphrase|secret|value|username|token|credentials?)$|key$|token$/i;
const ID = /^(ids?|registry|template)$|Ids?$/;
/** Keys whose ids are public, because they are ids of the catalogs. */
const PUBLIC_ID = /^(gpuIds|(gpuType|cpuFlavor|instance|dataCenter)Ids?)$/;
const PUBLIC_OWNER = /^(gpu|cpu|gpuTypes?|cpuTypes?|dataCenters?)$/;
/** Keys whose numbers could identify the account, such as its balance. */
const PRIVATE_NUMBER = /balance|spend|^ids?$|Ids?$/i;

/** Keys whose texts come from RunPod or from a probe. Other texts may identify the account. */
const PLAIN = new Set([
  "status",
  "desiredStatus",
  "actions",
  "action",
  "type",
  "title",
  "detail",
  "error",
  "errors",
  "message",
  "code",
  "location",
  "locations",
  "path",
  "query",
  "name",
  "image",
  "imageName",
  "args",
  "entrypoint",
  "cmd",
  "ports",
  "cloud",
  "pool",
  "availability",
  "cudaVersion",
  "cudaVersions",
  "allowedCudaVersions",
  "minCudaVersion",
  "resource",
  "scalerType",
  "flashBootType",
  "flashboot",
  "workersStatus",
  "podType",
  "compliance",
  "category",
  "field",
  "dataCenter",
  "pools",
  "source",
  "dockerArgs",
  "volumeMountPath",
]);

/** Length of the shortest id that the scrubber replaces in texts. Shorter ids also occur in harmless text. */
const SHORTEST_ID = 6;

const ADDRESS_V4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\d)/g;
const ADDRESS_V6 = /(?<![\w:])[\da-f]*:[\da-f:]*:[\da-f:]*(?![\w:])/gi;
const USER_IN_URL = /(?<=:\/\/)[^\s/@]+@/g;
const QUERY_OF_URL = /(?<=:\/\/[^\s?"']*\?)[^\s"']+/g;
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const ACCOUNT_NUMBER = /(?<!\d)\d{12}(?!\d)/g;
/** Matches a word that no person writes, such as a key, a token or a digest. */
const TOKEN = /(?<![\w-])(?!podwright-)(?=[\w-]*\d)[\w-]{20,}(?:\.[\w-]+)*/g;

/**
 * Replaces every text that could identify the measured account. It reads every response, even those without a
 * recording, because a recorded text may repeat an id or a value of another response.
 */
export class Scrubber {
  readonly #secrets = new Set<string>();
  readonly #ids = new Map<string, string>();
  readonly #replaced = new Map<string, string>();
  #mask: ((text: string) => string) | undefined;

  constructor(secrets: readonly string[]) {
    for (const secret of secrets) this.#secrets.add(secret);
  }

  /** Remembers ids, secrets, and the names of the user's own items. In a catalog, all ids are public. */
  learn(body: unknown, isCatalog: boolean): void {
    this.#mask = undefined;
    if (!isCatalog) this.#learn(body, { owner: "", isSecret: false });
  }

  text(text: string): string {
    // The user name for the pod's shell may be the id of the pod.
    this.#mask ??= maskerOf(
      [...this.#secrets].filter((secret) => !this.#ids.has(secret)),
      { short: "quotes" },
    );
    const placed = withoutKeys(this.#mask(text)).replace(/[A-Za-z0-9][\w-]*/g, (word) => this.#withoutIds(word));
    return placed
      .replace(USER_IN_URL, `${MASK}@`)
      .replace(QUERY_OF_URL, MASK)
      .replace(EMAIL, (found) => this.#replace(found, (count) => `user-${count}@example.com`))
      .replace(ADDRESS_V4, (found) => this.#withoutAddress(found))
      .replace(ADDRESS_V6, (found) => this.#withoutAddress(found))
      .replace(ACCOUNT_NUMBER, "000000000000")
      .replace(TOKEN, MASK);
  }

  /** Returns the body with the same keys and types, and without identifying texts. */
  body(value: unknown, isCatalog: boolean): unknown {
    return this.#scrubbed(value, { key: "", owner: "", isCatalog });
  }

  #learn(value: unknown, { key = "", owner, isSecret }: { key?: string; owner: string; isSecret: boolean }): void {
    if (typeof value === "string") {
      if (value.trim() === "") return;
      if (isSecret) this.#secrets.add(value);
      else if (isPrivateId(key, owner) && !this.#ids.has(value)) this.#ids.set(value, `id-${this.#ids.size + 1}`);
      else if (key === "name" && !isMarked(value) && !PUBLIC_OWNER.test(owner)) this.#secrets.add(value);
    } else if (Array.isArray(value)) {
      for (const item of value) this.#learn(item, { key, owner, isSecret });
    } else if (isRecord(value)) {
      for (const [inner, item] of Object.entries(value))
        this.#learn(item, { key: inner, owner: key, isSecret: isSecret || SECRET.test(inner) });
    }
  }

  #scrubbed(value: unknown, at: { key: string; owner: string; isCatalog: boolean; isSecret?: boolean }): unknown {
    const { key, owner, isCatalog, isSecret = false } = at;
    if (Array.isArray(value)) return value.map((item) => this.#scrubbed(item, at));
    if (isRecord(value)) {
      const inner = (name: string) => ({ key: name, owner: key, isCatalog, isSecret: isSecret || SECRET.test(name) });
      return Object.fromEntries(
        Object.entries(value).map(([name, item]) => [this.text(name), this.#scrubbed(item, inner(name))]),
      );
    }
    if (typeof value === "number" && !isCatalog && (isSecret || PRIVATE_NUMBER.test(key))) return 0;
    if (typeof value !== "string" || value === "") return value;
    if (isSecret || (key === "name" && !isCatalog && !isMarked(value))) return MASK;
    const shown = this.text(value);
    const isPlain =
      isCatalog ||
      MOMENT.test(value) ||
      PLAIN.has(key) ||
      (ID.test(key) && !isPrivateId(key, owner)) ||
      PUBLIC_ID.test(key);
    const isPlaceholder = shown !== value && (this.#isPlaceholder(shown) || ID.test(key));
    return isPlain || isPlaceholder ? shown : "[text]";
  }

  #isPlaceholder(text: string): boolean {
    return [...this.#ids.values(), ...this.#replaced.values()].includes(text);
  }

  #withoutIds(word: string): string {
    const whole = this.#ids.get(word);
    if (whole !== undefined) return whole;
    for (const [id, placeholder] of this.#ids) {
      if (id.length >= SHORTEST_ID && word.includes(id)) return this.#withoutIds(word.replaceAll(id, placeholder));
    }
    return word;
  }

  #withoutAddress(found: string): string {
    const version = isIP(found);
    return version === 0 ? found : this.#replace(found, (n) => (version === 4 ? `192.0.2.${n}` : `2001:db8::${n}`));
  }

  #replace(found: string, placeholder: (count: number) => string): string {
    const known = this.#replaced.get(found) ?? placeholder(this.#replaced.size + 1);
    this.#replaced.set(found, known);
    return known;
  }
}

function isPrivateId(key: string, owner: string): boolean {
  return ID.test(key) && !PUBLIC_ID.test(key) && !(key === "id" && PUBLIC_OWNER.test(owner));
}
