import type { Collection } from "../collection/collection";
import type { ContainerSettings, ContainerSettingsInput, PersistentMount } from "../pods/container";
import type { Open } from "../values/open";

export const TEMPLATE_CATEGORIES = ["CPU", "NVIDIA", "AMD"] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

/** A template as the platform answers it (contract section 6). */
export interface Template extends ContainerSettings {
  readonly id: string;
  readonly name: string;
  readonly mounts: { readonly persistent?: PersistentMount | undefined };
  readonly serverless: boolean;
  readonly public: boolean;
  readonly category: Open<TemplateCategory>;
  readonly startSsh?: boolean | undefined;
  readonly startJupyter?: boolean | undefined;
  readonly allowedCudaVersions?: readonly string[] | undefined;
}

/** Body of `createTemplate`. */
export interface CreateTemplate extends ContainerSettingsInput {
  readonly name: string;
  readonly image: string;
  readonly mounts?: { readonly persistent?: PersistentMount | undefined } | undefined;
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
export type UpdateTemplate = { readonly [Key in keyof CreateTemplate]?: CreateTemplate[Key] | undefined };

/** The account's own templates. `delete` throws `RuleError` while a pod or endpoint still uses the template. */
export type Templates = Collection<Template, CreateTemplate, UpdateTemplate>;
