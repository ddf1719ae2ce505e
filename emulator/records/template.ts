import * as z from "zod";
import { type Container, containerOf, containerSettings, persistentMount } from "./container";

/** Settings of a template, apart from its name and container. */
export const ownSettings = {
  mounts: z.strictObject({ persistent: persistentMount.optional() }),
  serverless: z.boolean(),
  public: z.boolean(),
  category: z.enum(["CPU", "NVIDIA", "AMD"]),
  startSsh: z.boolean(),
  startJupyter: z.boolean(),
  allowedCudaVersions: z.array(z.string()).readonly(),
};
export const templateSettings = z.strictObject({ ...containerSettings, name: z.string(), ...ownSettings });

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
  return {
    id,
    name,
    ...containerOf({}, container),
    mounts: {},
    serverless: false,
    public: false,
    category: "NVIDIA",
    startSsh: false,
    startJupyter: false,
    allowedCudaVersions: [],
    owner: "account",
  };
}
