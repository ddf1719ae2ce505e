import { ifNewer, type Serving } from "../../http/newer";
import { problems } from "../../http/problem";
import type { Platform } from "../../platform/platform";
import { refuseInUse } from "../../platform/usage";
import { argsAfter, commandOf } from "../../records/command";
import { checkContainer, containerOf, defined, podContainer, workerContainer } from "../../records/container";
import { findTemplate } from "../../records/public-templates";
import { blankTemplate, type Template, templateFields } from "../../records/template";
import { releasing } from "../workers/releases";
import { reconcile } from "../workers/workers";
import type { CreateTemplate, UpdateTemplate } from "./requests";

/** Returns a template of the account or a public template. Clients cannot read the hidden templates of endpoints. */
export function readableTemplate(platform: Platform, id: string): Template {
  const template = findTemplate(platform, id);
  if (!template || template.owner === "hidden") throw problems.notFound("template");
  return template;
}

export function ownTemplates({ templates }: Platform): Template[] {
  return [...templates.values()].filter(({ owner }) => owner === "account");
}

export function ownTemplate(platform: Platform, id: string): Template {
  const template = readableTemplate(platform, id);
  if (template.owner !== "account") throw problems.notFound("template");
  return template;
}

/** Returns a template for a pod. An unknown template is a 404, and a serverless template is a 422. */
export function templateForPods(platform: Platform, id: string): Template {
  const template = readableTemplate(platform, id);
  if (template.serverless) throw problems.wrongKind("template is a serverless template");
  return template;
}

export function templateShape(platform: Serving, template: Template) {
  const { owner, registry, readme, startScript, advancedStart, config, portsConfig, ...rest } = template;
  return {
    ...templateFields.shown(platform, rest),
    ...ifNewer(platform, commandOf(rest.args)),
    registry: owner === "other" ? null : registry,
  };
}

export function createTemplate(platform: Platform, { entrypoint, cmd, ...body }: CreateTemplate): Template {
  const command = { args: body.args, entrypoint, cmd };
  checkContainer(platform, { ...body, ...command });
  checkName(platform, body.name);
  const container = containerOf({ ...body, ...command }, body.serverless ? workerContainer : podContainer);
  const blank = blankTemplate(platform.ids.resource(), body.name, container);
  const template: Template = { ...blank, startSsh: true, startJupyter: true, ...defined(body), ...container };
  platform.templates.set(template.id, template);
  return template;
}

export function updateTemplate(platform: Platform, template: Template, request: UpdateTemplate): Template {
  checkContainer(platform, request);
  const { entrypoint, cmd, ...rest } = request;
  const body = { ...rest, args: argsAfter(request, template.args) };
  if (body.name !== undefined && body.name !== template.name) checkName(platform, body.name);
  const mounts = body.mounts?.persistent ? body.mounts : template.mounts;
  changeContainer(platform, template, () => Object.assign(template, defined(body), { mounts }));
  return template;
}

/** Changes the container of a template. Each endpoint that is bound to the template gets a new release. */
export function changeContainer(platform: Platform, { id }: Template, change: () => void): void {
  const bound = [...platform.endpoints.values()].filter(({ templateId }) => templateId === id);
  releasing(platform, bound, change);
  for (const endpoint of bound) reconcile(platform, endpoint);
}

export function deleteTemplate(platform: Platform, { id }: Template): void {
  refuseInUse(platform, "template", id);
  platform.templates.delete(id);
}

/** Throws if a template of the account already has this name. REST has no further rule for names. */
function checkName(platform: Platform, name: string): void {
  if (ownTemplates(platform).some((other) => other.name === name))
    throw problems.rule(`template name '${name}' is already in use`);
}
