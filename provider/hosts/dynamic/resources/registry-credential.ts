import type { CustomResourceOptions, Output } from "@pulumi/pulumi";
import type { RegistryCredentialInputs } from "../../../kinds/registry-credential/registry-credential";
import { DynamicResource } from "./dynamic-resource";
import type { Args } from "./inputs";

export type RegistryCredentialArgs = Args<RegistryCredentialInputs>;

/** What signs in at a container registry, for pods and templates with private images. Every change replaces it. */
export class RegistryCredential extends DynamicResource {
  declare readonly name: Output<string>;
  /** Secret. */
  declare readonly username: Output<string>;
  /** Secret. */
  declare readonly password: Output<string>;

  constructor(name: string, args: RegistryCredentialArgs, options: CustomResourceOptions = {}) {
    super({ kind: "RegistryCredential", name, args, options });
  }
}
