import type { Values } from "../../provider/planning/values";
import type { PendingOperation } from "../stack/state";

/** What the platform holds of an interrupted creation. */
export interface Finding {
  readonly made: readonly { readonly id: string; readonly outputs: Values }[];
  /** Ids of what looks like it, without a proof. */
  readonly alike: readonly string[];
  /** Why it may have made something all the same: `whether it …`. */
  readonly doubt?: string | undefined;
}

interface Made {
  readonly id: string;
  /** Ids of what the same creation made besides. */
  readonly twins: readonly string[];
}

/** What became of one pending operation. */
export type Outcome = { readonly operation: PendingOperation } & (
  | ({ readonly action: "adopted" } & Made)
  /** It was to replace another, which is now marked for deletion. */
  | ({ readonly action: "replacing"; readonly old: string } & Made)
  /** The state has a live one already, so this one is marked for deletion. */
  | ({ readonly action: "superseded" } & Made)
  | ({ readonly action: "recorded" } & Made)
  | { readonly action: "dropped"; readonly alike: readonly string[]; readonly doubt?: string }
  /** An update, delete or read: the resource is in the state, or nothing was to be. */
  | { readonly action: "settled" }
  | { readonly action: "foreign" }
);
