import type { Billing } from "./billing/types";
import type { Catalog } from "./catalog/types";
import type { Clusters } from "./clusters/types";
import type { EndpointTransport } from "./endpoints/transport";
import type { Workers } from "./endpoints/workers/types";
import type { Jobs } from "./jobs/types";
import type { NetworkVolumes } from "./network-volumes/types";
import type { Pods } from "./pods/types";
import type { PublicEndpoints } from "./public-endpoints/types";
import type { Registries } from "./registries/types";
import type { SshKeys } from "./ssh-keys/types";
import type { Templates } from "./templates/types";

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
