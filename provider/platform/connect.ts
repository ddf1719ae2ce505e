import type { Dispatcher } from "undici";
import type { Clock } from "./clock";
import type { Platform } from "./platform";

export interface PlatformOptions {
  /** Absent: the first call throws a `ConfigurationError` that names both ways to set it. */
  readonly apiKey: string | undefined;
  /** Base of REST v2 and GraphQL, without `/v2`. Default `https://api.runpod.io`. */
  readonly baseUrl?: string | undefined;
  /** Base of the job operations, without `/v2`. Default `https://api.runpod.ai`. */
  readonly serverlessUrl?: string | undefined;
  /** Allows plain `http:` to addresses other than loopback. The key then travels unencrypted. Default false. */
  readonly allowInsecureUrl?: boolean | undefined;
  /** How long one attempt may wait for its answer. Default 60 000 ms. */
  readonly timeoutMs?: number | undefined;
  /** Multiplies the client's own back-offs, never a wait the platform ordered. Default 1. */
  readonly timeScale?: number | undefined;
  /** Told, in a sentence for a user, about every pause longer than two seconds. */
  readonly onWait?: ((sentence: string) => void) | undefined;
  readonly userAgent?: string | undefined;
  /** Where the time comes from. Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** Takes the place of the client's own connections; closing the platform leaves it open. For tests. */
  readonly dispatcher?: Dispatcher | undefined;
}

/** Opens the account that `apiKey` belongs to. Sends nothing. */
export function connect(_options: PlatformOptions): Platform {
  throw new Error("not built yet");
}
