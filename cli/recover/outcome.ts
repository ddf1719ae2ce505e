import type { Created } from "../../provider/session/resource";
import type { PendingOperation } from "../stack/state";

/** The resources on RunPod that belong, or may belong, to an interrupted creation. */
export interface Finding {
  /** Ids of resources whose marker proves that the creation made them. */
  readonly created: readonly Created[];
  /** Ids of resources with the same name, without proof. */
  readonly similar: readonly string[];
  /** Why the creation may have made a resource that Podwright did not find, as a text that begins with `whether it`. */
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
  /** The creation was a replacement. The old resource is now marked for deletion. */
  | ({ readonly action: "replacing"; readonly old: string | undefined } & Recovered)
  /** The state already has a live resource, so the created one is marked for deletion. */
  | ({ readonly action: "superseded" } & Recovered)
  | ({ readonly action: "recorded" } & Recovered)
  /** The user asked for the deletion of the resource, so the state does not get it. */
  | { readonly action: "deleted"; readonly deleted: readonly string[]; readonly left: readonly string[] }
  | { readonly action: "dropped"; readonly sameName: readonly string[]; readonly doubt?: string | undefined }
  /** The operation was an update, a delete or a read. It created no resource. */
  | { readonly action: "settled" }
  | { readonly action: "foreign" }
);
