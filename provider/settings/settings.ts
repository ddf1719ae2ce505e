import { type Fault, faultOfAddress, faultOfTransport, isKey, NO_KEY } from "../../client/http/configuration";
import { type Transport, titleOf } from "../planning/transports";

/** Permission for plain HTTP, with the name of the setting that grants it. */
export interface Permission {
  readonly granted: boolean;
  readonly name: string;
}

export interface Setting {
  readonly type: "string" | "boolean";
  /** Environment variables for the setting, in order of precedence. */
  readonly environment: readonly string[];
  /** Value if no source sets the setting. */
  readonly default?: string;
  readonly secret?: true;
  readonly description: string;
  /** Returns the fault of a value that already has the right type. */
  readonly judge?: (value: string, permission: Permission) => Fault | undefined;
}

const addressFault: Setting["judge"] = (value, { granted, name }) => faultOfAddress(value, granted, name);

/** All settings. Names, types, variables, schema and validation follow from this declaration. */
export const SETTINGS = {
  apiKey: {
    type: "string",
    environment: ["PODWRIGHT_API_KEY", "RUNPOD_API_KEY"],
    secret: true,
    description: "RunPod API key. Set it with `pulumi config set --secret podwright:apiKey`.",
    judge: (value) => (isKey(value) ? undefined : { wrong: NO_KEY, hint: "Copy it again from the RunPod console." }),
  },
  baseUrl: {
    type: "string",
    environment: ["PODWRIGHT_BASE_URL"],
    default: "https://api.runpod.io",
    description: "Base URL of RunPod's API.",
    judge: addressFault,
  },
  serverlessUrl: {
    type: "string",
    environment: ["PODWRIGHT_SERVERLESS_URL"],
    default: "https://api.runpod.ai",
    description: "Base URL of RunPod's job operations.",
    judge: addressFault,
  },
  endpointTransport: {
    type: "string",
    environment: ["PODWRIGHT_ENDPOINT_TRANSPORT"],
    default: "graphql",
    description: "RunPod API that manages serverless endpoints: `graphql` or `rest`.",
    judge: faultOfTransport,
  },
  allowInsecureUrl: {
    type: "boolean",
    environment: ["PODWRIGHT_ALLOW_INSECURE_URL"],
    default: "false",
    description: "If true, Podwright accepts `http:` addresses on other machines, and then sends the key unencrypted.",
  },
  allowUnrecorded: {
    type: "boolean",
    environment: ["PODWRIGHT_ALLOW_UNRECORDED"],
    default: "false",
    description:
      "If true, Podwright may create a second pod, cluster, endpoint or network volume for the same resource of the program. " +
      "If false, the create fails if RunPod already has an item of this resource that is missing from the state, for example after a killed run. " +
      "Set this to true if two backends have stacks of the same name on one account.",
  },
  takeOver: {
    type: "boolean",
    environment: ["PODWRIGHT_TAKE_OVER"],
    default: "true",
    description:
      "If true, a create continues with the resource that a killed or failed run of the same stack created, if no state contains this resource. " +
      "If false, the create fails, and `podwright recover` helps.",
  },
  checkCatalog: {
    type: "boolean",
    environment: ["PODWRIGHT_CHECK_CATALOG"],
    default: "true",
    description:
      "If true, a preview checks inputs against RunPod's catalogs. It checks the names of GPU types, CPU flavors, pools, regions, data centers and CUDA versions, the number of vCPUs, global networking, and the data center of a network volume.",
  },
} as const satisfies Record<string, Setting>;

export type Name = keyof typeof SETTINGS;
export type ValueOf<S extends Setting> = S["type"] extends "boolean" ? boolean : string;

export const settingEntries: readonly (readonly [Name, Setting])[] = Object.entries(SETTINGS) as [Name, Setting][];

export type Environment = Readonly<Record<string, string | undefined>>;

/** The part of Pulumi's configuration reader that Podwright uses. */
export interface ConfigReader {
  get(key: string): string | undefined;
}

/** Tells how to set the key. An explicit provider does not read a stack's configuration. */
export function wayToSetKey(setting: string): string {
  return setting === inStack("apiKey") ? `\`pulumi config set --secret ${setting} <key>\`` : setting;
}

/**
 * Tells how to manage endpoints over another transport. For a setting of a stack, it shows the command that changes the
 * setting.
 */
export function wayTo(transport: Transport, setting: string): string {
  const command = setting === inStack("endpointTransport") ? ` ("pulumi config set ${setting} ${transport}")` : "";
  return `Set ${setting} to ${transport}${command} and run the same command again: ${titleOf(transport)} manages the same endpoints, and the switch changes nothing.`;
}

export const NAMESPACE = "podwright";

/** Returns the name of a setting in a stack's configuration. */
export function inStack(name: string): string {
  return `${NAMESPACE}:${name}`;
}

export interface Given {
  readonly value: unknown;
  /** Name of the setting in this source. */
  readonly origin: string;
  readonly inEnvironment?: true;
}

/** A setting with its value and its source. */
export interface SourcedSetting {
  readonly name: string;
  readonly source: "stack" | "environment" | "default";
  /**
   * Name of the setting in this source, such as `podwright:baseUrl` or `PODWRIGHT_BASE_URL`. For a default, it is the
   * setting's own name.
   */
  readonly origin: string;
  /** Value. Absent if no source sets it and there is no default. */
  readonly value?: string | undefined;
  readonly secret: boolean;
  /** Sources of lower precedence that have a different value. */
  readonly overrides: readonly string[];
}

/**
 * Returns every setting with its value and its source. The stack's configuration precedes the environment, and the
 * environment precedes the default.
 */
export function sourcedSettings(config: ConfigReader | undefined, environment: Environment): SourcedSetting[] {
  return settingEntries.map(([name, setting]) => {
    const { default: usual, secret = false } = setting;
    const configured = { value: config?.get(inStack(name)), origin: inStack(name) };
    const [first, ...others] = allGiven(setting, configured, environment);
    const overrides = others.filter(({ value }) => value !== first?.value).map(({ origin }) => origin);
    if (first === undefined) return { name, source: "default", origin: name, value: usual, secret, overrides };
    const source = first === configured ? "stack" : "environment";
    return { name, source, origin: first.origin, value: String(first.value), secret, overrides };
  });
}

/** Returns the sources that set the setting, in order of precedence. An empty value counts as absent. */
export function allGiven({ environment: variables }: Setting, configured: Given, environment: Environment): Given[] {
  const sources = [configured, ...variables.map((origin) => fromEnvironment(origin, environment))];
  return sources.filter(({ value }) => value !== undefined && value !== null && value !== "");
}

function fromEnvironment(origin: string, environment: Environment): Given {
  return { value: environment[origin], origin, inEnvironment: true };
}

/**
 * Converts a value to the setting's type. Stack configuration and environment contain texts, and an explicit provider
 * contains typed values.
 */
export function read({ type }: Setting, value: unknown): string | boolean | undefined {
  if (value === undefined || value === null) return undefined;
  const text = String(value);
  if (type === "string") return text;
  return text === "true" ? true : text === "false" ? false : undefined;
}

/** Reads `PODWRIGHT_TIME_SCALE`, which multiplies Podwright's own pauses. Tests against an emulator set it below 1. */
export function readTimeScale(environment: Environment): number {
  const scale = Number(environment.PODWRIGHT_TIME_SCALE ?? 1);
  return Number.isFinite(scale) && scale > 0 ? scale : 1;
}
