import { isDeepStrictEqual } from "node:util";
import { isRecord, type Values } from "../../../kernel/values";
import type { Catalogs } from "../catalogs";
import type { InputsDefinition, Problem } from "../check";
import type { Question } from "./question";

/**
 * Returns a problem for each combination of inputs that RunPod does not offer. It skips questions that the recorded
 * inputs raised, too. Otherwise a changed catalog would stop the update of an existing resource.
 */
export async function notOffered(
  { catalogRules = [] }: Pick<InputsDefinition, "catalogRules">,
  { olds, news }: { readonly olds: Values; readonly news: Values },
  catalogs: Catalogs,
  isUnknown: (value: unknown) => boolean,
): Promise<Problem[]> {
  const problems = catalogRules.map(async (rule) => {
    const answered = rule(olds);
    const open = rule(news).filter(({ facts }, index, all) => {
      const isSame = (other: Question) => isDeepStrictEqual(other.facts, facts);
      return !answered.some(isSame) && all.findIndex(isSame) === index && !holds(facts, isUnknown);
    });
    const messages = await Promise.all(open.map(({ answer }) => answer(catalogs)));
    return open.flatMap(({ path }, index) => {
      const message = messages[index];
      return message === undefined ? [] : [{ path, message }];
    });
  });
  return (await Promise.all(problems)).flat();
}

function holds(value: unknown, isOne: (value: unknown) => boolean): boolean {
  if (isOne(value)) return true;
  const inner = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  return inner.some((item) => holds(item, isOne));
}
