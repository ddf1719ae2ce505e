import type { Clock, Platform } from "../../client";
import type { Evidence, PendingCreation } from "../ownership/verdict";
import type { Catalogs } from "../planning/catalogs";
import type { Followed } from "../planning/rules";
import type { ConfiguredTransport } from "../planning/transports";
import type { ExistingItems } from "./existing-items";
import type { UnconfirmedCreates } from "./unconfirmed-creates";
import type { UnshownIds } from "./unshown";
import type { Pollers } from "./watched";

/** The hardware of a resource. Podwright records it, because bills name resources that no longer exist. */
export interface RememberedResource {
  /** RFC 3339. */
  readonly at: string;
  readonly event: "created" | "updated" | "deleted" | "recovered";
  readonly kind: string;
  readonly id: string;
  /** GPU type of a pod, or GPU pools of an endpoint. `null` for a resource without GPUs. */
  readonly gpu: string | null;
  /** Logical name of the resource. */
  readonly name: string;
  readonly project?: string;
  readonly stack?: string;
}

/** A creation of a program's resource. */
export interface BegunCreation extends Pick<RunStack, "project" | "stack"> {
  readonly kind: string;
  /** Logical name of the resource. */
  readonly name: string;
  /** Marker of the creation. */
  readonly marker: string;
}

/** Notes about the creations that processes on this machine have begun, and whose ids the engine has not received. */
export interface BegunCreations {
  /** Writes a note before the first request. Never throws. */
  begin(creation: BegunCreation, time: number): void;
  /** Removes the note. Never throws. */
  end(marker: string): void;
  /** Returns when the creation began, in RFC 3339. Returns `undefined` without a note, and for another creation or backend. */
  timeOf(creation: BegunCreation): string | undefined;
}

/** Everything that all operations of one process on one account share. */
export interface Session {
  readonly platform: Platform;
  /** RunPod's catalogs. Absent if Podwright compares no names with them. */
  readonly catalogs?: Catalogs | undefined;
  /** Configured transport for endpoints. Absent outside of programs. */
  readonly transport?: ConfiguredTransport | undefined;
  readonly clock: Clock;
  /**
   * Factor for Podwright's own poll intervals and pauses. The factor does not change time-outs, or pauses that the
   * server requests.
   */
  readonly timeScale: number;
  readonly poller: Pollers;
  /**
   * Ids of resources that this process has created, by marker. The engine may repeat a create in one process, for
   * example after an error hook. The repeated create then continues with the first resource.
   */
  readonly created: Map<string, string>;
  /** Creates of this process whose response is missing. */
  readonly unconfirmed: UnconfirmedCreates;
  /** Ids that creates of this process returned and no read has shown yet. */
  readonly unshown: UnshownIds;
  /** Existing items of the account, for the check before a create. */
  readonly existing: ExistingItems;
  /** True if a create may proceed although RunPod has a pod, cluster, endpoint or volume that the same resource created and the state does not contain. */
  readonly allowUnrecorded: boolean;
  /** True if a create continues with an item that a killed or failed run of the stack made and no state contains. */
  readonly takeOver: boolean;
  readonly settingNames: SessionSettingNames;
  /** Records the hardware for later bills. Never throws. */
  readonly remember?: (resource: RememberedResource) => void;
  /** Absent without a folder for notes. */
  readonly begun?: BegunCreations;
}

/** Names of settings in errors. Each name tells the user where to change the setting. */
export type SessionSettingNames = Readonly<Record<"allowUnrecorded" | "checkCatalog" | "endpointTransport", string>>;

/** The stack of a run. */
export interface RunStack {
  /** Organization, or `-` if the host does not know it or the backend has none. */
  readonly organization: string;
  readonly project: string;
  readonly stack: string;
}

/** The evidence about unrecorded items, and the URNs in the state. */
export interface Witnesses extends Evidence {
  readonly urns: readonly string[];
}

/** The stack's state, as far as a host can read it. The engine shows a provider only parts of the state. */
export interface RecordedState {
  /** Tells whether the engine has shown this process a resource with this marker. */
  knows(marker: string): boolean;
  /** Returns the ids of all resources in the state. Throws if it cannot read the state. */
  ids(stack: RunStack, signal: AbortSignal): Promise<ReadonlySet<string>>;
  /** Returns the provider of each resource in the state, by the resource's id. Throws if it cannot read the state. */
  providers(stack: RunStack, signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Returns the creations of killed runs that the state contains as pending. Throws if it cannot read the state. */
  pending(stack: RunStack, signal: AbortSignal): Promise<readonly PendingCreation[]>;
  /**
   * Reads what Pulumi knows about items that no state seems to contain. `since` is the earliest creation of these items.
   * Throws if it cannot read the state.
   */
  witnesses(stack: RunStack, since: number, signal: AbortSignal): Promise<Witnesses>;
  /** Resources that other resources follow, by id. The engine shows a resource before its dependents. */
  readonly followed: Map<string, Followed>;
  /** The new resource of this run that uses an id, for ids that only one resource can use. */
  readonly users: Map<string, Pick<Run, "name" | "urn">>;
}

/** The host's context for one operation on one resource. */
export interface Run extends Session {
  /** Logical name of the resource in the program. */
  readonly name: string;
  /** URN for commands in messages. Absent if the host does not know it. */
  readonly urn?: string;
  /**
   * Returns a sentence that tells how to import an id as this resource with Pulumi, into a state with these URNs.
   * Returns `undefined` if the import would fail. Absent if Pulumi cannot import the resource.
   */
  readonly importSentence?: (id: string, urns: readonly string[]) => string | undefined;
  /** Stack of the run. Absent without an engine, when Podwright creates nothing. */
  readonly stack?: RunStack;
  readonly recorded?: RecordedState;
  readonly timeoutMs: number;
  /** False if the create replaces nothing. Absent if the host cannot know. */
  readonly mayReplace?: boolean;
  /**
   * Aborts when the user cancels, and with an `EngineGoneError` when the engine has ended. Without an engine, the run
   * only deletes resources that it created and no state can record.
   */
  readonly signal: AbortSignal;
  /** Shows one line of progress to the user. */
  readonly report: (line: string) => void;
  /** Shows one line that stays in the output, because the user has to act. */
  readonly warn: (line: string) => void;
}
