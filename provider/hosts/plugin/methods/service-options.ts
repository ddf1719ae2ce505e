import type { Lifeline } from "../../engine/lifeline";
import type { Engines } from "../grpc/engines";
import type { Provider } from "../provider";

/** What the methods of the service work with. */
export interface ServiceOptions {
  readonly version: string;
  readonly schema: () => string;
  /** Loaded with the first request that needs it: the plugin starts with every command, and some ask for its schema only. */
  readonly provider: () => Promise<Provider>;
  readonly engines: Engines;
  readonly lifeline: Lifeline;
}
