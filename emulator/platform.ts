import type { Secret, ServerlessDiscount } from "./account/record";
import { Ledger } from "./billing/ledger";
import { Stock } from "./catalog/stock";
import type { Cluster } from "./clusters/record";
import type { Endpoint } from "./endpoints/record";
import { Faults } from "./http/faults";
import { Journal } from "./http/journal";
import { RateLimit } from "./http/rate-limit";
import { Ids } from "./ids";
import type { JobHandler } from "./jobs/handler";
import { JobRate } from "./jobs/rate";
import type { JobScript } from "./jobs/script";
import { Webhooks } from "./jobs/webhooks";
import type { NetworkVolume } from "./network-volumes/record";
import { type EmulatorOptions, type Settings, settingsOf } from "./options";
import type { Pod } from "./pods/record";
import type { PodScript } from "./pods/scripts";
import type { Delegation, Registry } from "./registries/record";
import type { Template } from "./templates/record";
import { Clock } from "./time/clock";

/** Everything the emulated platform holds. Areas are functions over it. */
export interface Platform {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly rate: RateLimit;
  readonly jobRate: JobRate;
  readonly webhooks: Webhooks;
  readonly pods: Map<string, Pod>;
  readonly clusters: Map<string, Cluster>;
  readonly templates: Map<string, Template>;
  readonly volumes: Map<string, NetworkVolume>;
  readonly registries: Map<string, Registry>;
  readonly delegations: Map<string, Delegation>;
  readonly secrets: Map<string, Secret>;
  readonly endpoints: Map<string, Endpoint>;
  /** The models everybody may use, by id; each is there once it was used. */
  readonly publicEndpoints: Map<string, Endpoint>;
  /** What workers run, by endpoint id or name pattern. */
  readonly handlers: Map<string, JobHandler | JobScript>;
  /** When the last user of something went; see `releaseLag`. */
  readonly released: Map<string, number>;
  readonly scripts: PodScript[];
  ids: Ids;
  stock: Stock;
  sshKeys: readonly string[];
  serverlessDiscount: ServerlessDiscount | null;
  platformEnv: Readonly<Record<string, string>>;
}

export function createPlatform(options: EmulatorOptions): Platform {
  const settings = settingsOf(options);
  const clock = new Clock(options.now ?? Date.now, options.now === undefined);
  return {
    settings,
    clock,
    ledger: new Ledger(() => clock.now()),
    faults: new Faults(),
    journal: new Journal(),
    rate: new RateLimit(options.rateLimit),
    jobRate: new JobRate(options.jobRateLimit ?? false),
    webhooks: new Webhooks(),
    pods: new Map(),
    clusters: new Map(),
    templates: new Map(),
    volumes: new Map(),
    registries: new Map(),
    delegations: new Map(),
    secrets: new Map(),
    endpoints: new Map(),
    publicEndpoints: new Map(),
    handlers: new Map(Object.entries(options.handlers ?? {})),
    released: new Map(),
    scripts: [],
    ids: new Ids(settings.seed),
    stock: new Stock(options.stock),
    sshKeys: [],
    serverlessDiscount: null,
    platformEnv: options.platformEnv ?? {},
  };
}

/** Back to an empty account. Time stays where it is: it never runs backwards. */
export function resetPlatform(platform: Platform, options: EmulatorOptions): void {
  for (const held of [
    platform.pods,
    platform.clusters,
    platform.templates,
    platform.volumes,
    platform.registries,
    platform.delegations,
    platform.secrets,
    platform.endpoints,
    platform.publicEndpoints,
    platform.handlers,
    platform.released,
  ])
    held.clear();
  platform.clock.clear();
  platform.faults.clear();
  platform.journal.clear();
  platform.ledger.clear();
  platform.rate.clear();
  platform.jobRate.clear();
  platform.webhooks.clear();
  for (const [endpoint, handler] of Object.entries(options.handlers ?? {})) platform.handlers.set(endpoint, handler);
  platform.scripts.length = 0;
  platform.ids = new Ids(platform.settings.seed);
  platform.stock = new Stock(options.stock);
  platform.sshKeys = [];
  platform.serverlessDiscount = null;
  platform.platformEnv = options.platformEnv ?? {};
}

/** An endpoint of the account, or a public one that was used. */
export function endpointById(platform: Platform, id: string): Endpoint | undefined {
  return platform.endpoints.get(id) ?? platform.publicEndpoints.get(id);
}

export type Held = "template" | "volume" | "registry";

/** The last user of something went; it may stay undeletable for a while. */
export function release(platform: Platform, kind: Held, id: string): void {
  const { released, clock, settings } = platform;
  for (const [other, at] of released) if (at + settings.releaseLag <= clock.now()) released.delete(other);
  released.set(`${kind}/${id}`, clock.now());
}

export function lingers(platform: Platform, kind: Held, id: string): boolean {
  const released = platform.released.get(`${kind}/${id}`);
  return released !== undefined && platform.clock.now() < released + platform.settings.releaseLag;
}
