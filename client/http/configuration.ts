import { isIP } from "node:net";
import { ConfigurationError } from "../errors";
import { type Proxies, proxiesIn } from "./proxies";
import type { Surface } from "./requests";
import { Secret } from "./secrets/secret";

/** Address of one surface: an origin, and a prefix that precedes RunPod's paths. */
export interface Address {
  readonly origin: string;
  readonly prefix: string;
  /** Host and port, for messages. */
  readonly host: string;
  /** Name of the setting that holds the address, for errors. */
  readonly setting: string;
}

/** The validated settings of a connection. */
export interface Targets {
  readonly key: Secret;
  readonly addresses: Readonly<Record<Surface, Address>>;
  readonly proxies: Proxies;
}

export interface ConnectionSettings {
  readonly key: Secret | undefined;
  readonly baseUrl: string;
  readonly serverlessUrl: string;
  readonly allowInsecureUrl: boolean;
  readonly endpointTransport: string;
  readonly keyHints: KeyHints;
  readonly fault?: SettingsFault | undefined;
  readonly transportHint: string;
  readonly settingNames: SettingNames;
}

/** Hints that errors about the API key end with, as whole sentences. The caller of `connect` knows where the key comes from. */
export interface KeyHints {
  /** Hint for a missing or malformed API key. Default: pass a key to `connect`. */
  readonly missing: string;
  /** Hint for an API key that RunPod did not accept. Default: pass another key to `connect`. */
  readonly refused: string;
}

export const KEY_HINTS: KeyHints = {
  missing: "Pass apiKey to connect.",
  refused: "Pass another apiKey to connect.",
};

/** Default hint if RunPod has retired GraphQL. The hint names the option that selects the other surface for endpoints. */
export const TRANSPORT_HINT = 'Pass endpointTransport: "rest" to connect, which manages the same endpoints over REST.';

/** Names of the settings in errors, so that users find the setting. Default: the name in `connect`'s options. */
export type SettingNames = Readonly<
  Record<"baseUrl" | "serverlessUrl" | "endpointTransport" | "allowInsecureUrl", string>
>;

export const SETTING_NAMES: SettingNames = {
  baseUrl: "baseUrl",
  serverlessUrl: "serverlessUrl",
  endpointTransport: "endpointTransport",
  allowInsecureUrl: "allowInsecureUrl",
};

/** A wrong setting. `wrong` continues a sentence after the setting's name, and `hint` is a whole sentence. */
export interface Fault {
  readonly wrong: string;
  readonly hint: string;
}

/** A fault of several settings, each of which is valid alone. */
export interface SettingsFault {
  /** Sentence without its full stop. */
  readonly sentence: string;
  /** Next step, as a whole sentence. */
  readonly hint: string;
}

/** Validates the settings of a connection. Throws a `ConfigurationError` that names the operation. */
export function resolveTargets(input: ConnectionSettings, operation: string): Targets {
  const { settingNames: names } = input;
  const refuse = (name: string, fault: Fault | undefined) => {
    if (fault === undefined) return;
    throw new ConfigurationError({ operation, sentence: `${name} ${fault.wrong}`, hint: fault.hint });
  };
  const addressOf = (setting: "baseUrl" | "serverlessUrl"): Address => {
    refuse(names[setting], faultOfAddress(input[setting], input.allowInsecureUrl, names.allowInsecureUrl));
    const { origin, pathname, host } = new URL(input[setting].trim());
    return { origin, prefix: withoutVersion(pathname), host, setting: names[setting] };
  };
  const base = addressOf("baseUrl");
  refuse(names.endpointTransport, faultOfTransport(input.endpointTransport));
  const jobs = addressOf("serverlessUrl");
  if (input.fault !== undefined) throw new ConfigurationError({ operation, ...input.fault });
  const addresses = { rest: base, graphql: base, jobs, public: jobs };
  return { key: usableKey(input, operation), addresses, proxies: proxiesIn(process.env, operation) };
}

function usableKey({ key, keyHints }: ConnectionSettings, operation: string): Secret {
  const value = key?.reveal().trim() ?? "";
  if (value === "") {
    throw new ConfigurationError({
      operation,
      sentence: `${operation} needs an API key, and no key is set`,
      hint: keyHints.missing,
    });
  }
  if (!isKey(value)) {
    throw new ConfigurationError({ operation, sentence: `The API key ${NO_KEY}`, hint: keyHints.missing });
  }
  return new Secret(value);
}

/** Whether the text has the form of an API key. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text.trim());
}

export const NO_KEY = "contains a space, a line break or another character that is not allowed in keys";

export function faultOfTransport(transport: string): Fault | undefined {
  if (transport === "graphql" || transport === "rest") return undefined;
  return {
    wrong: `is ${JSON.stringify(transport)}, but must be graphql or rest`,
    hint: "Set it to graphql or rest, or leave it out.",
  };
}

/** Checks an address. `permission` is the name of the setting that allows plain http. */
export function faultOfAddress(text: string, allowInsecure: boolean, permission: string): Fault | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return {
      wrong: `is ${shown(text)}, which is not an http or https URL`,
      hint: "Write an address such as https://api.example.com.",
    };
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return { wrong: "contains more than a host and a path", hint: "Leave out user, password, query and fragment." };
  }
  if (url.protocol === "http:" && !allowInsecure && !isLoopback(url.hostname)) {
    return {
      wrong: `is plain http to ${url.host}, which would send the API key unencrypted`,
      hint: `Use https, or set ${permission} to true if you accept this risk.`,
    };
  }
  return undefined;
}

/** Shows an address without user and password. If the text may be an API key, shows only its length. */
function shown(text: string): string {
  const address = text.trim().replace(/[?#].*$/s, "");
  if (/^[\w-]{20,}$/.test(address)) return `a text of ${address.length} characters`;
  return JSON.stringify(address.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, "$1…@"));
}

/**
 * Removes the version from a base address. Users copy the address from documentation that shows the version, but the client's
 * paths already contain the version.
 */
export function withoutVersion(base: string): string {
  return base.trim().replace(/\/+$/, "").replace(/\/v2$/, "");
}

/** Whether a URL's host name is an address of this machine. */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) === 4) return bare.startsWith("127.");
  return bare === "::1" || bare === "localhost" || bare.endsWith(".localhost");
}
