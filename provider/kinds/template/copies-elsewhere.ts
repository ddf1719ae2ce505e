import { messageOf } from "../../../kernel/plain-text";
import { withoutStop } from "../../../kernel/text";
import type { Run } from "../../session/run";

/**
 * Returns a sentence for each endpoint with a copy of the template that will not get its change. An endpoint renews its
 * own copy only if one provider of a stack manages the endpoint and its template. The marker in a copy proves nothing,
 * because a clone of the endpoint has it too.
 */
export async function copiesElsewhere(run: Run, templateId: string): Promise<string[]> {
  const copies = await run.platform.endpoints.copiesOf(templateId, { signal: run.signal });
  if (copies.length === 0) return [];
  const { managed, problem } = await managedBeside(run, templateId);
  const reason =
    problem === undefined
      ? "This stack does not manage that endpoint together with the template"
      : `Podwright could not find out whether this stack manages that endpoint (${withoutStop(problem)})`;
  return copies
    .filter(({ id }) => !managed.has(id))
    .map(
      ({ id, name }) =>
        `endpoint ${id} ("${name}") also has a copy of template ${templateId}. ${reason}, so this change leaves the endpoint as it is. If the endpoint is yours, import it into this stack, or replace it in its own stack, which makes a new copy.`,
    );
}

/**
 * Returns the ids of resources that the template's provider manages in the state. Only that provider sees the
 * template's changes. A `problem` means that Podwright could not read the state.
 */
export async function managedBeside({ recorded, stack, signal }: Run, templateId: string) {
  try {
    if (stack === undefined) return { managed: new Set<string>() };
    const providers = await recorded?.providers(stack, signal);
    const own = providers?.get(templateId);
    const beside = [...(providers ?? [])].filter(([, provider]) => provider === own);
    return { managed: new Set(beside.map(([id]) => id)) };
  } catch (error) {
    signal.throwIfAborted();
    return { managed: new Set<string>(), problem: messageOf(error) };
  }
}
