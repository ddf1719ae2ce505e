import type { Lifeline } from "../host/lifeline";
import type { EngineLog } from "./engine-log";
import type { Provider } from "./provider";

/** What the methods of the service work with. */
export interface ServiceOptions {
  readonly version: string;
  readonly schema: () => string;
  /** Loaded with the first request that needs it: the plugin starts with every command, and some ask for its schema only. */
  readonly provider: () => Promise<Provider>;
  readonly log: EngineLog;
  readonly lifeline: Lifeline;
  /** Aborted when the engine asks to cancel. */
  readonly cancellation: AbortController;
}
