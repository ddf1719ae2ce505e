import * as z from "zod";
import { type Container, containerOf, containerSettings, cudaVersion, persistentMountRequest } from "./container";
import { type FieldsOf, field, fieldsOf } from "./fields";

const both = { create: "accepted", update: "accepted" } as const;
const flag = field(z.boolean(), { ...both, unset: false });

/** One row for each setting of a template, apart from its container. */
export const templateFields = fieldsOf({
  mounts: field(z.strictObject({ persistent: persistentMountRequest }), { ...both, unset: {} }),
  serverless: flag,
  public: flag,
  category: field(z.enum(["CPU", "NVIDIA", "AMD"]), { ...both, unset: "NVIDIA" }),
  startSsh: flag,
  startJupyter: flag,
  allowedCudaVersions: field(z.array(cudaVersion), { ...both, unset: [] }),
  name: field(z.string().min(1), { create: "needed", update: "accepted" }),
});
export const templateSettings = z.strictObject({ ...containerSettings, ...templateFields.shape });

/** Settings that only GraphQL writes and shows. These settings have no effect. */
export interface GraphqlOnly {
  readme?: string;
  startScript?: string;
  advancedStart?: boolean;
  config?: unknown;
  portsConfig?: readonly { readonly port: string; readonly name: string }[];
}

export interface Template extends Container, FieldsOf<typeof templateFields>, GraphqlOnly {
  readonly id: string;
  /** Owner of the template. `other`: a public template of another account. `hidden`: created over REST for one endpoint. */
  readonly owner: "account" | "other" | "hidden";
}

/** Returns a template of the account with the given container and default settings. */
export function blankTemplate(id: string, name: string, container: Container): Template {
  return { id, ...containerOf({}, container), ...templateFields.newRecord({ name }), owner: "account" };
}
