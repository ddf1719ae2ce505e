import type { Declaration } from "../planning/declaration";
import type { Values } from "../planning/values";
import type { Run } from "./run";

export interface CreateRequest<Inputs> {
  readonly inputs: Inputs;
}

export interface Created {
  readonly id: string;
  readonly outputs: Values;
}

export interface ReadRequest {
  readonly id: string;
  /** The inputs as last recorded: what they name is what the answer names. Absent for an import, which names all. */
  readonly declared: Values | undefined;
  /** The outputs as last recorded, where there are any. */
  readonly state?: Values;
}

export interface FindRequest<Inputs> {
  /** The inputs of the creation, as far as they can be read. */
  readonly inputs: Partial<Inputs>;
}

/** What the platform holds of a creation nobody heard the end of: ids. */
export interface Traces {
  /** They carry the mark of this very creation. */
  readonly made: readonly string[];
  /** They look as it would have them, which proves nothing: somebody else may have made them. */
  readonly alike: readonly string[];
  /** Why finding nothing proves nothing, where the platform cannot be asked: `whether it …`. */
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

export interface Listed {
  readonly id: string;
  readonly name: string;
}

/**
 * A resource, written once for both hosts. Its operations know nothing of the engine: unknowns, secrets, time-outs
 * and cancellation are the host's. They throw `InitError` when something exists that is not what was asked for, and
 * any other error when nothing was left behind.
 */
export interface Resource<Inputs> extends Declaration {
  create(run: Run, request: CreateRequest<Inputs>): Promise<Created>;
  /** What an interrupted creation with these inputs has left behind. Never waits. */
  find(run: Run, request: FindRequest<Inputs>): Promise<Traces>;
  /** What its bill is for, from its outputs: see `RememberedResource`. Left out where it has no hardware of its own. */
  readonly gpuOf?: (outputs: Values) => string | null | undefined;
  /** All of the account, whoever created them. Left out where the platform lists none. */
  list?(run: Run): Promise<readonly Listed[]>;
  /** Never waits. */
  read(run: Run, request: ReadRequest): Promise<ReadResult>;
  update(run: Run, request: UpdateRequest<Inputs>): Promise<{ readonly outputs: Values }>;
  /** Succeeds when the resource is already gone. */
  delete(run: Run, request: DeleteRequest<Inputs>): Promise<void>;
}
