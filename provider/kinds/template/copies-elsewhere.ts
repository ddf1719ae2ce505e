import { withoutStop } from "../../../client/values/text";
import { messageOf } from "../../operations/errors";
import type { Run } from "../../operations/run";

/**
 * Names the endpoints that hold a copy of the template and will not get its change, a sentence each. An endpoint renews its
 * own copy, and only where Pulumi manages it beside its template: the marker in a copy proves nothing, because a clone of
 * the endpoint carries it too.
 */
export async function copiesElsewhere(run: Run, templateId: string): Promise<string[]> {
  const copies = await run.platform.endpoints.copiesOf(templateId, { signal: run.signal });
  if (copies.length === 0) return [];
  const { managed, problem } = await managedBeside(run, templateId);
  const reason =
    problem === undefined
      ? "This stack does not manage that endpoint beside the template"
      : `Podwright could not read whether this stack manages that endpoint (${withoutStop(problem)})`;
  return copies
    .filter(({ id }) => !managed.has(id))
    .map(
      ({ id, name }) =>
        `endpoint ${id} ("${name}") also holds a copy of template ${templateId}. ${reason}, so this change leaves the endpoint as it is. If the endpoint is yours, import it into this stack, or replace it in its own stack, which makes a new copy.`,
    );
}

/**
 * Ids of what has the template's provider in the state: only that provider sees how the template changes. With a `problem`,
 * what the state holds is not known.
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
