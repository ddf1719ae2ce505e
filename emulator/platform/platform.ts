import { randomUUID } from "node:crypto";
import { JobRate } from "../http/job-rate";
import { Journal } from "../http/journal";
import { Paging } from "../http/paging";
import { RateLimit } from "../http/rate-limit";
import { openingCredit, type ServerlessDiscount } from "../records/account";
import type { Cluster } from "../records/cluster";
import type { Endpoint } from "../records/endpoint";
import type { NetworkVolume } from "../records/network-volume";
import type { Pod } from "../records/pod";
import type { Delegation, Registry } from "../records/registry";
import type { Secret } from "../records/secret";
import type { Template } from "../records/template";
import type { JobHandler, JobScript } from "../scripts/handler";
import type { PodScript } from "../scripts/pod-scripts";
import { Webhooks } from "../scripts/webhooks";
import type { WorkerCapacity } from "../scripts/worker-capacity";
import type { WorkerScript } from "../scripts/worker-scripts";
import { Stock } from "../stock/stock";
import { Clock } from "../time/clock";
import { Faults } from "./faults";
import { Ids } from "./ids";
import { Ledger } from "./ledger";
import { type EmulatorOptions, settingsOf } from "./options";
import { ServedPorts } from "./served-ports";

/** Services of the platform. Each service clears itself on a reset. */
function servicesOf(options: EmulatorOptions) {
  const { pages, pageSize } = settingsOf(options);
  const clock = new Clock(options.now ?? Date.now, options.now === undefined);
  return {
    clock,
    faults: new Faults(),
    journal: new Journal(),
    paging: new Paging(pages ? pageSize : undefined),
    ledger: new Ledger(() => clock.now()),
    rate: new RateLimit(options.rateLimit),
    graphqlRate: new RateLimit(options.graphqlRateLimit),
    jobRate: new JobRate(options.jobRateLimit ?? false),
    webhooks: new Webhooks(),
    servedPorts: new ServedPorts(),
    /** Token that the console page sends with each change, so that no other page can make changes. */
    pageToken: randomUUID(),
  } as const;
}

/** Contents of the account at the start and after a reset. */
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
    /** Public models that clients have used, by id. These models belong to no account. */
    publicEndpoints: new Map<string, Endpoint>(),
    /** Handlers of jobs, by endpoint id or by a pattern of its name. */
    handlers: new Map<string, JobHandler | JobScript>(Object.entries(options.handlers ?? {})),
    /** Time at which the last use of each resource ended; see `releaseLag`. */
    released: new Map<string, number>(),
    scripts: [] as PodScript[],
    workerScripts: [] as WorkerScript[],
    ids: new Ids(settingsOf(options).seed),
    stock: new Stock(options.stock),
    workerCapacity: options.workerCapacity ?? ([] as readonly WorkerCapacity[]),
    sshKeys: [] as readonly string[],
    /** Sum of all payments in US dollars. */
    credit: openingCredit,
    serverlessDiscount: null as ServerlessDiscount | null,
    platformEnv: options.platformEnv ?? {},
  };
}

type Services = ReturnType<typeof servicesOf>;

/** The emulated platform with its contents. The areas are functions on it. */
export interface Platform extends Services, ReturnType<typeof emptyAccount> {
  readonly settings: ReturnType<typeof settingsOf>;
}

export function createPlatform(options: EmulatorOptions): Platform {
  return { settings: settingsOf(options), ...servicesOf(options), ...emptyAccount(options) };
}

/** Resets to an empty account. Platform time does not change, because it never runs backwards. */
export function resetPlatform(platform: Platform, options: EmulatorOptions): void {
  Object.assign(platform, emptyAccount(options));
  const { clock, faults, journal, paging, ledger, rate, graphqlRate, jobRate, webhooks, servedPorts } = platform;
  const services = [clock, faults, journal, paging, ledger, rate, graphqlRate, jobRate, webhooks, servedPorts];
  for (const service of services) service.clear();
}

/** Returns an endpoint of the account, or a public endpoint that a client has used. */
export function endpointById(platform: Platform, id: string): Endpoint | undefined {
  return platform.endpoints.get(id) ?? platform.publicEndpoints.get(id);
}

/** Returns the account's endpoints, and after them the public endpoints that clients have used. */
export function allEndpoints({ endpoints, publicEndpoints }: Platform): Endpoint[] {
  return [...endpoints.values(), ...publicEndpoints.values()];
}
