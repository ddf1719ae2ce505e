import { ConflictError, type Registry, RuleError } from "../../../client";
import { messageOf } from "../../../kernel/plain-text";
import { collectionResource } from "../../lifecycle/collection-resource";
import { isAutonamed } from "../../planning/marker";
import { OperationError } from "../../pulumi/errors";
import type { Leftovers, Resource } from "../../session/resource";
import type { Run } from "../../session/run";
import { type RegistryCredentialInputs, registryCredentialDeclaration } from "./registry-credential";

const plain = collectionResource<RegistryCredentialInputs, Registry>(registryCredentialDeclaration, {
  what: "registry credential",
  collection: ({ registries }) => registries,
  isOpaque: true,
});

export const registryCredential: Resource<RegistryCredentialInputs> = {
  ...plain,
  async create(run, inputs) {
    try {
      return await plain.create(run, inputs);
    } catch (error) {
      throw await explained(run, inputs, error);
    }
  },
};

/**
 * Explains a refusal of a name. An earlier version of RunPod required unique names. The present documentation does not
 * mention a rule.
 */
async function explained(run: Run, inputs: RegistryCredentialInputs, error: unknown): Promise<unknown> {
  const isRefusal = error instanceof RuleError || error instanceof ConflictError;
  if (!isRefusal || isAutonamed(inputs)) return error;
  // Without the list, Podwright still reports the refusal itself.
  const { similar } = await plain.findLeftovers(run, inputs).catch((): Leftovers => ({ created: [], similar: [] }));
  if (similar.length === 0) return error;
  return new OperationError(
    `${messageOf(error)} The account already has a credential named "${inputs.name}" (${similar.join(", ")}). ` +
      "If this is a replacement, give the new credential another name, or leave out the name, so that Podwright generates it",
  );
}
