import type { Values } from "../../kernel/values";
import type { Declaration } from "../planning/declaration";
import type { Truths } from "../planning/truths";
import type { Origin } from "./owner";
import type { Run } from "./run";

export interface Created {
  readonly id: string;
  readonly outputs: Values;
}

export interface ReadRequest {
  readonly id: string;
  /** Recorded inputs. The result contains only these inputs. Absent for an import, whose result contains all inputs. */
  readonly declared: Values | undefined;
  /** Recorded outputs. Absent for an import. */
  readonly state?: Values;
}

/** Ids of resources that an interrupted creation may have left on RunPod. */
export interface Leftovers {
  /** Ids of items with the marker of this creation. Empty if the creation has no marker. */
  readonly created: readonly string[];
  /** Times of creation of these items in RFC 3339, by id. Absent if RunPod reports none. */
  readonly times?: ReadonlyMap<string, string>;
  /** Ids of items with the resource's name. Another user may have created these items. */
  readonly similar: readonly string[];
  /** The marks and names that the search compared with RunPod's items. An item under another name remains unfound. */
  readonly sought?: readonly string[];
  /** A sentence if RunPod has no list of the kind. An empty result then proves nothing. */
  readonly doubt?: string;
}

/**
 * Result of a read. `undefined` means that the resource no longer exists. Without inputs, the engine refuses an import. `id` is the
 * resource's id, if an import may name the resource in another way.
 */
export type ReadResult = { readonly inputs: Values; readonly outputs: Values; readonly id?: string } | undefined;

export interface UpdateRequest<Inputs> extends Truths<Inputs> {
  readonly id: string;
  readonly news: Inputs;
  /** Takes the outputs before the update, so that the state keeps outside changes that the update leaves alone. */
  readonly found?: (outputs: Values) => void;
}

export interface DeleteRequest<Inputs> {
  readonly id: string;
  /** Returns the reason why RunPod will never delete the item, if Podwright finds one. It reads from RunPod. */
  readonly whyHeld?: () => Promise<string | undefined>;
  /** Recorded inputs. */
  readonly inputs: Partial<Inputs>;
  /** Recorded outputs. */
  readonly state: Values;
}

/** The part of a run that a read needs. */
export type Reading = Pick<Run, "platform" | "signal">;

/** An item of RunPod with the resource that created it. */
export interface Attributed extends Origin {
  readonly id: string;
}

export interface Listed {
  readonly id: string;
  readonly name: string;
}

/**
 * The operations of one kind, for both hosts. These operations do not know the engine: the host handles unknowns,
 * secrets, time-outs and cancellation. An operation throws an `InitError` if the resource exists but differs from the
 * request, and any other error if no resource remains.
 */
export interface Resource<Inputs> extends Declaration {
  create(run: Run, inputs: Inputs): Promise<Created>;
  /**
   * Returns the items whose texts name the run's stack as their creator, whether or not the state contains them. Absent
   * if RunPod has no list of the kind.
   */
  createdByStack?(run: Run): Promise<readonly Attributed[]>;
  /** Finds resources of an interrupted creation with these inputs, which may be incomplete. Never waits. */
  findLeftovers(run: Run, inputs: Partial<Inputs>): Promise<Leftovers>;
  /**
   * Returns the GPU type or the pools from a resource's outputs, for `RememberedResource`. Absent for a resource
   * without hardware.
   */
  readonly gpuOf?: (outputs: Values) => string | null | undefined;
  /** Lists all items in the account, whether a stack manages them or not. Absent if RunPod has no list of the kind. */
  list?(run: Run): Promise<readonly Listed[]>;
  /** Reads the resource. Never waits. */
  read(run: Run, request: ReadRequest): Promise<ReadResult>;
  update(run: Run, request: UpdateRequest<Inputs>): Promise<{ readonly outputs: Values }>;
  /**
   * Returns warnings of a preview that need data from RunPod. The host calls it only before an update, and it may fail.
   * If the update gives the same warning, the text is the same, too.
   */
  readonly foresee?: (run: Run, request: UpdateRequest<Inputs>) => Promise<readonly string[]>;
  /** Returns a preview's warnings about a new resource. The inputs lack values that the preview does not know. */
  readonly foreseeCreate?: (run: Run, inputs: Partial<Inputs>) => Promise<readonly string[]>;
  /**
   * Returns outputs of a new resource that a preview already knows. The inputs may contain placeholders for unknown
   * values.
   */
  readonly foreseeOutputs?: (run: Run, inputs: Values) => Promise<Values>;
  /**
   * Reads facts that only RunPod knows, for a plan without a difference. `stateDifferences` treats them as recorded
   * outputs. The host calls it before each plan of a user's own change, and it may fail.
   */
  readonly lookAgain?: (run: Run, request: UpdateRequest<Inputs>) => Promise<Values>;
  /**
   * Returns a preview's lines about the old resource that a replacement deletes. Without a `reading`, it cannot read
   * from RunPod, and returns only general facts.
   */
  readonly foreseeDelete?: (reading: Reading | undefined, request: DeleteRequest<Inputs>) => Promise<readonly string[]>;
  /** Deletes the resource. Succeeds for a resource that no longer exists, if RunPod lists the resources of its kind. */
  delete(run: Run, request: DeleteRequest<Inputs>): Promise<void>;
}
