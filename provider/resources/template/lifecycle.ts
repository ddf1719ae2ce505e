import type { CreateTemplate, Template } from "../../platform";
import { createOnce } from "../create-once";
import { deleteWhenUnused } from "../in-use";
import { isAutonamed, nonceOf } from "../naming";
import { gone, readShared, unlessNotFound } from "../not-found";
import { patchOf } from "../patch";
import { importable, project, projectKeys } from "../projection";
import type {
  CreateRequest,
  DeleteRequest,
  FindRequest,
  ReadRequest,
  ReadResult,
  Resource,
  Traces,
  UpdateRequest,
} from "../resource";
import type { Run } from "../run";
import { present, type Values } from "../values";
import { templateChanges } from "./changes";
import { type TemplateInputs, templateInputs } from "./inputs";
import { templateOutputSchema } from "./outputs";

async function create(run: Run, { inputs }: CreateRequest<TemplateInputs>) {
  const { templates } = run.platform;
  const isOurs = await recognizer(run, inputs);
  const template = await createOnce(run, {
    what: `template "${inputs.name}"`,
    nonce: nonceOf(inputs),
    send: () => templates.create(createBody(inputs), { signal: run.signal }),
    get: (id) => unlessNotFound(templates.get(id, { signal: run.signal })),
    lookUp: async () => (await namesakes(run, inputs)).filter(isOurs),
    ...(isAutonamed(inputs) ? { discard: (id: string) => templates.delete(id, { signal: run.signal }) } : {}),
  });
  return { id: template.id, outputs: liveInputs(template, inputs) };
}

/** A generated name is a mark of its own; an explicit one only proves a template that was not there before. */
async function recognizer(run: Run, inputs: TemplateInputs): Promise<(template: Template) => boolean> {
  if (isAutonamed(inputs)) return () => true;
  const before = new Set((await run.platform.templates.list({ signal: run.signal })).map(({ id }) => id));
  return ({ id }) => !before.has(id);
}

async function namesakes(run: Run, { name }: Partial<TemplateInputs>): Promise<Template[]> {
  return (await run.platform.templates.list({ signal: run.signal })).filter((template) => template.name === name);
}

async function find(run: Run, { inputs }: FindRequest<TemplateInputs>): Promise<Traces> {
  const ids = (await namesakes(run, inputs)).map(({ id }) => id);
  return isAutonamed(inputs) ? { made: ids, alike: [] } : { made: [], alike: ids };
}

function createBody(inputs: TemplateInputs): CreateTemplate {
  const { name, image, mounts, ...rest } = inputs;
  return {
    // What hosts keep beside the inputs is none of the platform's business, and it would refuse it.
    ...Object.fromEntries(Object.entries(present(rest)).filter(([key]) => !key.startsWith("__"))),
    ...(mounts?.persistent === undefined ? {} : { mounts }),
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
  const inputs = liveInputs(template, declared);
  return { inputs, outputs: inputs };
}

function withoutEmptyMounts({ mounts, ...settings }: Omit<Template, "id">): Values {
  return { ...settings, ...(mounts.persistent === undefined ? {} : { mounts }) };
}

async function update(run: Run, { id, olds, news, state }: UpdateRequest<TemplateInputs>) {
  const { templates } = run.platform;
  const template = await unlessNotFound(templates.get(id, { signal: run.signal }));
  if (template === undefined) throw gone(`template ${id}`);
  const patch = patchOf(templateChanges, patchable, { ...template }, { olds, news, state });
  const saved = Object.keys(patch).length === 0 ? template : await templates.update(id, patch, { signal: run.signal });
  return { outputs: liveInputs(saved, news) };
}

const patchable = Object.keys(templateInputs.schema.shape);

async function remove(run: Run, { id }: DeleteRequest<TemplateInputs>): Promise<void> {
  await deleteWhenUnused(run, `template ${id}`, () => run.platform.templates.delete(id, { signal: run.signal }));
}

function liveInputs(template: Template, declared: Values): Values {
  const { id: _, env, ...settings } = template;
  const declaredEnv = (declared as Partial<TemplateInputs>).env;
  return project(templateChanges, declared, { ...settings, env: projectKeys(declaredEnv, env) });
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
