import type { Template } from "../../../client";
import { withoutStop } from "../../../client/values/text";
import { collectionResource, recordItem } from "../../lifecycle/collection-resource";
import type { Resource } from "../../session/resource";
import type { Run } from "../../session/run";
import { messageOf } from "../../values/errors";
import { present } from "../../values/values";
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

export const template: Resource<TemplateInputs> & Required<Pick<Resource<TemplateInputs>, "list">> = {
  ...plain,
  async create(run, inputs) {
    const { id, outputs } = await plain.create(run, inputs);
    run.recorded?.followed.set(id, { revision: 1, before: 1, changed: [], inputs: { ...inputs } });
    return { id, outputs: { ...outputs, revision: 1 } };
  },
  update(run, request) {
    const { revision = request.state.revision } = run.recorded?.followed.get(request.id) ?? {};
    return plain.update(run, { ...request, state: { ...request.state, revision } });
  },
  foresee: async (run, { id, news }) => (news.serverless === true ? await copiesLeftAlone(run, id) : []),
};
