import { isIP } from "node:net";
import { ConfigurationError } from "../errors";
import { type Proxies, proxiesIn } from "./proxies";
import type { Surface } from "./requests";
import { Secret } from "./secrets/secret";

/** The address of one surface: an origin, and a prefix before RunPod's paths. */
export interface Address {
  readonly origin: string;
  readonly prefix: string;
  /** Host and port, for messages. */
  readonly host: string;
  /** The name of its setting in errors. */
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

/** Hints of errors about the key, as whole sentences: the caller of `connect` knows where the key comes from. */
export interface KeyHints {
  /** For a missing or malformed key. Default: to give `connect` one. */
  readonly missing: string;
  /** For a key that RunPod did not accept. Default: to give `connect` another key. */
  readonly refused: string;
}

export const KEY_HINTS: KeyHints = {
  missing: "Give connect an apiKey.",
  refused: "Give connect another apiKey.",
};

/** Default of the hint that names the other surface for endpoints. */
export const TRANSPORT_HINT = 'Give connect endpointTransport: "rest", which manages the same endpoints.';

/** The name of each setting in errors, so that a user finds where it is set. Default: its name in `connect`'s options. */
export type SettingNames = Readonly<
  Record<"baseUrl" | "serverlessUrl" | "endpointTransport" | "allowInsecureUrl", string>
>;

export const SETTING_NAMES: SettingNames = {
  baseUrl: "baseUrl",
  serverlessUrl: "serverlessUrl",
  endpointTransport: "endpointTransport",
  allowInsecureUrl: "allowInsecureUrl",
};

/** The fault of a setting: `wrong` continues a sentence after its name, `hint` is a whole sentence. */
export interface Fault {
  readonly wrong: string;
  readonly hint: string;
}

/** A fault of settings that are right each by itself. */
export interface SettingsFault {
  /** Without a full stop. */
  readonly sentence: string;
  /** A whole sentence. */
  readonly hint: string;
}

/** Throws a `ConfigurationError` of the operation that needs the settings. */
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
      sentence: `${operation} needs an API key and none is set`,
      hint: keyHints.missing,
    });
  }
  if (!isKey(value)) {
    throw new ConfigurationError({ operation, sentence: `The API key ${NO_KEY}`, hint: keyHints.missing });
  }
  return new Secret(value);
}

/** Whether the text has the form of a key. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text.trim());
}

export const NO_KEY = "holds a space, a line break or another character that no key has";

export function faultOfTransport(transport: string): Fault | undefined {
  if (transport === "graphql" || transport === "rest") return undefined;
  return {
    wrong: `is ${JSON.stringify(transport)}, and there are two: graphql and rest`,
    hint: "Leave it out, or write one of the two.",
  };
}

/** `permission` is the name of the setting that allows plain http. */
export function faultOfAddress(text: string, allowInsecure: boolean, permission: string): Fault | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return {
      wrong: `is ${shown(text)}, which is not an http or https URL`,
      hint: "Write it like https://api.example.com.",
    };
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return { wrong: "holds more than a host and a path", hint: "Leave out user, password, query and fragment." };
  }
  if (url.protocol === "http:" && !allowInsecure && !isLoopback(url.hostname)) {
    return {
      wrong: `is plain http to ${url.host}, which would send the API key unencrypted`,
      hint: `Use https, or set ${permission} to true if you accept that.`,
    };
  }
  return undefined;
}

/** Omits user and password; a key in place of an address is not shown at all. */
function shown(text: string): string {
  const address = text.trim().replace(/[?#].*$/s, "");
  if (/^[\w-]{20,}$/.test(address)) return `a text of ${address.length} characters`;
  return JSON.stringify(address.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, "$1…@"));
}

/** The version belongs to the paths; users copy it into the base from documents that print it there. */
export function withoutVersion(base: string): string {
  return base.trim().replace(/\/+$/, "").replace(/\/v2$/, "");
}

/** Whether a URL's host name is an address of this machine. */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) === 4) return bare.startsWith("127.");
  return bare === "::1" || bare === "localhost" || bare.endsWith(".localhost");
}
