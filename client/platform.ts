import { createHash } from "node:crypto";
import type { Dispatcher } from "undici";
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
import { type Clock, systemClock } from "./values/clock";
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
  /** Multiplies the client's own back-offs, never a wait RunPod ordered. Default 1. */
  readonly timeScale?: number | undefined;
  /** The surface `endpoints` uses (`EndpointTransport` describes where they differ). Default `graphql`. */
  readonly endpointTransport?: Open<"graphql" | "rest"> | undefined;
  /** Called with a sentence for a user about every pause longer than two seconds. */
  readonly onWait?: ((sentence: string) => void) | undefined;
  /** Called with a sentence for a user about each unreadable item that a list leaves out, once an item. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  /** Called with each request that got a response. For recordings: bodies hold secrets, the key is not among them. */
  readonly onExchange?: ((exchange: ExchangeReport) => void) | undefined;
  /** Hints of errors about the key, which say where it is set. Default: in the call of `connect`. */
  readonly keyHints?: KeyHints | undefined;
  /** A fault of these settings that the caller has found. The first call throws it as a `ConfigurationError`. */
  readonly fault?: SettingsFault | undefined;
  /** Hint of the error when RunPod has retired GraphQL. Default: to give `connect` the other transport. */
  readonly transportHint?: string | undefined;
  /** Names of the settings in errors. Default: their names here. */
  readonly settingNames?: SettingNames | undefined;
  /** Default: `podwright/` and its version. */
  readonly userAgent?: string | undefined;
  /** The source of time. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Replaces the client's own connections; closing the platform leaves it open. For tests. */
  readonly dispatcher?: Dispatcher | undefined;
}

/** One account of RunPod, reached with one key. Every operation throws a `PlatformError`. */
export interface Platform extends Readonly<ReturnType<typeof areasOf>> {
  /** Drops the lists that `find` reads, of which one may be older than a change that the user has made elsewhere. */
  forgetLists(): void;
  /** Ends the calls in flight and closes the connections, once every other user of the same account has closed it too. */
  close(): Promise<void>;
}

/** The state that all clients of one account share: connections, rate budgets and lists. */
interface Shared {
  readonly http: Http;
  readonly areas: ReturnType<typeof areasOf>;
  readonly lists: ClientContext["lists"];
  readonly users: Set<Listeners>;
}

type Listeners = Pick<PlatformOptions, "onWait" | "onWarning" | "onExchange">;

/** The accounts of this process, by digests of their settings, so that no key can be printed. */
const accounts = new Map<string, Shared>();

/**
 * Opens the account that `apiKey` belongs to. Sends nothing and never throws: a wrong setting is a `ConfigurationError`
 * of the first call. Calls with the same settings share connections, pace and lists, however many of them a process
 * makes.
 */
export function connect(options: PlatformOptions): Platform {
  const settings = settingsOf(options);
  // A test that lends its own connections or time does not share them.
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
  /** Calls a function that several users share once. */
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

/** The areas of one account, with the lists and rate budgets that they share. */
function areasOf(settings: Settings, { http, lists }: Pick<Shared, "http" | "lists">) {
  const { clock, timeScale, serverlessUrl, endpointTransport } = settings;
  const context: ClientContext = { http, lists, clock, timeScale };
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
    /** Base of the job operations, without `/v2` and a trailing slash. */
    serverlessUrl: withoutVersion(serverlessUrl),
    pods,
    endpoints,
    templates,
    networkVolumes,
    registries: new Registries(context),
    clusters: new Clusters(context),
    secrets: new Secrets(context),
    sshKeys: new SshKeys(http),
    /** Whether and how each surface responds, and the account behind the key. */
    surfaces: surfacesOf(http),
    /** Workers, releases and worker logs of endpoints. */
    workers,
    catalog,
    billing: new Billing(http, { pods, endpoints, catalog }),
    jobs: new Jobs(context),
    publicEndpoints: new PublicEndpoints(context),
  };
}

/** `PlatformOptions` with every default in place. */
type Settings = Omit<HttpSettings, keyof Listeners>;

function settingsOf(options: PlatformOptions): Settings {
  return {
    key: options.apiKey === undefined ? undefined : new Secret(options.apiKey),
    baseUrl: options.baseUrl ?? "https://api.runpod.io",
    serverlessUrl: options.serverlessUrl ?? "https://api.runpod.ai",
    allowInsecureUrl: options.allowInsecureUrl ?? false,
    timeoutMs: options.timeoutMs ?? 60_000,
    timeScale: options.timeScale ?? 1,
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
