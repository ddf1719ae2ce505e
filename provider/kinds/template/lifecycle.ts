import type { CreateTemplate, Template } from "../../../client";
import { createOnce } from "../../creating/create-once";
import { recognisedByName, tracesByName } from "../../creating/namesakes";
import { nonceOf } from "../../creating/naming";
import { InitError, messageOf } from "../../operations/errors";
import { deleteWhenUnused } from "../../operations/in-use";
import { gone, readShared, unlessNotFound } from "../../operations/not-found";
import type {
  CreateRequest,
  DeleteRequest,
  FindRequest,
  ReadRequest,
  ReadResult,
  Resource,
  Traces,
  UpdateRequest,
} from "../../operations/resource";
import type { Run } from "../../operations/run";
import { patchOf } from "../../planning/patch";
import { importable, project, record } from "../../planning/projection";
import { present, type Values } from "../../planning/values";
import { withoutEmptyMounts } from "../container";
import { templateChanges } from "./changes";
import { type TemplateInputs, templateInputs } from "./inputs";
import { templateOutputSchema } from "./outputs";

async function create(run: Run, { inputs }: CreateRequest<TemplateInputs>) {
  const { templates } = run.platform;
  const template = await createOnce(run, {
    what: `template "${inputs.name}"`,
    ...(await recognisedByName(run, { collection: templates, inputs })),
    send: (options) => templates.create(createBody(inputs), options),
  });
  return { id: template.id, outputs: outputsOf(template, inputs) };
}

function find(run: Run, { inputs }: FindRequest<TemplateInputs>): Promise<Traces> {
  return tracesByName(run, { collection: run.platform.templates, inputs });
}

function createBody(inputs: TemplateInputs): CreateTemplate {
  const { name, image, ...rest } = inputs;
  return {
    // What hosts keep beside the inputs is none of the platform's business, and it would refuse it.
    ...Object.fromEntries(Object.entries(present(rest)).filter(([key]) => !key.startsWith("__"))),
    name: name ?? nonceOf(inputs),
    image,
  } as CreateTemplate;
}

async function read(run: Run, { id, declared: recorded }: ReadRequest): Promise<ReadResult> {
  const { templates } = run.platform;
  const template = await readShared(templates, id, run.signal);
  if (template === undefined) return undefined;
  const { id: _, ...settings } = template;
  const declared = recorded ?? importable(templateChanges, withoutEmptyMounts(settings));
  return { inputs: project(templateChanges, declared, settings), outputs: outputsOf(template, declared) };
}

async function update(run: Run, { id, olds, news, state }: UpdateRequest<TemplateInputs>) {
  const { templates } = run.platform;
  const template = await unlessNotFound(templates.get(id, { signal: run.signal }));
  if (template === undefined) throw gone(`template ${id}`);
  const patch = patchOf(templateChanges, patchable, { ...template }, { olds, news, state });
  const saved = Object.keys(patch).length === 0 ? template : await templates.update(id, patch, { signal: run.signal });
  if (saved.serverless) await renewCopies(run, saved, news);
  return { outputs: outputsOf(saved, news) };
}

/** Endpoints follow their template: over GraphQL by themselves, over REST only when it is copied again. */
async function renewCopies(run: Run, template: Template, inputs: TemplateInputs): Promise<void> {
  try {
    const ids = await run.platform.endpoints.renewCopies(template, { signal: run.signal });
    for (const id of ids) run.report(`endpoint ${id} follows its template`);
  } catch (error) {
    throw new InitError(template.id, outputsOf(template, inputs), [
      `template ${template.id} was updated, but the endpoints that hold a copy of it may not follow: ${messageOf(error)} ` +
        '"pulumi up" goes on with it. After a "pulumi refresh", which forgets this error, the next change of the template does.',
    ]);
  }
}

const patchable = Object.keys(templateInputs.schema.shape);

async function remove(run: Run, { id }: DeleteRequest<TemplateInputs>): Promise<void> {
  await deleteWhenUnused(run, `template ${id}`, () => run.platform.templates.delete(id, { signal: run.signal }));
}

function outputsOf({ id: _, ...settings }: Template, declared: Values): Values {
  return record(templateChanges, declared, settings);
}

export const template: Resource<TemplateInputs> = {
  kind: "Template",
  inputs: templateInputs,
  outputs: templateOutputSchema,
  changes: templateChanges,
  secrets: ["env"],
  autoname: true,
  create,
  find,
  list: (run) => run.platform.templates.list({ signal: run.signal }),
  read,
  update,
  delete: remove,
};
