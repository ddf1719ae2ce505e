import { type Container, containerOf, type PersistentMount } from "../container";

export interface Template extends Container {
  readonly id: string;
  name: string;
  mounts: { readonly persistent?: PersistentMount | undefined };
  serverless: boolean;
  public: boolean;
  category: "CPU" | "NVIDIA" | "AMD";
  startSsh: boolean;
  startJupyter: boolean;
  allowedCudaVersions: readonly string[];
  /** Only over GraphQL. */
  readme?: string;
  /** `other`: a public template of another account. `hidden`: created over REST for one endpoint. */
  readonly owner: "account" | "other" | "hidden";
}

/** A template of the account that nothing but its container distinguishes. */
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
