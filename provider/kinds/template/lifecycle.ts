import type { Template } from "../../../client";
import { collectionResource, recordItem } from "../../operations/collection-resource";
import { InitError, messageOf } from "../../operations/errors";
import type { Run } from "../../operations/run";
import { type TemplateInputs, templateDeclaration } from "./template";

export const template = collectionResource<TemplateInputs, Template>(templateDeclaration, {
  what: "template",
  collection: ({ templates }) => templates,
  updated: async (run, saved, inputs) => {
    if (saved.serverless) await renewCopies(run, saved, inputs);
  },
});

/** Endpoints follow their template: by themselves over GraphQL, but over REST only through a new copy. */
async function renewCopies(run: Run, saved: Template, inputs: TemplateInputs): Promise<void> {
  try {
    const ids = await run.platform.endpoints.renewCopies(saved, { signal: run.signal });
    for (const id of ids) run.report(`endpoint ${id} follows its template`);
  } catch (error) {
    throw new InitError(saved.id, recordItem(templateDeclaration.changes, saved, inputs), [
      `template ${saved.id} was updated, but the endpoints that hold a copy of it may not follow: ${messageOf(error)} ` +
        '"pulumi up" continues with it. After a "pulumi refresh", which forgets this error, the next change of the template does.',
    ]);
  }
}
