import type { CommandContext } from "../context/context";

/**
 * Returns a context in which all readers of stacks share the answers of Pulumi. Each answer takes a process of Pulumi,
 * and a report asks for some states twice. Only a report may use it, because the answers do not follow later changes.
 */
export function sharingAnswers(context: CommandContext): CommandContext {
  return { ...context, answers: new Map() };
}

/** Returns a sharing context for a report on all stacks. A report on named stacks asks Pulumi about each of them. */
export function ofStacks({ all, backend }: Selected, context: CommandContext): CommandContext {
  return all === true || backend !== undefined ? sharingAnswers(context) : context;
}

type Selected = { readonly all?: boolean | undefined; readonly backend?: string | true | undefined };

/** Returns the shared answer to the question, or asks. Without a sharing context, each question goes to Pulumi. */
export async function answerTo(
  { answers }: CommandContext,
  question: () => Promise<readonly (string | undefined)[]>,
  ask: () => Promise<string>,
): Promise<string> {
  if (answers === undefined) return await ask();
  const key = JSON.stringify(await question());
  const answer = answers.get(key) ?? ask();
  answers.set(key, answer);
  return await answer;
}
