import {
  createSecret,
  createSecretRequest,
  secretShape,
  updateSecret,
  updateSecretRequest,
} from "../areas/account/secrets/store";
import { Problem, problems } from "../http/problem";
import { found } from "../http/route";
import type { RequestSchema } from "../http/validation";
import type { Platform } from "../platform/platform";
import type { Secret } from "../records/secret";
import { timestamp } from "../time/clock";

/** GraphQL types of secrets. REST shows the same secrets. */
export const secretTypes = `
  input SecretCreateInput { name: String! value: String! description: String }
  input SecretValueUpdateInput { id: ID! value: String! }
  input SecretDescriptionUpdateInput { id: ID! description: String! }
  type Secret { id: ID! name: String! description: String createdAt: DateTime! updatedAt: DateTime }
`;

interface Update {
  readonly id: string;
  readonly value?: string;
  readonly description?: string;
}

export function secretFields(platform: Platform) {
  const { secrets } = platform;
  const find = (id: string) => found(secrets.get(id), `secret ${id}`);
  const update = ({ input: { id, ...change } }: { readonly input: Update }) =>
    graphqlShape(updateSecret(platform, find(id), read(updateSecretRequest, change)));
  return {
    secretCreate: ({ input }: { readonly input: { readonly description?: string | null } }) => {
      const { description, ...sent } = input;
      return graphqlShape(createSecret(platform, read(createSecretRequest, description ? input : sent)));
    },
    secretValueUpdate: update,
    secretDescriptionUpdate: update,
    secretDelete: ({ id }: { readonly id: string }) => {
      secrets.delete(find(id).id);
      return null;
    },
  };
}

/** Validates as REST does. GraphQL returns one message, which contains all failures. */
function read<T>(schema: RequestSchema<T>, sent: object): T {
  try {
    return schema.parse(sent);
  } catch (error) {
    if (error instanceof Problem && error.errors !== undefined) throw problems.rule(error.errors.join("; "));
    throw error;
  }
}

/** Returns the secrets of the account. */
export function listSecrets({ faults, secrets }: Platform) {
  return faults.shown("myself", secrets.values()).map(graphqlShape);
}

function graphqlShape(secret: Secret) {
  const { valueLastUpdatedAt: _, ...shape } = secretShape(secret);
  return { ...shape, updatedAt: secret.updatedAt === undefined ? null : timestamp(secret.updatedAt) };
}
