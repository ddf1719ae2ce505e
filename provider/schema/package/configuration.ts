import { settingEntries } from "../../settings/settings";
import type { EnumSpec, Properties, TypeSpec } from "./spec";

const transport = "podwright:index:EndpointTransport";

/** Named types of settings. */
export const settingTypes: Readonly<Record<string, EnumSpec>> = {
  [transport]: {
    description: "RunPod API that manages serverless endpoints.",
    type: "string",
    enum: [
      {
        name: "GraphQL",
        value: "graphql",
        description: "GraphQL, the API that RunPod documents for endpoints. RunPod has announced the end of this API.",
      },
      { name: "Rest", value: "rest", description: "REST v2, which takes the key only in a header." },
    ],
  },
};

const enumTypes: Readonly<Record<string, TypeSpec>> = {
  endpointTransport: { oneOf: [{ type: "string" }, { $ref: `#/types/${transport}` }] },
};

/**
 * Settings of a stack's configuration. SDKs also show programs the values from the environment, but never the key from
 * it.
 */
export const configVariables: Properties = Object.fromEntries(
  settingEntries.map(([name, { type, secret, environment, description, default: fallback }]) => {
    const variables = environment.map((variable) => `\`${variable}\``).join(" or ");
    const stored = secret === true ? ". The provider reads these variables when it starts and never stores them" : "";
    const unset = fallback === undefined ? "" : ` Default: \`${fallback}\`.`;
    const text = `${description} Podwright also reads it from ${variables}${stored}.${unset}`;
    const origin = secret === true ? { secret } : { defaultInfo: { environment: [...environment] } };
    return [name, { type, description: text, ...origin }];
  }),
);

/**
 * Inputs of an explicit provider. SDKs fill in values from the environment, but never the key, because the state would
 * store it.
 */
export const providerInputs: Properties = Object.fromEntries(
  Object.entries(configVariables).map(([name, variable]) => [name, { ...variable, ...enumTypes[name] }]),
);
