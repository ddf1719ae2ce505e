import type { Properties, PropertySpec } from "./spec";

const settings = {
  apiKey: {
    type: "string",
    secret: true,
    description:
      "Key of the account. Set it with `pulumi config set --secret podwright:apiKey`, or in `PODWRIGHT_API_KEY` or " +
      "`RUNPOD_API_KEY`, which are read when the provider starts and never stored.",
  },
  baseUrl: {
    type: "string",
    description:
      "Address of the platform's interface. Also read from `PODWRIGHT_BASE_URL`. Default: `https://api.runpod.io`.",
  },
  serverlessUrl: {
    type: "string",
    description:
      "Address of job operations. Also read from `PODWRIGHT_SERVERLESS_URL`. Default: `https://api.runpod.ai`.",
  },
  endpointTransport: {
    type: "string",
    description:
      "Surface that serverless endpoints are managed over: `graphql` or `rest`. Also read from " +
      "`PODWRIGHT_ENDPOINT_TRANSPORT`. Default: `graphql`.",
  },
  allowInsecureUrl: {
    type: "boolean",
    description:
      "Accepts addresses with plain `http:` beyond this machine, which sends the key in clear. Default false.",
  },
} satisfies Record<string, PropertySpec>;

/** What an explicit provider takes. Nothing is filled in from the environment here: it would lie in the state. */
export const providerInputs: Properties = settings;

/**
 * What a stack's configuration takes. SDKs show programs the environment's addresses and transport in it, but never its
 * key; `allowInsecureUrl` is said in the configuration or not at all.
 */
export const configVariables: Properties = {
  ...settings,
  baseUrl: { ...settings.baseUrl, defaultInfo: { environment: ["PODWRIGHT_BASE_URL"] } },
  serverlessUrl: { ...settings.serverlessUrl, defaultInfo: { environment: ["PODWRIGHT_SERVERLESS_URL"] } },
  endpointTransport: { ...settings.endpointTransport, defaultInfo: { environment: ["PODWRIGHT_ENDPOINT_TRANSPORT"] } },
};
