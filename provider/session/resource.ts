import type { Declaration } from "../planning/declaration";
import type { Truths } from "../planning/truths";
import type { Values } from "../values/values";
import type { Origin } from "./owner";
import type { Run } from "./run";

export interface Created {
  readonly id: string;
  readonly outputs: Values;
}

export interface ReadRequest {
  readonly id: string;
  /** The inputs as last recorded: the result has these and no others. Absent for an import, whose result has all. */
  readonly declared: Values | undefined;
  /** The outputs as last recorded, if any. */
  readonly state?: Values;
}

/** The ids that an interrupted creation may have left on RunPod. */
export interface Leftovers {
  /** Ids of items with the marker of this creation. Empty if the creation has no marker. */
  readonly created: readonly string[];
  /** Ids of items with the resource's name. Another user may have created these items. */
  readonly similar: readonly string[];
  /** Why an empty result proves nothing, if RunPod has no list: `whether it …`. */
  readonly doubt?: string;
}

/** `undefined`: the resource is gone. */
export type ReadResult = { readonly inputs: Values; readonly outputs: Values } | undefined;

export interface UpdateRequest<Inputs> extends Truths<Inputs> {
  readonly id: string;
  readonly news: Inputs;
}

export interface DeleteRequest<Inputs> {
  readonly id: string;
  /** The inputs as last recorded. */
  readonly inputs: Partial<Inputs>;
  /** The outputs as last recorded. */
  readonly state: Values;
}

/** The part of a run that a read needs. */
export type Reading = Pick<Run, "platform" | "signal">;

/** An item of RunPod, and the resource that created it. */
export interface Attributed extends Origin {
  readonly id: string;
}

export interface Listed {
  readonly id: string;
  readonly name: string;
}

/**
 * A resource, written once for both hosts. Its operations know nothing of the engine: the host handles unknowns, secrets,
 * time-outs and cancellation. They throw `InitError` if the resource exists but is not as requested, and any other error
 * if no resource was left behind.
 */
export interface Resource<Inputs> extends Declaration {
  create(run: Run, inputs: Inputs): Promise<Created>;
  /**
   * The items that the run's stack created, recorded or not, by the items' own texts. Absent if a second item costs
   * nothing.
   */
  createdByStack?(run: Run): Promise<readonly Attributed[]>;
  /** Finds resources that an interrupted creation with these inputs, as far as they are known, has left behind. Never waits. */
  findLeftovers(run: Run, inputs: Partial<Inputs>): Promise<Leftovers>;
  /** The hardware that its bill is for, from its outputs: see `RememberedResource`. Absent for a resource without its own. */
  readonly gpuOf?: (outputs: Values) => string | null | undefined;
  /** Lists every item in the account, in a stack or not. Absent if RunPod has no list of the kind. */
  list?(run: Run): Promise<readonly Listed[]>;
  /** Never waits. */
  read(run: Run, request: ReadRequest): Promise<ReadResult>;
  update(run: Run, request: UpdateRequest<Inputs>): Promise<{ readonly outputs: Values }>;
  /**
   * Warnings of a preview that only RunPod's data allows, a line each. Called only before an update; may fail. A line
   * that the update repeats has the same text.
   */
  readonly foresee?: (run: Run, request: UpdateRequest<Inputs>) => Promise<readonly string[]>;
  /**
   * Facts that only RunPod shows, for a plan without a difference: `stateDifferences` counts them as recorded outputs.
   * Read before every plan that follows a user's own change; may fail.
   */
  readonly lookAgain?: (run: Run, request: UpdateRequest<Inputs>) => Promise<Values>;
  /**
   * Lines of a preview about the delete that a replacement needs. They change nothing. Without a `reading`, RunPod cannot
   * be asked, and the lines say only what always holds.
   */
  readonly foreseeDelete?: (reading: Reading | undefined, request: DeleteRequest<Inputs>) => Promise<readonly string[]>;
  /** Succeeds for a resource that is already gone, if RunPod lists the resources of its kind. */
  delete(run: Run, request: DeleteRequest<Inputs>): Promise<void>;
}
