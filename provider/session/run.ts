import type { Clock, Platform } from "../../client";
import type { Catalogs } from "../planning/catalogs";
import type { Followed } from "../planning/rules";
import type { ConfiguredTransport } from "../planning/transports";
import type { ExistingItems } from "./existing-items";
import type { UnconfirmedCreates } from "./unconfirmed-creates";
import type { UnshownIds } from "./unshown";
import type { Pollers } from "./watched";

/** The hardware of a resource, recorded early: bills name resources that no longer exist. */
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

/** The state that all operations of one process on one account share. */
export interface Session {
  readonly platform: Platform;
  /** Absent if names are not compared with them. */
  readonly catalogs?: Catalogs | undefined;
  /** Absent if no program is checked. */
  readonly transport?: ConfiguredTransport | undefined;
  readonly clock: Clock;
  /** Multiplies Podwright's own poll intervals and back-offs; time-outs and waits that the server orders stay unchanged. */
  readonly timeScale: number;
  readonly poller: Pollers;
  /**
   * Ids of resources that this process has created, by marker. The engine may repeat a create in one process (an error
   * hook that retries): the repeat then continues with the first resource.
   */
  readonly created: Map<string, string>;
  /** Creates of this process without a response. */
  readonly unconfirmed: UnconfirmedCreates;
  /** Ids that creates of this process returned, and no read has shown yet. */
  readonly unshown: UnshownIds;
  /** The account's existing items, for the check before a create. */
  readonly existing: ExistingItems;
  /** Creates a resource even if RunPod has one of the same resource outside every state. */
  readonly allowUnrecorded: boolean;
  readonly settingNames: SessionSettingNames;
  /** Records the resources that bills are for. Never fails. */
  readonly remember?: (resource: RememberedResource) => void;
}

/** The names of these settings in errors. Each name tells the user the place of the setting. */
export type SessionSettingNames = Readonly<Record<"allowUnrecorded" | "checkCatalog" | "endpointTransport", string>>;

/** The stack that a run belongs to. */
export interface RunStack {
  /** `-` if the host does not know the organization, or the backend has no organizations. */
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
}

/** The state of the stack, as far as a host can read it: the engine shows a provider only parts of it. */
export interface RecordedState {
  /** Whether the engine has shown this process a resource with this marker. */
  knows(marker: string): boolean;
  /** Ids of all resources in the state. Throws if the state cannot be read. */
  ids(stack: RunStack, signal: AbortSignal): Promise<ReadonlySet<string>>;
  /** The provider of each resource in the state, by the resource's id. Throws if the state cannot be read. */
  providers(stack: RunStack, signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Resources that others follow, by id. The engine shows a resource before its dependents. */
  readonly followed: Map<string, Followed>;
}

/** The host's context for one operation on one resource. */
export interface Run extends Session {
  /** The resource's logical name in the program. */
  readonly name: string;
  /** For commands in messages, if the host knows it. */
  readonly urn?: string;
  /** A sentence on importing an id as this resource with Pulumi alone. Absent if Pulumi cannot. */
  readonly importSentence?: (id: string) => string;
  /** Absent without an engine: then nothing is created. */
  readonly stack?: RunStack;
  readonly recorded?: RecordedState;
  readonly timeoutMs: number;
  /** `false`: a create replaces nothing. Absent if the host cannot know. */
  readonly mayReplace?: boolean;
  /**
   * Aborted when the user cancels or, with an `EngineGoneError`, when the engine is gone. The run then sends no requests
   * except deletes of its own creations that no state can record.
   */
  readonly signal: AbortSignal;
  /** One line of progress for the user. */
  readonly report: (line: string) => void;
  /** One line that stays: the user has to act. */
  readonly warn: (line: string) => void;
}
