import { openingCredit, type ServerlessDiscount } from "../areas/account/record";
import type { Delegation, Registry } from "../areas/account/registries/record";
import type { Secret } from "../areas/account/secrets/record";
import { Ledger } from "../areas/billing/ledger";
import { Stock } from "../areas/catalog/stock";
import type { Cluster } from "../areas/clusters/record";
import type { Endpoint } from "../areas/endpoints/record";
import type { WorkerCapacity } from "../areas/endpoints/workers/capacity";
import type { WorkerScript } from "../areas/endpoints/workers/scripts";
import type { JobHandler, JobScript } from "../areas/jobs/execution/handler";
import { JobRate } from "../areas/jobs/rate";
import { Webhooks } from "../areas/jobs/webhooks/webhooks";
import type { NetworkVolume } from "../areas/network-volumes/record";
import type { Pod } from "../areas/pods/record";
import type { PodScript } from "../areas/pods/scripts";
import { ServedPorts } from "../areas/pods/served-ports";
import type { Template } from "../areas/templates/record";
import { RateLimit } from "../http/access/rate-limit";
import { Faults } from "../http/faults/faults";
import { Journal } from "../http/journal";
import { Paging } from "../http/paging";
import { Clock } from "../time/clock";
import { Ids } from "./ids";
import { type EmulatorOptions, settingsOf } from "./options";

/** What runs the platform. Each part clears itself on a reset. */
function servicesOf(options: EmulatorOptions) {
  const clock = new Clock(options.now ?? Date.now, options.now === undefined);
  return {
    clock,
    faults: new Faults(),
    journal: new Journal(),
    paging: new Paging(options.strictInterface ? Number.POSITIVE_INFINITY : settingsOf(options).pageSize),
    ledger: new Ledger(() => clock.now()),
    rate: new RateLimit(options.rateLimit),
    graphqlRate: new RateLimit(options.graphqlRateLimit),
    jobRate: new JobRate(options.jobRateLimit ?? false),
    webhooks: new Webhooks(),
    servedPorts: new ServedPorts(),
  } as const;
}

/** Everything that the account holds, and where it is listed: as it is at the start and after a reset. */
function emptyAccount(options: EmulatorOptions) {
  return {
    pods: new Map<string, Pod>(),
    clusters: new Map<string, Cluster>(),
    templates: new Map<string, Template>(),
    volumes: new Map<string, NetworkVolume>(),
    registries: new Map<string, Registry>(),
    delegations: new Map<string, Delegation>(),
    secrets: new Map<string, Secret>(),
    endpoints: new Map<string, Endpoint>(),
    /** The models that every account may use, by id, each from its first use on. */
    publicEndpoints: new Map<string, Endpoint>(),
    /** What workers run, by endpoint id or name pattern. */
    handlers: new Map<string, JobHandler | JobScript>(Object.entries(options.handlers ?? {})),
    /** When the last user of a resource went; see `releaseLag`. */
    released: new Map<string, number>(),
    scripts: [] as PodScript[],
    workerScripts: [] as WorkerScript[],
    ids: new Ids(settingsOf(options).seed),
    stock: new Stock(options.stock),
    workerCapacity: options.workerCapacity ?? ([] as readonly WorkerCapacity[]),
    sshKeys: [] as readonly string[],
    /** US dollars that were ever paid in. */
    credit: openingCredit,
    serverlessDiscount: null as ServerlessDiscount | null,
    platformEnv: options.platformEnv ?? {},
  };
}

type Services = ReturnType<typeof servicesOf>;

/** Everything the emulated platform holds. Areas are functions over it. */
export interface Platform extends Services, ReturnType<typeof emptyAccount> {
  readonly settings: ReturnType<typeof settingsOf>;
}

export function createPlatform(options: EmulatorOptions): Platform {
  return { settings: settingsOf(options), ...servicesOf(options), ...emptyAccount(options) };
}

/** Back to an empty account. Time stays, because it never runs backwards. */
export function resetPlatform(platform: Platform, options: EmulatorOptions): void {
  Object.assign(platform, emptyAccount(options));
  const { clock, faults, journal, paging, ledger, rate, graphqlRate, jobRate, webhooks, servedPorts } = platform;
  const services = [clock, faults, journal, paging, ledger, rate, graphqlRate, jobRate, webhooks, servedPorts];
  for (const service of services) service.clear();
}

/** An endpoint of the account, or a public one that was used. */
export function endpointById(platform: Platform, id: string): Endpoint | undefined {
  return platform.endpoints.get(id) ?? platform.publicEndpoints.get(id);
}

/** The account's endpoints, then the public ones that were used. */
export function allEndpoints({ endpoints, publicEndpoints }: Platform): Endpoint[] {
  return [...endpoints.values(), ...publicEndpoints.values()];
}
