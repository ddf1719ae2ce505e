import type { Clock, Platform, Pod } from "../platform";
import type { Doubts } from "./doubts";
import type { Activity } from "./serverless-endpoint/activity";
import type { Poller } from "./wait/poller";

/** What all operations of one process on one account share. */
export interface Session {
  readonly platform: Platform;
  readonly clock: Clock;
  /** Multiplies every poll interval and back-off of ours; time-outs and waits the server orders stay as they are. */
  readonly timeScale: number;
  readonly pods: Poller<Pod>;
  readonly endpoints: Poller<Activity>;
  /**
   * What this process has created, by nonce. The engine may call create again for the same resource in the same
   * process (an error hook that asks for a retry); the first one must then be continued, not forgotten.
   */
  readonly created: Map<string, string>;
  /** Of what this process has asked to create, what may have been made without an answer. */
  readonly doubts: Doubts;
}

/** What the host gives to one operation on one resource. */
export interface Run extends Session {
  /** The resource's logical name in the program, for messages. */
  readonly name: string;
  /** Where the host knows it, for commands that a message gives. */
  readonly urn?: string;
  readonly timeoutMs: number;
  /**
   * Aborted when the user cancels or, with an `UnheardError`, when the engine is gone: nothing more may be asked of the
   * platform, except to take back what nobody is left to record.
   */
  readonly signal: AbortSignal;
  /** One line of progress for the user. */
  readonly report: (line: string) => void;
  /** One line that must stay: what the user has to see to. */
  readonly warn: (line: string) => void;
}
