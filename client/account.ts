import type { Dispatcher } from "undici";
import { RestBilling } from "./billing/operations";
import type { Billing } from "./billing/types";
import { RestCatalog } from "./catalog/operations";
import type { Catalog } from "./catalog/types";
import type { Clock } from "./clock";
import { RestClusters } from "./clusters/operations";
import type { Clusters } from "./clusters/types";
import { RestCollection } from "./collection/rest-collection";
import type { KeyHints, SettingNames } from "./configuration";
import { GraphqlEndpoints } from "./endpoints/graphql";
import { RestEndpoints } from "./endpoints/rest";
import { overSurface } from "./endpoints/surfaces";
import type { EndpointTransport } from "./endpoints/transport";
import { RestWorkers } from "./endpoints/workers/operations";
import type { Workers } from "./endpoints/workers/types";
import { Http } from "./http/http";
import type { Secret } from "./http/secret";
import { JobOperations } from "./jobs/operations";
import type { Jobs } from "./jobs/types";
import type { NetworkVolumes } from "./network-volumes/types";
import { RestPods } from "./pods/operations";
import { networkVolumeAnswer, templateAnswer } from "./pods/responses";
import type { Pods } from "./pods/types";
import { PublicOperations } from "./public-endpoints/operations";
import type { PublicEndpoints } from "./public-endpoints/types";
import { RestRegistries } from "./registries/operations";
import type { Registries } from "./registries/types";
import { RestSshKeys } from "./ssh-keys/operations";
import type { SshKeys } from "./ssh-keys/types";
import type { Templates } from "./templates/types";

/** `PlatformOptions` with every default in place. */
export interface AccountSettings {
  readonly key: Secret | undefined;
  readonly baseUrl: string;
  readonly serverlessUrl: string;
  readonly allowInsecureUrl: boolean;
  readonly timeoutMs: number;
  readonly timeScale: number;
  readonly endpointTransport: string;
  readonly keyHints: KeyHints;
  readonly settingNames: SettingNames;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly dispatcher: Dispatcher | undefined;
}

/** One account: its connections, its rate budgets and its shared lists. */
export class Account {
  readonly pods: Pods;
  readonly endpoints: EndpointTransport;
  readonly templates: Templates;
  readonly networkVolumes: NetworkVolumes;
  readonly registries: Registries;
  readonly clusters: Clusters;
  readonly sshKeys: SshKeys;
  readonly workers: Workers;
  readonly catalog: Catalog;
  readonly billing: Billing;
  readonly jobs: Jobs;
  readonly publicEndpoints: PublicEndpoints;
  readonly #http: Http;
  readonly #waiting = new Listeners();
  readonly #warned = new Listeners();

  constructor(settings: AccountSettings) {
    const { clock, timeScale } = settings;
    const onWait = (sentence: string) => this.#waiting.tell(sentence);
    const onWarning = (sentence: string) => this.#warned.tell(sentence);
    const http = new Http({ ...settings, onWait, onWarning });
    const options = { http, clock, timeScale };
    this.#http = http;
    this.pods = new RestPods(options);
    this.templates = new RestCollection(
      { path: "templates", wrapper: "templates", names: ["Template", "Templates"], answer: templateAnswer },
      options,
    );
    this.networkVolumes = new RestCollection(
      {
        path: "network-volumes",
        wrapper: "networkVolumes",
        names: ["NetworkVolume", "NetworkVolumes"],
        answer: networkVolumeAnswer,
      },
      options,
    );
    this.registries = new RestRegistries(options);
    this.clusters = new RestClusters(options);
    this.sshKeys = new RestSshKeys(http);
    this.workers = new RestWorkers(options);
    this.catalog = new RestCatalog(http);
    const { templates, workers, catalog } = this;
    const graphql = new GraphqlEndpoints(options, (id, call) => rest.has(id, call));
    const rest: RestEndpoints = new RestEndpoints(options, { graphql, templates, workers, catalog });
    this.endpoints = overSurface(settings.endpointTransport === "rest" ? "rest" : "graphql", { graphql, rest });
    this.billing = new RestBilling(http, { pods: this.pods, endpoints: this.endpoints, catalog });
    this.jobs = new JobOperations({ ...options, surface: "jobs" });
    this.publicEndpoints = new PublicOperations(options);
  }

  /** Answers how to stop. */
  listen({ onWait, onWarning }: { onWait?: Listener | undefined; onWarning?: Listener | undefined }): () => void {
    const ends = [this.#waiting.add(onWait), this.#warned.add(onWarning)];
    return () => {
      for (const end of ends) end();
    };
  }

  close(): Promise<void> {
    return this.#http.close();
  }
}

type Listener = (sentence: string) => void;

/** What concerns everyone on the account; whoever listens twice hears it once. */
class Listeners {
  readonly #counts = new Map<Listener, number>();

  add(listener: Listener | undefined): () => void {
    if (listener === undefined) return () => undefined;
    this.#counts.set(listener, (this.#counts.get(listener) ?? 0) + 1);
    return () => {
      const others = (this.#counts.get(listener) ?? 1) - 1;
      if (others === 0) this.#counts.delete(listener);
      else this.#counts.set(listener, others);
    };
  }

  tell(sentence: string): void {
    for (const listener of this.#counts.keys()) listener(sentence);
  }
}
