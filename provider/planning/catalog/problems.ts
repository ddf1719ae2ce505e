import type { Values } from "../../../kernel/values";
import type { Catalogs } from "../catalogs";
import type { InputsDefinition, Problem } from "../check";
import { unknownNames } from "./names";
import { notOffered } from "./not-offered";

/** Facts for a comparison of the inputs with RunPod's catalogs. Without catalogs, a check compares nothing. */
export interface Comparison {
  readonly catalogs?: Catalogs | undefined;
  /** Names of settings in messages. `checkCatalog` switches the comparison off. */
  readonly settingNames: { readonly checkCatalog: string };
}

/** Returns a problem for each name and each combination of inputs that RunPod's catalogs do not contain. */
export async function catalogProblems(
  definition: Pick<InputsDefinition, "names" | "catalogRules">,
  inputs: { readonly olds: Values; readonly news: Values },
  { catalogs, settingNames }: Comparison,
  isUnknown: (value: unknown) => boolean,
): Promise<Problem[]> {
  if (catalogs === undefined) return [];
  const comparisons = [unknownNames, notOffered].map((compare) => compare(definition, inputs, catalogs, isUnknown));
  const found = (await Promise.all(comparisons)).flat();
  const wayOn = ` (if RunPod accepts this input, set ${settingNames.checkCatalog} to false)`;
  // Only the last problem has this hint: the catalog itself may be wrong.
  return found.map((problem, index) =>
    index === found.length - 1 ? { ...problem, message: `${problem.message}${wayOn}` } : problem,
  );
}
