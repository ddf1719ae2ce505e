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

/** Body of `createTemplate`. */
export interface CreateTemplate extends ContainerSettingsInput {
  readonly name: string;
  readonly image: string;
  readonly mounts?: Template["mounts"] | undefined;
  /** Default false. Only a serverless template can carry an endpoint. */
  readonly serverless?: boolean | undefined;
  /** Default false. */
  readonly public?: boolean | undefined;
  /** Default `NVIDIA`; for display. */
  readonly category?: TemplateCategory | undefined;
  /** Default true. */
  readonly startSsh?: boolean | undefined;
  /** Default true. */
  readonly startJupyter?: boolean | undefined;
  readonly allowedCudaVersions?: readonly string[] | undefined;
}

/** Body of `updateTemplate`: only the keys present change; a mount cannot be removed. */
export type UpdateTemplate = Patch<CreateTemplate>;

/** The account's own templates. `delete` throws `RuleError` while a pod or endpoint still uses the template. */
export type Templates = Collection<Template, CreateTemplate, UpdateTemplate>;
