import type { Clock } from "../clock";
import type { Http } from "./http";

/** What the operations of every area work with. */
export interface ClientContext {
  readonly http: Http;
  readonly clock: Clock;
  /** Multiplies every pause and age that the client chooses itself. */
  readonly timeScale: number;
}
