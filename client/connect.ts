import { createHash } from "node:crypto";
import type { Dispatcher } from "undici";
import { Account, type AccountSettings } from "./account";
import { type Clock, systemClock } from "./clock";
import { KEY_HINTS, type KeyHints, SETTING_NAMES, type SettingNames, withoutVersion } from "./configuration";
import { Secret } from "./http/secret";
import type { Platform } from "./platform";
import type { Open } from "./values/open";
import { VERSION } from "./version";

export interface PlatformOptions {
  /** Absent: the first call throws a `ConfigurationError` that says where to set it. */
  readonly apiKey: string | undefined;
  /** Base of REST v2 and GraphQL, without `/v2`. Default `https://api.runpod.io`. */
  readonly baseUrl?: string | undefined;
  /** Base of the job operations, without `/v2`. Default `https://api.runpod.ai`. */
  readonly serverlessUrl?: string | undefined;
  /** Allows plain `http:` to addresses other than loopback. The key then travels unencrypted. Default false. */
  readonly allowInsecureUrl?: boolean | undefined;
  /** How long one attempt may wait for its answer. Default 60 000 ms. */
  readonly timeoutMs?: number | undefined;
  /** Multiplies the client's own back-offs, never a wait the platform ordered. Default 1. */
  readonly timeScale?: number | undefined;
  /** The surface `endpoints` uses (`EndpointTransport` tells where they differ). Default `graphql`. */
  readonly endpointTransport?: Open<"graphql" | "rest"> | undefined;
  /** Told, in a sentence for a user, about every pause longer than two seconds. */
  readonly onWait?: ((sentence: string) => void) | undefined;
  /** Told, in a sentence for a user, what was left out of a list because it cannot be read. Each once. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** Ends errors about the key with where it is set. Default: in the call of `connect`. */
  readonly keyHints?: KeyHints | undefined;
  /** What errors call the settings. Default: their names here. */
  readonly settingNames?: SettingNames | undefined;
  /** Default: `podwright/` and its version. */
  readonly userAgent?: string | undefined;
  /** Where the time comes from. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Takes the place of the client's own connections; closing the platform leaves it open. For tests. */
  readonly dispatcher?: Dispatcher | undefined;
}

interface Shared {
  readonly account: Account;
  users: number;
}

/** The accounts of this process, by what reaches them. Keys of the map are digests: nothing here can be printed. */
const accounts = new Map<string, Shared>();

/**
 * Opens the account that `apiKey` belongs to. Sends nothing and never throws: what is wrong with the settings is a
 * `ConfigurationError` of the first call. Calls with the same settings share connections, pace and lists, however many
 * of them a process makes.
 */
export function connect(options: PlatformOptions): Platform {
  const settings = settingsOf(options);
  // What a test lends is that test's alone.
  const lent = options.dispatcher !== undefined || options.clock !== undefined;
  const shared = lent ? { account: new Account(settings), users: 0 } : sharedAccount(settings);
  const { account } = shared;
  shared.users += 1;
  const unlisten = account.listen(options);
  let open = true;
  return {
    serverlessUrl: withoutVersion(settings.serverlessUrl),
    pods: account.pods,
    endpoints: account.endpoints,
    templates: account.templates,
    networkVolumes: account.networkVolumes,
    registries: account.registries,
    clusters: account.clusters,
    sshKeys: account.sshKeys,
    workers: account.workers,
    catalog: account.catalog,
    billing: account.billing,
    jobs: account.jobs,
    publicEndpoints: account.publicEndpoints,
    async close() {
      if (!open) return;
      open = false;
      unlisten();
      shared.users -= 1;
      if (shared.users > 0) return;
      if (!lent) accounts.delete(digestOf(settings));
      await account.close();
    },
  };
}

function settingsOf(options: PlatformOptions): AccountSettings {
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

function sharedAccount(settings: AccountSettings): Shared {
  const digest = digestOf(settings);
  const known = accounts.get(digest);
  if (known !== undefined) return known;
  const shared = { account: new Account(settings), users: 0 };
  accounts.set(digest, shared);
  return shared;
}

function digestOf({ key, ...settings }: AccountSettings): string {
  return createHash("sha256")
    .update(JSON.stringify([key?.reveal(), settings]))
    .digest("hex");
}
