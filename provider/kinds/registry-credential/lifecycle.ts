import { ConflictError, type Registry, RuleError } from "../../../client";
import { isAutonamed } from "../../creating/marker";
import { collectionResource } from "../../operations/collection-resource";
import { messageOf, OperationError } from "../../operations/errors";
import type { Leftovers, Resource } from "../../operations/resource";
import type { Run } from "../../operations/run";
import { type RegistryCredentialInputs, registryCredentialDeclaration } from "./registry-credential";

const plain = collectionResource<RegistryCredentialInputs, Registry>(registryCredentialDeclaration, {
  what: "registry credential",
  collection: ({ registries }) => registries,
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

/** The former version of the platform required unique names; whether this one does is not documented. */
async function explained(run: Run, inputs: RegistryCredentialInputs, error: unknown): Promise<unknown> {
  const isRefusal = error instanceof RuleError || error instanceof ConflictError;
  if (!isRefusal || isAutonamed(inputs)) return error;
  // Without the list the refusal itself is still reported.
  const { similar } = await plain.findLeftovers(run, inputs).catch((): Leftovers => ({ created: [], similar: [] }));
  if (similar.length === 0) return error;
  return new OperationError(
    `${messageOf(error)} The account already has a credential named "${inputs.name}" (${similar.join(", ")}). ` +
      "If this is a replacement, give the new credential another name, or leave the name out to have one generated",
  );
}
