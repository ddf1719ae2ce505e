import type { Created } from "../../provider/session/resource";
import type { PendingOperation } from "../stack/state";

/** The resources on RunPod that belong, or may belong, to an interrupted creation. */
export interface Finding {
  /** Proven by the marker. */
  readonly created: readonly Created[];
  /** Ids of resources with the same name, without proof. */
  readonly similar: readonly string[];
  /** The reason why it may have created a resource nevertheless: `whether it …`. */
  readonly doubt?: string | undefined;
}

interface Recovered {
  readonly id: string;
  /** Ids of duplicates from the same creation. */
  readonly duplicates: readonly string[];
}

/** The result for one pending operation. */
export type Outcome = { readonly operation: PendingOperation } & (
  | ({ readonly action: "adopted" } & Recovered)
  /** A replacement: the old resource is now marked for deletion. */
  | ({ readonly action: "replacing"; readonly old: string | undefined } & Recovered)
  /** The state already has a live resource, so the created one is marked for deletion. */
  | ({ readonly action: "superseded" } & Recovered)
  | ({ readonly action: "recorded" } & Recovered)
  /** The user wants the resource deleted, so it does not go into the state. */
  | { readonly action: "deleted"; readonly deleted: readonly string[]; readonly left: readonly string[] }
  | { readonly action: "dropped"; readonly sameName: readonly string[]; readonly doubt?: string | undefined }
  /** An update, delete or read: the resource is in the state, or the operation was to create none. */
  | { readonly action: "settled" }
  | { readonly action: "foreign" }
);
