import type { Path, Values } from "../../../kernel/values";
import type { Catalogs } from "../catalogs";

/** A question whether RunPod offers a combination of inputs. RunPod's catalogs answer it. */
export interface Question {
  /** Path of the input that names the combination. */
  readonly path: Path;
  /** All inputs that the answer depends on. If an input is unknown, the preview skips the question. */
  readonly facts: Values;
  /**
   * Says what RunPod does not offer, in a text that continues the path. Returns `undefined` if RunPod offers the
   * combination, or if the catalog is unavailable.
   */
  readonly answer: (catalogs: Catalogs) => Promise<string | undefined>;
}

/**
 * Returns the questions about a resource's inputs. The inputs may have any shape, because the schema reports wrong
 * values.
 */
export type CatalogRule = (inputs: Values) => readonly Question[];
