import type { Container, PersistentMount } from "../container";

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
  /** GraphQL alone has it. */
  readme?: string;
  /** `other`: somebody else's public template. `hidden`: made for one endpoint by the REST interface. */
  readonly owner: "account" | "other" | "hidden";
}
