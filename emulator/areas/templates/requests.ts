import { containerRequest } from "../../records/container";
import { templateFields } from "../../records/template";

export const createTemplateRequest = containerRequest(templateFields.sentBy("create"), (body) =>
  Object.hasOwn(body, "image") ? [] : ["image"],
);

export const updateTemplateRequest = containerRequest(templateFields.sentBy("update"));

export type CreateTemplate = ReturnType<typeof createTemplateRequest.parse>;
export type UpdateTemplate = ReturnType<typeof updateTemplateRequest.parse>;
