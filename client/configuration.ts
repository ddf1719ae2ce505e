import { isIP } from "node:net";
import { ConfigurationError } from "./errors";
import type { Surface } from "./http/message";
import { Secret } from "./http/secret";

/** Where one surface lives: an origin, and a path before the contract's own. */
export interface Address {
  readonly origin: string;
  readonly prefix: string;
  /** Shown to users: host and port, never more. */
  readonly host: string;
  /** What errors call the setting that holds it. */
  readonly setting: string;
}

/** Everything that must be right before anything is sent. */
export interface Configuration {
  readonly key: Secret;
  readonly addresses: Readonly<Record<Surface, Address>>;
}

export interface ConfigurationInput {
  readonly key: Secret | undefined;
  readonly baseUrl: string;
  readonly serverlessUrl: string;
  readonly allowInsecureUrl: boolean;
  readonly endpointTransport: string;
  readonly keyHints: KeyHints;
  readonly settingNames: SettingNames;
}

/** What to tell whoever can mend the key: where it comes from is known to who called `connect`. Whole sentences. */
export interface KeyHints {
  /** There is none, or none that could be one. Default: to give `connect` one. */
  readonly missing: string;
  /** The platform did not accept it. Default: to give `connect` another one. */
  readonly refused: string;
}

export const KEY_HINTS: KeyHints = {
  missing: "Give connect an apiKey.",
  refused: "Give connect another apiKey.",
};

/** What errors call each setting, so that a user finds where it is set. Default: its name among `connect`'s options. */
export type SettingNames = Readonly<
  Record<"baseUrl" | "serverlessUrl" | "endpointTransport" | "allowInsecureUrl", string>
>;

export const SETTING_NAMES: SettingNames = {
  baseUrl: "baseUrl",
  serverlessUrl: "serverlessUrl",
  endpointTransport: "endpointTransport",
  allowInsecureUrl: "allowInsecureUrl",
};

/** What is wrong with a setting: goes on after its name, and a whole sentence about what to do. */
export interface Fault {
  readonly wrong: string;
  readonly hint: string;
}

/** Throws a `ConfigurationError` in the name of the operation that was about to be sent. */
export function resolveConfiguration(input: ConfigurationInput, operation: string): Configuration {
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
  return { key: usableKey(input, operation), addresses: { rest: base, graphql: base, jobs, public: jobs } };
}

function usableKey({ key, keyHints }: ConfigurationInput, operation: string): Secret {
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

/** Whether it could be a key. */
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

/** `permission` is what errors call the setting that allows plain http. */
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

/** Without what may be a user's credentials; a key in the place of an address is not shown at all. */
function shown(text: string): string {
  const address = text.trim().replace(/[?#].*$/s, "");
  if (/^[\w-]{20,}$/.test(address)) return `a text of ${address.length} characters`;
  return JSON.stringify(address.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, "$1…@"));
}

/** The version belongs to the paths; documents that print the base with it have led people to set it twice. */
export function withoutVersion(base: string): string {
  return base.trim().replace(/\/+$/, "").replace(/\/v2$/, "");
}

/** Whether a URL's host name is an address of this machine. */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) === 4) return bare.startsWith("127.");
  return bare === "::1" || bare === "localhost" || bare.endsWith(".localhost");
}
