import type { Template } from "../../../client";
import { collectionResource, recordItem } from "../../operations/collection-resource";
import { InitError, messageOf } from "../../operations/errors";
import type { Resource } from "../../operations/resource";
import type { Run } from "../../operations/run";
import { present, type Values } from "../../planning/values";
import { type TemplateInputs, templateDeclaration } from "./template";

const plain = collectionResource<TemplateInputs, Template>(templateDeclaration, {
  what: "template",
  collection: ({ templates }) => templates,
  // A template that an earlier release created has none until it is changed.
  outputs: (item, declared, { revision }) =>
    present({ ...recordItem(templateDeclaration.changes, item, declared), revision }),
  updated: async (run, saved, outputs, former) => {
    const followed = run.recorded?.followed.get(saved.id);
    if (followed !== undefined) run.recorded?.followed.set(saved.id, { ...followed, former: { ...former } });
    if (saved.serverless) await renewCopies(run, saved, outputs);
  },
});

/** Endpoints follow their template: by themselves over GraphQL, but over REST only through a new copy. */
async function renewCopies(run: Run, saved: Template, outputs: Values): Promise<void> {
  try {
    const ids = await run.platform.endpoints.renewCopies(saved, { signal: run.signal });
    for (const id of ids) run.report(`endpoint ${id} follows its template`);
  } catch (error) {
    throw new InitError(saved.id, outputs, [
      `template ${saved.id} was updated, but the endpoints that hold a copy of it may not follow: ${messageOf(error)} ` +
        '"pulumi up" continues with it. After a "pulumi refresh", which forgets this error, the next change of the template does.',
    ]);
  }
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
};
