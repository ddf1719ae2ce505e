import type { Origin } from "../creating/owner";
import type { Declaration } from "../planning/declaration";
import type { Values } from "../planning/values";
import type { Run } from "./run";

export interface Created {
  readonly id: string;
  readonly outputs: Values;
}

export interface ReadRequest {
  readonly id: string;
  /** The inputs as last recorded: the result has these and no others. Absent for an import, whose result has all. */
  readonly declared: Values | undefined;
  /** The outputs as last recorded, where there are any. */
  readonly state?: Values;
}

/** The ids that an interrupted creation may have left on the platform. */
export interface Leftovers {
  /** They carry the marker of this creation. Without a marker there are none. */
  readonly created: readonly string[];
  /** They have its name, which proves nothing: somebody else may have created them. */
  readonly similar: readonly string[];
  /** Why an empty result proves nothing, where the platform has no list: `whether it …`. */
  readonly doubt?: string;
}

/** `undefined`: the resource is gone. */
export type ReadResult = { readonly inputs: Values; readonly outputs: Values } | undefined;

export interface UpdateRequest<Inputs> {
  readonly id: string;
  readonly olds: Partial<Inputs>;
  readonly news: Inputs;
  /** The outputs as last recorded. */
  readonly state: Values;
}

export interface DeleteRequest<Inputs> {
  readonly id: string;
  /** The inputs as last recorded. */
  readonly inputs: Partial<Inputs>;
  /** The outputs as last recorded. */
  readonly state: Values;
}

/** An item of the platform, and the resource that created it. */
export interface Attributed extends Origin {
  readonly id: string;
}

export interface Listed {
  readonly id: string;
  readonly name: string;
}

/**
 * A resource, written once for both hosts. Its operations know nothing of the engine: the host handles unknowns, secrets,
 * time-outs and cancellation. They throw `InitError` when the resource exists but is not as requested, and any other
 * error when nothing was left behind.
 */
export interface Resource<Inputs> extends Declaration {
  create(run: Run, inputs: Inputs): Promise<Created>;
  /** The items that the run's stack created, recorded or not, as they show it themselves. Absent where a second one costs nothing. */
  createdByStack?(run: Run): Promise<readonly Attributed[]>;
  /** What an interrupted creation with these inputs, as far as they are known, has left behind. Never waits. */
  findLeftovers(run: Run, inputs: Partial<Inputs>): Promise<Leftovers>;
  /** The hardware that its bill is for, from its outputs: see `RememberedResource`. Absent where it has none of its own. */
  readonly gpuOf?: (outputs: Values) => string | null | undefined;
  /** Lists every one in the account, in a stack or not. Absent where the platform has no list of the kind. */
  list?(run: Run): Promise<readonly Listed[]>;
  /** Never waits. */
  read(run: Run, request: ReadRequest): Promise<ReadResult>;
  update(run: Run, request: UpdateRequest<Inputs>): Promise<{ readonly outputs: Values }>;
  /**
   * What a preview warns of where only the platform knows it: a line each. Called only before an update; may fail. A line that
   * the update itself would repeat is the same text.
   */
  readonly foresee?: (run: Run, request: UpdateRequest<Inputs>) => Promise<readonly string[]>;
  /**
   * What a plan without a difference may have missed, because only the platform shows it: facts for `stateDifferences`, which
   * count as recorded outputs. Asked before every plan that is a user's own; may fail.
   */
  readonly lookAgain?: (run: Run, request: UpdateRequest<Inputs>) => Promise<Values>;
  /** Succeeds when the resource is already gone, as far as the platform has the list that it would be in. */
  delete(run: Run, request: DeleteRequest<Inputs>): Promise<void>;
}
