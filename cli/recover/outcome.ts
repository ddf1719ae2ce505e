import type { Created } from "../../provider/operations/resource";
import type { PendingOperation } from "../stack/state";

/** What the platform holds for an interrupted creation. */
export interface Finding {
  /** Proven by the marker. */
  readonly created: readonly Created[];
  /** Ids of resources with the same name, without proof. */
  readonly similar: readonly string[];
  /** Why it may have created something nevertheless: `whether it …`. */
  readonly doubt?: string | undefined;
}

interface Recovered {
  readonly id: string;
  /** Ids of duplicates from the same creation. */
  readonly twins: readonly string[];
}

/** The result for one pending operation. */
export type Outcome = { readonly operation: PendingOperation } & (
  | ({ readonly action: "adopted" } & Recovered)
  /** It was to replace another, which is now marked for deletion. */
  | ({ readonly action: "replacing"; readonly old: string | undefined } & Recovered)
  /** The state has a live one already, so this one is marked for deletion. */
  | ({ readonly action: "superseded" } & Recovered)
  | ({ readonly action: "recorded" } & Recovered)
  /** The user wants it deleted instead: not in the state, and no part of what it holds. */
  | { readonly action: "deleted"; readonly deleted: readonly string[]; readonly left: readonly string[] }
  | { readonly action: "dropped"; readonly alike: readonly string[]; readonly doubt?: string | undefined }
  /** An update, delete or read: the resource is in the state, or nothing was to be. */
  | { readonly action: "settled" }
  | { readonly action: "foreign" }
);
