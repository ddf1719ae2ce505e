import { createHash } from "node:crypto";
import type { Dispatcher } from "undici";
import { type Clock, systemClock } from "./clock";
import { KEY_HINTS, type KeyHints, SETTING_NAMES, type SettingNames } from "./http/configuration";
import { Http } from "./http/http";
import { Secret } from "./http/secrets/secret";
import { areasOf, type Platform, type PlatformSettings } from "./platform";
import type { Open } from "./values/fields";
import { VERSION } from "./values/version";

export interface PlatformOptions {
  /** Absent: the first call throws a `ConfigurationError` that says where to set it. */
  readonly apiKey: string | undefined;
  /** Base of REST v2 and GraphQL, without `/v2`. Default `https://api.runpod.io`. */
  readonly baseUrl?: string | undefined;
  /** Base of the job operations, without `/v2`. Default `https://api.runpod.ai`. */
  readonly serverlessUrl?: string | undefined;
  /** Allows plain `http:` to addresses other than loopback. The key then travels unencrypted. Default false. */
  readonly allowInsecureUrl?: boolean | undefined;
  /** How long one attempt may wait for its response. Default 60 000 ms. */
  readonly timeoutMs?: number | undefined;
  /** Multiplies the client's own back-offs, never a wait the platform ordered. Default 1. */
  readonly timeScale?: number | undefined;
  /** The surface `endpoints` uses (`EndpointTransport` tells where they differ). Default `graphql`. */
  readonly endpointTransport?: Open<"graphql" | "rest"> | undefined;
  /** Called with a sentence for a user about every pause longer than two seconds. */
  readonly onWait?: ((sentence: string) => void) | undefined;
  /** Called with a sentence for a user about each unreadable item that a list leaves out, once an item. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** Hints of errors about the key, which say where it is set. Default: in the call of `connect`. */
  readonly keyHints?: KeyHints | undefined;
  /** Names of the settings in errors. Default: their names here. */
  readonly settingNames?: SettingNames | undefined;
  /** Default: `podwright/` and its version. */
  readonly userAgent?: string | undefined;
  /** The source of time. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Replaces the client's own connections; closing the platform leaves it open. For tests. */
  readonly dispatcher?: Dispatcher | undefined;
}

type Listener = (sentence: string) => void;

/** What all users of one account share: its connections, its rate budgets and its lists. */
interface Shared {
  readonly http: Http;
  readonly areas: ReturnType<typeof areasOf>;
  readonly onWait: Listeners;
  readonly onWarning: Listeners;
  users: number;
}

/** The accounts of this process, by digests of their settings, so that no key can be printed. */
const accounts = new Map<string, Shared>();

/**
 * Opens the account that `apiKey` belongs to. Sends nothing and never throws: a wrong setting is a `ConfigurationError`
 * of the first call. Calls with the same settings share connections, pace and lists, however many of them a process
 * makes.
 */
export function connect(options: PlatformOptions): Platform {
  const settings = settingsOf(options);
  // A test that lends its own connections or time shares them with nobody.
  const isLent = options.dispatcher !== undefined || options.clock !== undefined;
  const digest = isLent ? undefined : digestOf(settings);
  const shared = (digest && accounts.get(digest)) || open(settings);
  if (digest !== undefined) accounts.set(digest, shared);
  shared.users += 1;
  const stops = [shared.onWait.add(options.onWait), shared.onWarning.add(options.onWarning)];
  let isOpen = true;
  return {
    ...shared.areas,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      for (const stop of stops) stop();
      shared.users -= 1;
      if (shared.users > 0) return;
      if (digest !== undefined) accounts.delete(digest);
      await shared.http.close();
    },
  };
}

function open(settings: PlatformSettings): Shared {
  const [onWait, onWarning] = [new Listeners(), new Listeners()];
  const http = new Http({ ...settings, onWait: onWait.notify, onWarning: onWarning.notify });
  return { http, areas: areasOf(settings, http), onWait, onWarning, users: 0 };
}

/** One function may be added several times and is called once. */
class Listeners {
  readonly #counts = new Map<Listener, number>();

  /** Returns how to remove it. */
  add(listener: Listener | undefined): () => void {
    if (listener === undefined) return () => undefined;
    this.#counts.set(listener, (this.#counts.get(listener) ?? 0) + 1);
    return () => {
      const others = (this.#counts.get(listener) ?? 1) - 1;
      if (others === 0) this.#counts.delete(listener);
      else this.#counts.set(listener, others);
    };
  }

  readonly notify = (sentence: string): void => {
    for (const listener of this.#counts.keys()) listener(sentence);
  };
}

function settingsOf(options: PlatformOptions): PlatformSettings {
  return {
    key: options.apiKey === undefined ? undefined : new Secret(options.apiKey),
    baseUrl: options.baseUrl ?? "https://api.runpod.io",
    serverlessUrl: options.serverlessUrl ?? "https://api.runpod.ai",
    allowInsecureUrl: options.allowInsecureUrl ?? false,
    timeoutMs: options.timeoutMs ?? 60_000,
    timeScale: options.timeScale ?? 1,
    endpointTransport: options.endpointTransport ?? "graphql",
    keyHints: options.keyHints ?? KEY_HINTS,
    settingNames: options.settingNames ?? SETTING_NAMES,
    userAgent: options.userAgent ?? `podwright/${VERSION}`,
    clock: options.clock ?? systemClock,
    dispatcher: options.dispatcher,
  };
}

function digestOf({ key, ...settings }: PlatformSettings): string {
  return createHash("sha256")
    .update(JSON.stringify([key?.reveal(), settings]))
    .digest("hex");
}
