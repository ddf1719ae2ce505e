import type { Clock, Listing, Platform, Pod } from "../../client";
import type { Snapshot } from "../../client/collections/snapshot";
import type { Doubts } from "../creating/unconfirmed-creates";
import type { Activity } from "../kinds/serverless-endpoint/activity";
import type { Catalogs } from "../planning/catalog-names";
import type { Poller } from "../waiting/poller";

/** What a resource ran on, written down while it is known: bills name resources that no longer exist. */
export interface RememberedResource {
  /** RFC 3339. */
  readonly at: string;
  readonly event: "created" | "updated" | "deleted" | "recovered";
  readonly kind: string;
  readonly id: string;
  /** The GPU type of a pod, the pools of an endpoint; `null` for none. */
  readonly gpu: string | null;
  /** The logical name. */
  readonly name: string;
  readonly project?: string;
  readonly stack?: string;
}

/** What all operations of one process on one account share. */
export interface Session {
  readonly platform: Platform;
  /** Absent where names are not compared with them. */
  readonly catalogs?: Catalogs | undefined;
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
  /** The account's pods, for a look before a creation: one list for a burst of them, which writes of ours do not drop. */
  readonly existingPods: Snapshot<Listing<Pod>>;
  /** Creates a pod also where one of the same resource exists that the state does not hold. */
  readonly allowUnrecorded: boolean;
  /** Writes down what bills are for. Never fails. */
  readonly remember?: (resource: RememberedResource) => void;
}

/** The stack that a run belongs to. */
export interface RunStack {
  /** `-` where the host does not know it, or the backend has none. */
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
}

/** What the state of the stack holds, as far as a host can find out: the engine shows a provider only parts of it. */
export interface RecordedState {
  /** Whether the engine has shown this process a resource that was created under the marker. */
  knows(marker: string): boolean;
  /** Ids of all resources in the state. Throws where the state cannot be read. */
  ids(stack: RunStack, signal: AbortSignal): Promise<ReadonlySet<string>>;
}

/** What the host gives to one operation on one resource. */
export interface Run extends Session {
  /** The resource's logical name in the program. */
  readonly name: string;
  /** Where the host knows it, for commands that a message gives. */
  readonly urn?: string;
  /** Absent where no engine runs: then nothing is created. */
  readonly stack?: RunStack;
  readonly recorded?: RecordedState;
  readonly timeoutMs: number;
  /** `false`: a creation replaces nothing. Left out where a host cannot know. */
  readonly mayReplace?: boolean;
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
