import { ConflictError, type Registry, RuleError } from "../../../client";
import { isAutonamed } from "../../creating/marker";
import { collectionResource } from "../../operations/collection-resource";
import { messageOf, OperationError } from "../../operations/errors";
import type { Resource, Traces } from "../../operations/resource";
import type { Run } from "../../operations/run";
import { type RegistryCredentialInputs, registryCredentialDeclaration } from "./registry-credential";

const plain = collectionResource<RegistryCredentialInputs, Registry>(registryCredentialDeclaration, {
  what: "registry credential",
  collection: ({ registries }) => registries,
});

export const registryCredential: Resource<RegistryCredentialInputs> = {
  ...plain,
  async create(run, request) {
    try {
      return await plain.create(run, request);
    } catch (error) {
      throw await explained(run, request.inputs, error);
    }
  },
};

/** Whether names have to be unique is not documented for this version of the platform; they had to be in the one before. */
async function explained(run: Run, inputs: RegistryCredentialInputs, error: unknown): Promise<unknown> {
  const isRefusal = error instanceof RuleError || error instanceof ConflictError;
  if (!isRefusal || isAutonamed(inputs)) return error;
  // Without the list the refusal itself is still reported.
  const { alike } = await plain.find(run, { inputs }).catch((): Traces => ({ made: [], alike: [] }));
  if (alike.length === 0) return error;
  return new OperationError(
    `${messageOf(error)} The account has a credential of the name "${inputs.name}" already (${alike.join(", ")}). ` +
      "If that is the one to be replaced, give the new one another name; leave the name out, and that is taken care of",
  );
}
