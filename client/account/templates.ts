import * as z from "zod";
import type { Collection } from "../collections/collection";
import { type ContainerSettingsInput, containerSchema, persistentMountSchema } from "../pods/container";
import { flag, id, open, optional, orUnset, type Parsed, type Patch, text } from "../values/fields";

export const TEMPLATE_CATEGORIES = ["CPU", "NVIDIA", "AMD"] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

const mounts = z.object({ persistent: optional(persistentMountSchema) });

export const templateSchema = z.object({
  id,
  name: text,
  ...containerSchema.shape,
  mounts: orUnset(mounts, (): z.output<typeof mounts> => ({})),
  serverless: flag,
  public: flag,
  category: open<TemplateCategory>(text),
  startSsh: optional(z.boolean()),
  startJupyter: optional(z.boolean()),
  allowedCudaVersions: optional(z.array(z.string())),
});
/** A template as RunPod reports it. */
export type Template = Parsed<typeof templateSchema>;

/** Body of a `createTemplate` request. */
export interface CreateTemplate extends ContainerSettingsInput {
  readonly name: string;
  readonly image: string;
  readonly mounts?: Template["mounts"] | undefined;
  /** Whether the template is for endpoints. Default false. Endpoints accept only serverless templates. */
  readonly serverless?: boolean | undefined;
  /** Whether other accounts can see the template. Default false. */
  readonly public?: boolean | undefined;
  /** Category that RunPod's console displays. Default `NVIDIA`. */
  readonly category?: TemplateCategory | undefined;
  /** Whether RunPod starts an SSH server in the container. Default true. */
  readonly startSsh?: boolean | undefined;
  /** Whether RunPod starts Jupyter in the container. Default true. */
  readonly startJupyter?: boolean | undefined;
  readonly allowedCudaVersions?: readonly string[] | undefined;
}

/** Body of an `updateTemplate` request. Absent keys keep their values. A mount cannot be removed. */
export type UpdateTemplate = Patch<CreateTemplate>;

/** The account's own templates. `delete` throws `RuleError` while a pod or endpoint still uses the template. */
export type Templates = Collection<Template, CreateTemplate, UpdateTemplate>;
