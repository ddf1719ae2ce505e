import type { Values } from "../../values/values";
import type { Catalogs } from "../catalogs";
import type { InputsDefinition, Problem } from "../check";
import { unknownNames } from "./names";
import { notOffered } from "./not-offered";

/** Without catalogs nothing is compared. */
export interface Comparison {
  readonly catalogs?: Catalogs | undefined;
  /** The name of the setting that switches it off. */
  readonly settingNames: { readonly checkCatalog: string };
}

/** The names and the combinations of inputs that a program requests and RunPod's catalogs lack. */
export async function catalogProblems(
  definition: Pick<InputsDefinition, "names" | "catalogRules">,
  inputs: { readonly olds: Values; readonly news: Values },
  { catalogs, settingNames }: Comparison,
  isUnknown: (value: unknown) => boolean,
): Promise<Problem[]> {
  if (catalogs === undefined) return [];
  const comparisons = [unknownNames, notOffered].map((compare) => compare(definition, inputs, catalogs, isUnknown));
  const found = (await Promise.all(comparisons)).flat();
  const wayOn = ` (if RunPod accepts it all the same, set ${settingNames.checkCatalog} to false)`;
  // Once, at the end: the catalog itself may be wrong.
  return found.map((problem, index) =>
    index === found.length - 1 ? { ...problem, message: `${problem.message}${wayOn}` } : problem,
  );
}
