import type { Billing } from "./billing";
import type { Catalog } from "./catalog";
import type { Clusters } from "./clusters";
import type { EndpointTransport } from "./endpoints/transport";
import type { Jobs } from "./jobs";
import type { NetworkVolumes } from "./network-volumes";
import type { Pods } from "./pods";
import type { PublicEndpoints } from "./public-endpoints";
import type { Registries } from "./registries";
import type { SshKeys } from "./ssh-keys";
import type { Templates } from "./templates";
import type { Workers } from "./workers";

/** One account of the platform, reached with one key. Every operation throws a `PlatformError`. */
export interface Platform {
  /** Base of the job operations, without `/v2` and a trailing slash. */
  readonly serverlessUrl: string;
  readonly pods: Pods;
  readonly endpoints: EndpointTransport;
  readonly templates: Templates;
  readonly networkVolumes: NetworkVolumes;
  readonly registries: Registries;
  readonly clusters: Clusters;
  readonly sshKeys: SshKeys;
  /** Workers, releases and worker logs of endpoints. */
  readonly workers: Workers;
  readonly catalog: Catalog;
  readonly billing: Billing;
  readonly jobs: Jobs;
  readonly publicEndpoints: PublicEndpoints;
  /** Ends the calls under way and closes the connections, once every other user of the same account has done so too. */
  close(): Promise<void>;
}
