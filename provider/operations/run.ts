import type { Clock, Platform } from "../../client";
import type { ExistingItems } from "../creating/existing-items";
import type { UnconfirmedCreates } from "../creating/unconfirmed-creates";
import type { Catalogs } from "../planning/catalog/names";
import type { Followed } from "../planning/rules";
import type { ConfiguredTransport } from "../planning/transports";
import type { Pollers } from "./watched";

/** The hardware of a resource, recorded while it is known: bills name resources that no longer exist. */
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
  /** Absent where no program is checked. */
  readonly transport?: ConfiguredTransport | undefined;
  readonly clock: Clock;
  /** Multiplies every poll interval and back-off of ours; time-outs and waits the server orders stay as they are. */
  readonly timeScale: number;
  readonly poller: Pollers;
  /**
   * Ids of what this process has created, by marker. The engine may repeat a create in one process (an error hook that
   * retries): then the first one continues.
   */
  readonly created: Map<string, string>;
  /** Creates of this process without a response. */
  readonly unconfirmed: UnconfirmedCreates;
  /** What the account has, for the check before a create. */
  readonly existing: ExistingItems;
  /** Creates a resource even where the platform has one of the same resource that no state holds. */
  readonly allowUnrecorded: boolean;
  readonly settingNames: SessionSettingNames;
  /** Records what bills are for. Never fails. */
  readonly remember?: (resource: RememberedResource) => void;
}

/** The name in errors of each of these settings, so that a user finds where it is set. */
export type SessionSettingNames = Readonly<Record<"allowUnrecorded" | "checkCatalog" | "endpointTransport", string>>;

/** The stack that a run belongs to. */
export interface RunStack {
  /** `-` where the host does not know it, or the backend has none. */
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
}

/** The state of the stack, as far as a host can read it: the engine shows a provider only parts of it. */
export interface RecordedState {
  /** Whether the engine has shown this process a resource with this marker. */
  knows(marker: string): boolean;
  /** Ids of all resources in the state. Throws where the state cannot be read. */
  ids(stack: RunStack, signal: AbortSignal): Promise<ReadonlySet<string>>;
  /** The provider of each resource in the state, by the resource's id. Throws where the state cannot be read. */
  providers(stack: RunStack, signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** What others follow, by its id. The engine shows a resource before those that depend on it. */
  readonly followed: Map<string, Followed>;
}

/** What the host gives to one operation on one resource. */
export interface Run extends Session {
  /** The resource's logical name in the program. */
  readonly name: string;
  /** For commands in messages, where the host knows it. */
  readonly urn?: string;
  /** How Pulumi alone takes an id into the state as this resource. Absent where it cannot. */
  readonly importSentence?: (id: string) => string;
  /** Absent where no engine runs: then nothing is created. */
  readonly stack?: RunStack;
  readonly recorded?: RecordedState;
  readonly timeoutMs: number;
  /** `false`: a create replaces nothing. Absent where the host cannot know. */
  readonly mayReplace?: boolean;
  /**
   * Aborted when the user cancels or, with an `EngineGoneError`, when the engine is gone: then the run sends
   * nothing more, except to delete what it has created and nobody can record.
   */
  readonly signal: AbortSignal;
  /** One line of progress for the user. */
  readonly report: (line: string) => void;
  /** One line that stays: the user has to act. */
  readonly warn: (line: string) => void;
}
