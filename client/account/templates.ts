import * as z from "zod";
import type { Collection } from "../collections/collection";
import { type ContainerSettingsInput, containerSchema, persistentMountSchema } from "../pods/container";
import { flag, id, open, optional, orUnset, type Parsed, type Patch, text } from "../wire/fields";
import { type RequestOf, row, rowsOf } from "../wire/rows";

export const TEMPLATE_CATEGORIES = ["CPU", "NVIDIA", "AMD"] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

const mounts = z.object({ persistent: optional(persistentMountSchema) });

const accepted = { create: "accepted", update: "accepted" } as const;

/** One row for each setting of a template besides its name and container. Requests and responses have the same forms. */
const rows = {
  mounts: row(
    orUnset(mounts, (): z.output<typeof mounts> => ({})),
    accepted,
  ),
  /** Whether the template is for endpoints. Default false. Endpoints accept only serverless templates. */
  serverless: row(flag, accepted),
  /** Whether other accounts can see the template. Default false. */
  public: row(flag, accepted),
  /** Category that RunPod's console displays. Default `NVIDIA`. */
  category: row(open<TemplateCategory>(text), accepted),
  /** Whether RunPod starts an SSH server in the container. Default true. */
  startSsh: row(optional(z.boolean()), accepted),
  /** Whether RunPod starts Jupyter in the container. Default true. */
  startJupyter: row(optional(z.boolean()), accepted),
  allowedCudaVersions: row(optional(z.array(z.string())), { ...accepted, compare: "set" }),
};
export const templateRows = rowsOf(rows);

export const templateSchema = z.object({ id, name: text, ...containerSchema.shape, ...templateRows.shape });
/** A template as RunPod reports it. */
export type Template = Parsed<typeof templateSchema>;

/** Body of a `createTemplate` request. */
export interface CreateTemplate extends ContainerSettingsInput, RequestOf<typeof rows, "create"> {
  readonly name: string;
  readonly image: string;
}

/** Body of an `updateTemplate` request. Absent keys keep their values. A mount cannot be removed. */
export type UpdateTemplate = Patch<CreateTemplate>;

/** The account's own templates. `delete` throws `RuleError` while a pod or endpoint still uses the template. */
export type Templates = Collection<Template, CreateTemplate, UpdateTemplate>;
