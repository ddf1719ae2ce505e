import { z } from "zod";
import type { Marks } from "../../creating/naming";
import type { InputsDefinition } from "../../planning/check";

const schema = z.strictObject({
  name: z
    .string()
    .min(1)
    .optional()
    .describe("A change replaces the credential. Default: the resource's name and a random suffix."),
  username: z
    .string()
    .min(1)
    .describe(
      "Who signs in. Secret in the state, and never answered by the platform. A change replaces the credential.",
    ),
  password: z
    .string()
    .min(1)
    .describe(
      "Password or access token. Secret in the state, and never answered by the platform. A change replaces the credential.",
    ),
});

/** Inputs of a registry credential: the wire's names. */
export type RegistryCredentialInputs = z.output<typeof schema> & Marks;

export const registryCredentialInputs: InputsDefinition = { schema, rules: [] };
