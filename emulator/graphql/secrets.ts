import { problems } from "../http/problem";
import type { Platform } from "../platform/platform";

/** Secrets, which exist over GraphQL only. */
export const secretTypes = `
  input SecretCreateInput { name: String! value: String! description: String }
  type Secret { id: String! name: String! description: String }
`;

export function secretFields({ ids, secrets }: Platform) {
  return {
    secretCreate: ({ input }: { input: { name: string; description?: string | null } }) => {
      const { name, description } = input;
      if (name === "") throw problems.rule("name is required");
      if ([...secrets.values()].some((other) => other.name === name))
        throw problems.rule(`secret name '${name}' is already in use`);
      const secret = { id: ids.resource(), name, description: description ?? "" };
      secrets.set(secret.id, secret);
      return secret;
    },
    secretDelete: ({ id }: { id: string }) => {
      if (!secrets.delete(id)) throw problems.notFound(`secret ${id}`);
      return null;
    },
  };
}
