import type { PlatformOptions } from "./platform";

/** The part of Pulumi's configuration reader that is used. */
export interface ConfigReader {
  get(key: string): string | undefined;
}

export type Settings = Pick<
  PlatformOptions,
  "apiKey" | "baseUrl" | "serverlessUrl" | "endpointTransport" | "allowInsecureUrl"
>;
export type Environment = Readonly<Record<string, string | undefined>>;

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
  };
}

/** `PODWRIGHT_TIME_SCALE` multiplies the pauses of our own making: below 1 against an emulator, in tests. */
export function readTimeScale(environment: Environment): number {
  const scale = Number(environment.PODWRIGHT_TIME_SCALE ?? 1);
  return Number.isFinite(scale) && scale > 0 ? scale : 1;
}
