import * as z from "zod";
import { registryRows } from "../../../client/account/registries";
import { asClient, declare, type InputsOf, property } from "../../planning/declaration";
import { ignored, replaces } from "../../planning/rules";

const longestName = 191;

const fixed = replaces("RunPod's REST API cannot change a credential");

/** Facts about inputs that RunPod never reports. The state contains these inputs, except after an import. */
const writeOnly = {
  on: {
    add: ignored("Podwright assumes that RunPod already has this value, for example after an import"),
    change: fixed,
    remove: fixed,
  },
  wire: "create",
  secret: true,
} as const;

const declared = {
  name: property(z.string().min(1).max(longestName).optional(), {
    doc: "Name of the credential. Default: the resource's name with a random suffix.",
    on: fixed,
    generated: true,
    wire: "create read",
  }),
  username: property(z.string().min(1).max(191), {
    doc: "User name at the registry. Pulumi encrypts it in the state, and RunPod never reports it.",
    ...writeOnly,
  }),
  password: property(z.string().min(1).max(16_384), {
    doc: "Password or access token. Pulumi encrypts it in the state, and RunPod never reports it.",
    ...writeOnly,
  }),
};

const properties = asClient(declared, registryRows.factsOf);

export type RegistryCredentialInputs = InputsOf<typeof properties>;

/**
 * A replacement creates the new credential first, even with an explicit name. Pods always need a credential, and RunPod
 * refuses to delete a credential that a pod uses.
 */
export const registryCredentialDeclaration = declare({
  kind: "RegistryCredential",
  markerIn: "sealed name",
  properties,
  outputs: z.object({}),
  longestName,
});
