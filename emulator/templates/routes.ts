import { created, json, noContent, ok, param, type Route } from "../http/route";
import type { Platform } from "../platform";
import { createTemplateRequest, updateTemplateRequest } from "./requests";
import { createTemplate, deleteTemplate, ownTemplate, readableTemplate, templateShape, updateTemplate } from "./store";

export function templateRoutes(platform: Platform): Route[] {
  return [
    {
      surface: "rest",
      method: "GET",
      path: "/v2/templates",
      operation: "listTemplates",
      handle: () => {
        const own = [...platform.templates.values()].filter((template) => template.owner === "account");
        return ok({ templates: platform.faults.shown("listTemplates", own).map(templateShape) });
      },
    },
    {
      surface: "rest",
      method: "POST",
      path: "/v2/templates",
      operation: "createTemplate",
      handle: (call) => created(templateShape(createTemplate(platform, createTemplateRequest.parse(json(call))))),
    },
    {
      surface: "rest",
      method: "GET",
      path: "/v2/templates/:id",
      operation: "getTemplate",
      handle: (call) => ok(templateShape(readableTemplate(platform, param(call, "id")))),
    },
    {
      surface: "rest",
      method: "PATCH",
      path: "/v2/templates/:id",
      operation: "updateTemplate",
      handle: (call) => {
        const body = updateTemplateRequest.parse(json(call));
        const template = ownTemplate(platform, param(call, "id"));
        updateTemplate(platform, template, body);
        return ok(templateShape(template));
      },
    },
    {
      surface: "rest",
      method: "DELETE",
      path: "/v2/templates/:id",
      operation: "deleteTemplate",
      handle: (call) => {
        deleteTemplate(platform, ownTemplate(platform, param(call, "id")));
        return noContent();
      },
    },
  ];
}
