import { type Call, created, ok, param, type Route, routesOf } from "../../http/route";
import type { Platform } from "../../platform/platform";
import type { Template } from "../../records/template";
import { createTemplateRequest, updateTemplateRequest } from "./requests";
import {
  createTemplate,
  deleteTemplate,
  ownTemplate,
  ownTemplates,
  readableTemplate,
  templateShape,
  updateTemplate,
} from "./store";

export function templateRoutes(platform: Platform): Route[] {
  const shape = (template: Template) => templateShape(platform, template);
  const own = (call: Call) => ownTemplate(platform, param(call, "id"));
  const list = (call: Call) => {
    const { page, pagination } = platform.paging.page(call, "listTemplates", ownTemplates(platform));
    return ok({ templates: platform.faults.shown("listTemplates", page).map(shape), pagination });
  };
  const create = (call: Call) => createTemplate(platform, createTemplateRequest.read(call));
  const read = (call: Call) => readableTemplate(platform, param(call, "id"));
  const update = (call: Call) => {
    const body = updateTemplateRequest.read(call);
    return updateTemplate(platform, own(call), body);
  };
  return routesOf("rest", [
    ["GET /v2/templates", "listTemplates", list],
    ["POST /v2/templates", "createTemplate", (call) => created(shape(create(call)))],
    ["GET /v2/templates/:id", "getTemplate", (call) => ok(shape(read(call)))],
    ["PATCH /v2/templates/:id", "updateTemplate", (call) => ok(shape(update(call)))],
    ["DELETE /v2/templates/:id", "deleteTemplate", (call) => deleteTemplate(platform, own(call))],
  ]);
}
