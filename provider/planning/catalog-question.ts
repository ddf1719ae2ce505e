import type { Path, Values } from "../values/values";
import type { Catalogs } from "./catalogs";

/** Whether RunPod offers a combination of inputs, which its catalogs answer. */
export interface Question {
  /** Where a program writes it. */
  readonly path: Path;
  /** All inputs that the answer depends on. An unknown input leaves the question to the update. */
  readonly facts: Values;
  /** The missing offer, as a text that continues the path. Without the catalog, `undefined`. */
  readonly answer: (catalogs: Catalogs) => Promise<string | undefined>;
}

/** The questions that inputs raise. Input values may have any shape: their schema reports wrong ones. */
export type CatalogRule = (inputs: Values) => readonly Question[];
