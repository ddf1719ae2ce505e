import { PlatformError, type Template } from "../../../client";
import { messageOf } from "../../../kernel/plain-text";
import { withoutStop } from "../../../kernel/text";
import { present } from "../../../kernel/values";
import { idsIn } from "../../creating/judged";
import { collectionResource, recordItem } from "../../lifecycle/collection-resource";
import { whenNameIsTaken } from "../../lifecycle/taken-name";
import { OperationError } from "../../pulumi/errors";
import type { Resource } from "../../session/resource";
import type { Run } from "../../session/run";
import { copiesElsewhere } from "./copies-elsewhere";
import { type TemplateInputs, templateDeclaration } from "./template";

const plain = collectionResource<TemplateInputs, Template>(templateDeclaration, {
  what: "template",
  collection: ({ templates }) => templates,
  // A template from an earlier release has no revision until its first change.
  outputs: (item, declared, { revision }) =>
    present({ ...recordItem(templateDeclaration.changes, item, declared), revision }),
  updated: async (run, saved, _outputs, former) => {
    const followed = run.recorded?.followed.get(saved.id);
    if (followed !== undefined) run.recorded?.followed.set(saved.id, { ...followed, former: { ...former } });
    if (saved.serverless) await warnOfCopies(run, saved.id);
  },
});

/** Warns of copies. The template has already changed, so a failing list must not fail the update. */
async function warnOfCopies(run: Run, id: string): Promise<void> {
  try {
    for (const line of await copiesLeftAlone(run, id)) run.warn(line);
  } catch (error) {
    run.signal.throwIfAborted();
    run.warn(
      `Podwright could not list the endpoints that have a copy of template ${id} (${withoutStop(messageOf(error))}). Endpoints that this stack does not manage keep the old settings.`,
    );
  }
}

/** Returns a sentence for each copy that this run does not change. Empty if the change affects no worker. */
async function copiesLeftAlone(run: Run, id: string): Promise<string[]> {
  const { changed = [] } = run.recorded?.followed.get(id) ?? {};
  return changed.length === 0 ? [] : await copiesElsewhere(run, id);
}

/**
 * Explains a refusal if another template of the account has the declared name. Names of templates are unique, and only the list
 * shows reliably that the name is the reason.
 */
async function takenName(run: Run, { name }: TemplateInputs, error: unknown): Promise<OperationError | undefined> {
  const isRefused = error instanceof PlatformError && !error.outcomeUnknown && REFUSALS.includes(error.code);
  if (!isRefused || name === undefined) return undefined;
  const all = await run.platform.templates.list({ signal: run.signal }).catch((): Template[] => []);
  const found = all.find((one) => one.name === name);
  if (found === undefined) return undefined;
  const taken = `template "${name}" was not created: the account already has a template with this name (${found.id}).`;
  const { ids } = await idsIn(run, run.stack);
  const ways = { kind: "Template", what: "template", found, afterwards: "changes it as the program says" };
  return new OperationError(
    ids.has(found.id)
      ? `${taken} The stack's state contains it. If the program has renamed the resource, give it the resource option aliases: [{ name: "old-name" }] with its former name. Otherwise give this template another name`
      : `${taken} ${await whenNameIsTaken(run, ways)}`,
  );
}

const REFUSALS: readonly PlatformError["code"][] = ["RULE", "CONFLICT", "VALIDATION"];

export const template: Resource<TemplateInputs> & Required<Pick<Resource<TemplateInputs>, "list">> = {
  ...plain,
  async create(run, inputs) {
    const { id, outputs } = await plain.create(run, inputs).catch(async (error: unknown) => {
      throw (await takenName(run, inputs, error)) ?? error;
    });
    run.recorded?.followed.set(id, { revision: 1, before: 1, changed: [], inputs: { ...inputs } });
    return { id, outputs: { ...outputs, revision: 1 } };
  },
  update(run, request) {
    const { revision = request.state.revision } = run.recorded?.followed.get(request.id) ?? {};
    return plain.update(run, { ...request, state: { ...request.state, revision } });
  },
  foresee: async (run, { id, news }) => (news.serverless === true ? await copiesLeftAlone(run, id) : []),
};
