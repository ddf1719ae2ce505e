import * as z from "zod";
import { type Container, containerOf, containerSettings, persistentMount } from "./container";
import { field, fieldsOf } from "./fields";

/** One row for each setting of a template, apart from its name and container. */
export const templateFields = fieldsOf({
  mounts: field(z.strictObject({ persistent: persistentMount.optional() }), { unset: {} }),
  serverless: field(z.boolean(), { unset: false }),
  public: field(z.boolean(), { unset: false }),
  category: field(z.enum(["CPU", "NVIDIA", "AMD"]), { unset: "NVIDIA" }),
  startSsh: field(z.boolean(), { unset: false }),
  startJupyter: field(z.boolean(), { unset: false }),
  allowedCudaVersions: field(z.array(z.string()).readonly(), { unset: [] }),
});
export const templateSettings = z.strictObject({ ...containerSettings, name: z.string(), ...templateFields.shape });

/** Settings that only GraphQL writes and shows. These settings have no effect. */
export interface GraphqlOnly {
  readme?: string;
  startScript?: string;
  advancedStart?: boolean;
  config?: unknown;
  portsConfig?: readonly { readonly port: string; readonly name: string }[];
}

export interface Template extends z.infer<typeof templateSettings>, GraphqlOnly {
  readonly id: string;
  /** Owner of the template. `other`: a public template of another account. `hidden`: created over REST for one endpoint. */
  readonly owner: "account" | "other" | "hidden";
}

/** Returns a template of the account with the given container and default settings. */
export function blankTemplate(id: string, name: string, container: Container): Template {
  return { id, name, ...containerOf({}, container), ...templateFields.unset(), owner: "account" };
}
