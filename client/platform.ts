import type { Dispatcher } from "undici";
import { type NetworkVolumes, networkVolumeSchema } from "./account/network-volumes";
import { Registries } from "./account/registries";
import { SshKeys } from "./account/ssh-keys";
import { type Templates, templateSchema } from "./account/templates";
import { Billing } from "./billing/operations";
import { Catalog } from "./catalog/operations";
import type { Clock } from "./clock";
import { RestCollection } from "./collections/rest-collection";
import { GraphqlEndpoints } from "./endpoints/graphql";
import { RestEndpoints } from "./endpoints/rest";
import { overSurface } from "./endpoints/transport";
import { Workers } from "./endpoints/workers";
import { type ConnectionSettings, withoutVersion } from "./http/configuration";
import type { Http } from "./http/http";
import { Jobs } from "./jobs/operations";
import { PublicEndpoints } from "./jobs/public-endpoints";
import { Clusters } from "./pods/clusters";
import { Pods } from "./pods/operations";

/** `PlatformOptions` with every default in place. */
export interface PlatformSettings extends ConnectionSettings {
  readonly timeoutMs: number;
  readonly timeScale: number;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly dispatcher: Dispatcher | undefined;
}

/** The areas of one account, with the lists and rate budgets that they share. */
export function areasOf({ clock, timeScale, serverlessUrl, endpointTransport }: PlatformSettings, http: Http) {
  const context = { http, clock, timeScale };
  const pods = new Pods(context);
  const catalog = new Catalog(http);
  const workers = new Workers(context);
  const templates: Templates = new RestCollection(
    { path: "templates", wrapper: "templates", names: ["Template", "Templates"], schema: templateSchema },
    context,
  );
  const networkVolumes: NetworkVolumes = new RestCollection(
    {
      path: "network-volumes",
      wrapper: "networkVolumes",
      names: ["NetworkVolume", "NetworkVolumes"],
      schema: networkVolumeSchema,
    },
    context,
  );
  const graphql = new GraphqlEndpoints(context, (id, options) => rest.has(id, options));
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
    sshKeys: new SshKeys(http),
    /** Workers, releases and worker logs of endpoints. */
    workers,
    catalog,
    billing: new Billing(http, { pods, endpoints, catalog }),
    jobs: new Jobs(context),
    publicEndpoints: new PublicEndpoints(context),
  };
}

/** One account of the platform, reached with one key. Every operation throws a `PlatformError`. */
export interface Platform extends Readonly<ReturnType<typeof areasOf>> {
  /** Ends the calls in flight and closes the connections, once every other user of the same account has closed it too. */
  close(): Promise<void>;
}
