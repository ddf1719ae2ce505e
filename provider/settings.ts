import type { KeyHints, PlatformOptions } from "./platform";

/** The part of Pulumi's configuration reader that is used. */
export interface ConfigReader {
  get(key: string): string | undefined;
}

export interface Settings
  extends Pick<PlatformOptions, "apiKey" | "baseUrl" | "serverlessUrl" | "endpointTransport" | "allowInsecureUrl"> {
  readonly keyHints: KeyHints;
}
export type Environment = Readonly<Record<string, string | undefined>>;

const IN_A_STACK =
  "Set it with `pulumi config set --secret podwright:apiKey <key>` or in the environment as PODWRIGHT_API_KEY.";

/** Where a key is looked for, with a stack at hand and without. */
const KEY_HINTS = {
  stack: {
    missing: IN_A_STACK,
    refused: `${IN_A_STACK} After a rotation, refresh and destroy use the key recorded in the state until an up has stored the new one.`,
  },
  environment: { missing: "Set PODWRIGHT_API_KEY.", refused: "Set PODWRIGHT_API_KEY to another key." },
} as const satisfies Record<string, KeyHints>;

/** Stack configuration first, then the environment. Nothing is judged here: the first request does that. */
export function readSettings(config: ConfigReader | undefined, environment: Environment): Settings {
  const setting = (name: string, ...variables: string[]) =>
    [config?.get(`podwright:${name}`), ...variables.map((variable) => environment[variable])].find(
      (value) => value !== undefined && value !== "",
    );
  return {
    apiKey: setting("apiKey", "PODWRIGHT_API_KEY", "RUNPOD_API_KEY"),
    baseUrl: setting("baseUrl", "PODWRIGHT_BASE_URL"),
    serverlessUrl: setting("serverlessUrl", "PODWRIGHT_SERVERLESS_URL"),
    endpointTransport: setting("endpointTransport", "PODWRIGHT_ENDPOINT_TRANSPORT"),
    allowInsecureUrl: setting("allowInsecureUrl") === "true",
    keyHints: config === undefined ? KEY_HINTS.environment : KEY_HINTS.stack,
  };
}

/** `PODWRIGHT_TIME_SCALE` multiplies the pauses of our own making: below 1 against an emulator, in tests. */
export function readTimeScale(environment: Environment): number {
  const scale = Number(environment.PODWRIGHT_TIME_SCALE ?? 1);
  return Number.isFinite(scale) && scale > 0 ? scale : 1;
}
