import type { Created } from "../../provider/session/resource";
import type { PendingOperation } from "../stack/state";

/** The resources on RunPod that an interrupted creation made or may have made. */
export interface Finding {
  /** Resources with the marker of the creation. After the judgement only the resource that the creation made. */
  readonly created: readonly (Created & { readonly createdAt?: string | undefined })[];
  /** Ids of other resources with the same marker. */
  readonly copies?: readonly string[];
  /** Ids of resources with the same name but without the marker. */
  readonly similar: readonly string[];
  /** The marks and names that Podwright searched for. Absent if it could not search. */
  readonly sought?: readonly string[] | undefined;
  /** The reason why the creation may still have made a resource, as a sentence without a full stop. */
  readonly doubt?: string | undefined;
}

interface Beside {
  /** Ids of further resources with the same mark. */
  readonly duplicates: readonly string[];
}

interface Recovered extends Beside {
  readonly id: string;
}

/** The result for one pending operation. */
export type Outcome = { readonly operation: PendingOperation } & (
  | ({ readonly action: "adopted" } & Recovered)
  /** The operation was a replacement. The old resource is now marked for deletion. */
  | ({ readonly action: "replacing"; readonly old: string | undefined } & Recovered)
  /** The state already has a live resource, so the created resource is marked for deletion. */
  | ({ readonly action: "superseded" } & Recovered)
  | ({ readonly action: "recorded" } & Recovered)
  /** The user wants to delete the resource, so the state does not record it. */
  | ({
      readonly action: "deleted";
      readonly deleted: readonly string[];
      readonly left: readonly string[];
    } & Partial<Beside>)
  | ({
      readonly action: "dropped";
      readonly sameName: readonly string[];
      readonly sought?: readonly string[] | undefined;
      readonly doubt?: string | undefined;
    } & Partial<Beside>)
  /**
   * The operation was an update, delete or read, or it could not create a resource. The state needs no new resource.
   */
  | { readonly action: "settled" }
  | { readonly action: "foreign" }
);
