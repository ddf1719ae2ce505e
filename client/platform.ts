import { createHash } from "node:crypto";
import type { Dispatcher } from "undici";
import { type Clock, systemClock } from "../kernel/clock";
import { VERSION } from "../kernel/version";
import { type NetworkVolumes, networkVolumeSchema } from "./account/network-volumes";
import { Registries } from "./account/registries";
import { Secrets } from "./account/secrets";
import { SshKeys } from "./account/ssh-keys";
import { surfacesOf } from "./account/surfaces";
import { type Templates, templateSchema } from "./account/templates";
import { Billing } from "./billing/operations";
import { Catalog } from "./catalog/operations";
import { RestCollection } from "./collections/rest-collection";
import { GraphqlEndpoints } from "./endpoints/graphql/operations";
import { RestEndpoints } from "./endpoints/rest/operations";
import { overSurface } from "./endpoints/transport";
import { Workers } from "./endpoints/workers";
import {
  KEY_HINTS,
  type KeyHints,
  SETTING_NAMES,
  type SettingNames,
  type SettingsFault,
  TRANSPORT_HINT,
  withoutVersion,
} from "./http/configuration";
import { type ClientContext, Http, type HttpSettings } from "./http/http";
import type { ExchangeReport } from "./http/requests";
import { Secret } from "./http/secrets/secret";
import { Jobs } from "./jobs/operations";
import { PublicEndpoints } from "./jobs/public-endpoints";
import { Clusters } from "./pods/clusters";
import { Pods } from "./pods/operations";
import type { Open } from "./wire/fields";

export interface PlatformOptions {
  /** API key. If the key is `undefined`, the first call throws a `ConfigurationError` that says where to set the key. */
  readonly apiKey: string | undefined;
  /** Base address of REST v2 and GraphQL, without `/v2`. Default `https://api.runpod.io`. */
  readonly baseUrl?: string | undefined;
  /** Base address of job operations, without `/v2`. Default `https://api.runpod.ai`. */
  readonly serverlessUrl?: string | undefined;
  /** Whether to allow plain `http:` to addresses other than loopback, which sends the API key unencrypted. Default false. */
  readonly allowInsecureUrl?: boolean | undefined;
  /** Milliseconds that one attempt may wait for its response. Default 60 000. */
  readonly timeoutMs?: number | undefined;
  /** Factor for the client's own pauses between attempts. The factor does not change a wait that RunPod orders. Default 1. */
  readonly timeScale?: number | undefined;
  /** True for a report about one moment: the client reads each shared list once, and keeps it until a write. Default false. */
  readonly isSnapshot?: boolean | undefined;
  /** Surface that `endpoints` uses. `EndpointTransport` describes the differences. Default `graphql`. */
  readonly endpointTransport?: Open<"graphql" | "rest"> | undefined;
  /** Receives a sentence for users about every pause longer than two seconds. */
  readonly onWait?: ((sentence: string) => void) | undefined;
  /** Receives a sentence for users about each unreadable item that a list leaves out, once for each item. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** Receives each request that got a response, for recordings. The API key is removed, but bodies contain secrets. */
  readonly onExchange?: ((exchange: ExchangeReport) => void) | undefined;
  /** Hints that errors about the API key end with. They say where to set the key. The default hints name the call of `connect`. */
  readonly keyHints?: KeyHints | undefined;
  /** A fault that the caller has already found in these settings. The first call throws this fault as a `ConfigurationError`. */
  readonly fault?: SettingsFault | undefined;
  /** Hint of the error if RunPod has retired GraphQL. Default: pass the other transport to `connect`. */
  readonly transportHint?: string | undefined;
  /** Names of the settings in errors. Default: the names of these options. */
  readonly settingNames?: SettingNames | undefined;
  /** User agent of the requests. Default: `podwright/` and the version. */
  readonly userAgent?: string | undefined;
  /** Source of time. Default: the clock of the machine. */
  readonly clock?: Clock | undefined;
  /** Dispatcher in place of the client's own connections, for tests. `close` does not close it. */
  readonly dispatcher?: Dispatcher | undefined;
}

/** A RunPod account that the client uses with one API key. Every operation throws a `PlatformError` if it fails. */
export interface Platform extends Readonly<ReturnType<typeof areasOf>> {
  /** Drops the lists that `find` reads. Call this method when users may have changed the account elsewhere. */
  forgetLists(): void;
  /**
   * Tells the client that this part of the program has finished. When all parts that use the account have called `close`,
   * calls in flight end and the connections close.
   */
  close(): Promise<void>;
}

/** State that all clients of one account share: connections, rate budgets and lists. */
interface Shared {
  readonly http: Http;
  readonly areas: ReturnType<typeof areasOf>;
  readonly lists: ClientContext["lists"];
  readonly users: Set<Listeners>;
}

type Listeners = Pick<PlatformOptions, "onWait" | "onWarning" | "onExchange">;

/** Open accounts of this process. The keys of this map are digests of the settings, so that no API key can be printed. */
const accounts = new Map<string, Shared>();

/**
 * Opens the account of `apiKey`. Sends nothing and never throws: if a setting is wrong, the first call throws a
 * `ConfigurationError`. Several calls with the same settings share connections, rate budgets and lists.
 */
export function connect(options: PlatformOptions): Platform {
  const settings = settingsOf(options);
  // A caller that passes its own dispatcher or clock, such as a test, shares no state.
  const isLent = options.dispatcher !== undefined || options.clock !== undefined;
  const digest = isLent ? undefined : digestOf(settings);
  const shared = (digest && accounts.get(digest)) || open(settings);
  if (digest !== undefined) accounts.set(digest, shared);
  const user = { onWait: options.onWait, onWarning: options.onWarning, onExchange: options.onExchange };
  shared.users.add(user);
  return {
    ...shared.areas,
    forgetLists() {
      for (const list of shared.lists) list.forget();
    },
    async close() {
      if (!shared.users.delete(user) || shared.users.size > 0) return;
      if (digest !== undefined) accounts.delete(digest);
      await shared.http.close();
    },
  };
}

function open(settings: Settings): Shared {
  const users = new Set<Listeners>();
  /** Calls each listener once, even if several users passed the same function. */
  const each =
    <Told>(listenerOf: (user: Listeners) => ((told: Told) => void) | undefined) =>
    (told: Told) => {
      for (const listener of new Set([...users].map(listenerOf))) listener?.(told);
    };
  const http = new Http({
    ...settings,
    onWait: each(({ onWait }) => onWait),
    onWarning: each(({ onWarning }) => onWarning),
    onExchange: each(({ onExchange }) => onExchange),
  });
  const lists: ClientContext["lists"] = new Set();
  return { http, areas: areasOf(settings, { http, lists }), lists, users };
}

/** Builds the areas of one account, with the lists and rate budgets that they share. */
function areasOf(settings: Settings, { http, lists }: Pick<Shared, "http" | "lists">) {
  const { clock, timeScale, baseUrl, serverlessUrl, endpointTransport, isSnapshot } = settings;
  const context: ClientContext = { http, lists, clock, timeScale, isSnapshot };
  const pods = new Pods(context);
  const catalog = new Catalog(http);
  const workers = new Workers(context);
  const templates: Templates = new RestCollection(
    { path: "templates", many: "templates", one: "Template", schema: templateSchema },
    context,
  );
  const networkVolumes: NetworkVolumes = new RestCollection(
    { path: "network-volumes", many: "networkVolumes", one: "NetworkVolume", schema: networkVolumeSchema },
    context,
  );
  const graphql = new GraphqlEndpoints(context, { exists: (id, options) => rest.has(id, options), catalog });
  const rest: RestEndpoints = new RestEndpoints(context, { graphql, templates, workers, catalog });
  const endpoints = overSurface(endpointTransport === "rest" ? "rest" : "graphql", { graphql, rest });
  return {
    /** Base address of REST and GraphQL, without `/v2` and without a trailing slash. */
    baseUrl: withoutVersion(baseUrl),
    /** Base address of job operations, without `/v2` and without a trailing slash. */
    serverlessUrl: withoutVersion(serverlessUrl),
    pods,
    endpoints,
    templates,
    networkVolumes,
    registries: new Registries(context),
    clusters: new Clusters(context),
    secrets: new Secrets(context),
    sshKeys: new SshKeys(context),
    /** Reads that show how each surface responds, and the account of the API key. */
    surfaces: surfacesOf(http),
    /** Workers, releases and worker logs of endpoints. */
    workers,
    catalog,
    billing: new Billing(http, { pods, endpoints, catalog }),
    jobs: new Jobs(context),
    publicEndpoints: new PublicEndpoints(context),
  };
}

/** `PlatformOptions` with all defaults filled in. */
type Settings = Omit<HttpSettings, keyof Listeners> & Pick<ClientContext, "isSnapshot">;

function settingsOf(options: PlatformOptions): Settings {
  return {
    key: options.apiKey === undefined ? undefined : new Secret(options.apiKey),
    baseUrl: options.baseUrl ?? "https://api.runpod.io",
    serverlessUrl: options.serverlessUrl ?? "https://api.runpod.ai",
    allowInsecureUrl: options.allowInsecureUrl ?? false,
    timeoutMs: options.timeoutMs ?? 60_000,
    timeScale: options.timeScale ?? 1,
    isSnapshot: options.isSnapshot ?? false,
    endpointTransport: options.endpointTransport ?? "graphql",
    keyHints: options.keyHints ?? KEY_HINTS,
    fault: options.fault,
    transportHint: options.transportHint ?? TRANSPORT_HINT,
    settingNames: options.settingNames ?? SETTING_NAMES,
    userAgent: options.userAgent ?? `podwright/${VERSION}`,
    clock: options.clock ?? systemClock,
    dispatcher: options.dispatcher,
  };
}

function digestOf({ key, ...settings }: Settings): string {
  return createHash("sha256")
    .update(JSON.stringify([key?.reveal(), settings]))
    .digest("hex");
}
