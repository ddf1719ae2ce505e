import * as z from "zod";
import { TEMPLATE_CATEGORIES } from "../../../client";
import { oneCommand } from "../../planning/command";
import { declare, flag, type InputsOf, property } from "../../planning/declaration";
import { live, recorded, replaces } from "../../planning/rules";
import { isRecord } from "../../values/values";
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

const properties = {
  name: property(z.string().min(1).optional(), { doc: generatedName, on: live, wire }),
  // The workers of an endpoint run with these settings, so a change makes a new revision.
  ...containerProperties(live, { wire, alsoChanges: ["revision"] }),
  mounts: property(
    z
      .strictObject({
        /** @deprecated The data does not survive the host. Give the pods a network volume. */
        persistent: persistentMount("GB, at least 10.")
          .optional()
          .describe("Deprecated by RunPod. Disk on the pod's own host, for pods made from this template.")
          .meta(persistentDeprecation),
      })
      .optional(),
    {
      doc: "Storage of pods made from this template. Removing it replaces the template.",
      parts: {
        persistent: {
          on: { add: live, change: live, remove: replaces("RunPod cannot take a mount out of a template") },
        },
        "persistent.size": { on: live },
        "persistent.path": { on: live },
      },
      wire,
      consequential: true,
    },
  ),
  serverless: flag("For endpoints instead of pods. A change replaces the template. Default false.", {
    on: replaces("endpoints that use the template would then have a pod template"),
    wire,
  }),
  public: flag("Visible to other accounts. Default false.", { on: live, wire, consequential: true }),
  category: property(z.enum(TEMPLATE_CATEGORIES).optional(), {
    doc: "For display. Default `NVIDIA`.",
    on: live,
    unset: "NVIDIA",
    wire,
  }),
  startSsh: flag("Pods start an SSH server. Default true.", { on: live, unset: true, wire, consequential: true }),
  startJupyter: flag("Pods start Jupyter. Default true.", { on: live, unset: true, wire, consequential: true }),
  allowedCudaVersions: property(z.array(cudaVersion).optional(), {
    doc: "CUDA versions a host may have. Default: any.",
    on: live,
    unset: [],
    compare: "set",
    wire,
  }),
};

export type TemplateInputs = InputsOf<typeof properties>;

const ofTheContainer = Object.keys(containerSchemas);

export const templateDeclaration = declare({
  kind: "Template",
  properties,
  outputs: z.object({
    revision: z
      .int()
      .optional()
      .describe("Counts the changes that renew the workers of endpoints, from 1. Endpoints of the stack follow it."),
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
      ? "renews the workers of the endpoint that uses this template, if there is one"
      : undefined,
  // Names are unique in an account, so two templates of one name cannot exist at once.
  onReplace: ({ olds, news }) =>
    olds.name !== undefined && olds.name === news.name && news.name !== news.__autoname
      ? { deleteFirst: "RunPod wants template names to be unique, and this one is given explicitly" }
      : {},
});
