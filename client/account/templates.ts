import * as z from "zod";
import type { Collection } from "../collections/collection";
import { type ContainerSettingsInput, containerSchema, persistentMountSchema } from "../pods/container";
import { flag, id, open, optional, orUnset, type Parsed, type Patch, text } from "../values/fields";

export const TEMPLATE_CATEGORIES = ["CPU", "NVIDIA", "AMD"] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

const mounts = z.object({ persistent: optional(persistentMountSchema) });

/** One entry for each setting of a template besides its name and container. Requests and responses have the same forms. */
const settingsSchema = z.object({
  mounts: orUnset(mounts, (): z.output<typeof mounts> => ({})),
  /** Whether the template is for endpoints. Default false. Endpoints accept only serverless templates. */
  serverless: flag,
  /** Whether other accounts can see the template. Default false. */
  public: flag,
  /** Category that RunPod's console displays. Default `NVIDIA`. */
  category: open<TemplateCategory>(text),
  /** Whether RunPod starts an SSH server in the container. Default true. */
  startSsh: optional(z.boolean()),
  /** Whether RunPod starts Jupyter in the container. Default true. */
  startJupyter: optional(z.boolean()),
  allowedCudaVersions: optional(z.array(z.string())),
});

export const templateSchema = z.object({ id, name: text, ...containerSchema.shape, ...settingsSchema.shape });
/** A template as RunPod reports it. */
export type Template = Parsed<typeof templateSchema>;

/** Body of a `createTemplate` request. */
export interface CreateTemplate extends ContainerSettingsInput, Patch<Parsed<typeof settingsSchema>> {
  readonly name: string;
  readonly image: string;
}

/** Body of an `updateTemplate` request. Absent keys keep their values. A mount cannot be removed. */
export type UpdateTemplate = Patch<CreateTemplate>;

/** The account's own templates. `delete` throws `RuleError` while a pod or endpoint still uses the template. */
export type Templates = Collection<Template, CreateTemplate, UpdateTemplate>;
