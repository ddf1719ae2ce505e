import * as z from "zod";
import { TEMPLATE_CATEGORIES } from "../../../client";
import { templateRows } from "../../../client/account/templates";
import { isRecord } from "../../../kernel/values";
import { asClient, declare, flag, type InputsOf, property } from "../../planning/declaration";
import { choice } from "../../planning/property-types";
import { live, recorded, replaces } from "../../planning/rules";
import { oneCommand } from "../command";
import {
  commandRule,
  containerProperties,
  containerSchemas,
  cudaVersion,
  generatedName,
  persistentDeprecation,
  persistentMount,
  withoutEmptyMounts,
} from "../container";

const wire = "create update read";

const declared = {
  name: property(z.string().min(1).optional(), { doc: generatedName, on: live, generated: true, wire }),
  // Workers run with these settings, so a change makes a new revision.
  ...containerProperties(live, { wire, alsoChanges: ["revision"] }),
  mounts: property(
    z
      .strictObject({
        /** @deprecated The data is lost if the host fails. Give the pods a network volume. */
        persistent: persistentMount("Size in GB, at least 10.")
          .optional()
          .describe(
            "Disk on the host of each pod that copies this template. RunPod deprecates this mount: use a network volume.",
          )
          .meta(persistentDeprecation),
      })
      .optional(),
    {
      doc: "Storage of pods that copy this template.",
      parts: {
        persistent: {
          on: { add: live, change: live, remove: replaces("RunPod cannot remove a mount from a template") },
        },
        "persistent.size": { on: live },
        "persistent.path": { on: live },
      },
      wire,
      consequential: true,
    },
  ),
  serverless: flag("If true, the template is for serverless endpoints. Default false: the template is for pods.", {
    on: replaces("endpoints of this template would otherwise use a template for pods"),
    wire,
  }),
  public: flag("If true, other accounts see the template. Default false.", { on: live, wire, consequential: true }),
  category: property(
    choice(TEMPLATE_CATEGORIES, {
      CPU: "Templates for CPU pods.",
      NVIDIA: "Templates for GPUs of NVIDIA.",
      AMD: "Templates for GPUs of AMD.",
    }).optional(),
    {
      doc: "Category under which RunPod's console shows the template. Default `NVIDIA`.",
      on: live,
      unset: "NVIDIA",
      wire,
    },
  ),
  startSsh: flag("If true, RunPod starts an SSH server in pods that copy this template. Default true.", {
    on: live,
    unset: true,
    wire,
    consequential: true,
  }),
  startJupyter: flag("If true, RunPod starts Jupyter in pods that copy this template. Default true.", {
    on: live,
    unset: true,
    wire,
    consequential: true,
  }),
  allowedCudaVersions: property(z.array(cudaVersion).optional(), {
    doc: "CUDA versions that a host may have. Default: any version.",
    on: live,
    unset: [],
    wire,
  }),
};

const properties = asClient(declared, templateRows.factsOf);

export type TemplateInputs = InputsOf<typeof properties>;

const ofTheContainer = Object.keys(containerSchemas);

export const templateDeclaration = declare({
  kind: "Template",
  markerIn: "sealed name",
  properties,
  outputs: z.object({
    revision: z
      .int()
      .optional()
      .describe(
        "Revision of the template, starting at 1. The number increases with each change for which RunPod replaces the workers.",
      ),
  }),
  normalize: withoutEmptyMounts,
  ...oneCommand,
  rules: [
    commandRule,
    {
      touches: ["serverless", "mounts"],
      judge: ({ serverless, mounts }) =>
        serverless === true && isRecord(mounts) && "persistent" in mounts
          ? { path: ["mounts", "persistent"], message: "serverless templates have no persistent mount" }
          : undefined,
    },
  ],
  notice: ({ path, effect }, { news }) =>
    news.serverless === true && effect !== recorded && ofTheContainer.includes(String(path[0]))
      ? "renews the workers of an endpoint that uses this template"
      : undefined,
  // Names are unique in an account, so two templates cannot have the same name.
  onReplace: ({ olds, news }) =>
    olds.name !== undefined && olds.name === news.name && news.name !== news.__autoname
      ? { deleteFirst: "template names must be unique on RunPod, and the program gives this name explicitly" }
      : {},
});
