import type { Clock } from "./clock";
import type { Http } from "./http/http";

/** What the operations of every kind work with. */
export interface Means {
  readonly http: Http;
  readonly clock: Clock;
  /** Multiplies every pause and age of our own making. */
  readonly timeScale: number;
}
