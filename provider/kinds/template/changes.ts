import { always, type ChangeTable, live, nothing, replaces } from "../../planning/changes";
import { containerShape, platformKeys } from "../container";
import type { TemplateInputs } from "./inputs";

const ofTheContainer = Object.keys(containerShape);

export const templateChanges: ChangeTable<TemplateInputs> = {
  rows: [
    always("name", live),
    always("image", live),
    always("args", live, { unset: "" }),
    { path: "disk", add: live, change: live, remove: nothing("the disk stays as it is") },
    always("ports", live, { unset: [], compare: "set" }),
    always("env", live, { unset: {}, platformKeys }),
    always("registry", live, { unset: null }),
    {
      path: "mounts.persistent",
      add: live,
      change: live,
      remove: replaces("the platform cannot take a mount out of a template"),
    },
    always("mounts.persistent.size", live),
    always("mounts.persistent.path", live),
    always("serverless", replaces("endpoints that use the template would be left with a pod template"), {
      unset: false,
    }),
    always("public", live, { unset: false }),
    always("category", live, { unset: "NVIDIA" }),
    always("startSsh", live, { unset: true }),
    always("startJupyter", live, { unset: true }),
    always("allowedCudaVersions", live, { unset: [], compare: "set" }),
  ],
  observed: [
    ...(["name", "image", "args", "disk", "ports", "env", "registry", "mounts", "serverless"] as const),
    ...(["public", "category", "startSsh", "startJupyter", "allowedCudaVersions"] as const),
  ],
  consequential: ["image", "args", "disk", "env", "mounts"],
  notice: ({ path }, { news }) =>
    news.serverless === true && ofTheContainer.includes(String(path[0]))
      ? "renews the workers of the endpoint that uses this template, if there is one"
      : undefined,
  // Names are unique in an account: two templates of one name cannot stand beside each other.
  onReplace: ({ olds, news }) =>
    olds.name !== undefined && olds.name === news.name && news.name !== news.__autoname
      ? { deleteFirst: "the platform wants template names to be unique, and this one is given explicitly" }
      : {},
};
