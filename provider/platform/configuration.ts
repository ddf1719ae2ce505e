import { isIP } from "node:net";
import { ConfigurationError } from "./errors";
import type { Surface } from "./http/message";
import { Secret } from "./secret";

/** Where one surface lives: an origin, and a path before the contract's own. */
export interface Address {
  readonly origin: string;
  readonly prefix: string;
  /** Shown to users: host and port, never more. */
  readonly host: string;
  /** The setting that holds it. */
  readonly setting: "baseUrl" | "serverlessUrl";
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

/** Throws a `ConfigurationError` in the name of the operation that was about to be sent. */
export function resolveConfiguration(input: ConfigurationInput, operation: string): Configuration {
  const base = address(input.baseUrl, "baseUrl", input.allowInsecureUrl, operation);
  checkTransport(input.endpointTransport, operation);
  const jobs = address(input.serverlessUrl, "serverlessUrl", input.allowInsecureUrl, operation);
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
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new ConfigurationError({
      operation,
      sentence: "The API key holds a space, a line break or another character that no key has",
      hint: keyHints.missing,
    });
  }
  return new Secret(value);
}

function checkTransport(transport: string, operation: string): void {
  if (transport === "graphql" || transport === "rest") return;
  throw new ConfigurationError({
    operation,
    sentence: `endpointTransport is ${JSON.stringify(transport)}, and there are two: graphql and rest`,
    hint: "Leave it out, or write one of the two.",
  });
}

/** A URL in a setting may hold credentials by mistake, so no sentence quotes it. */
function address(text: string, setting: Address["setting"], allowInsecure: boolean, operation: string): Address {
  const refuse = (sentence: string, hint: string) => new ConfigurationError({ operation, sentence, hint });
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw refuse(`${setting} is not an http or https URL`, `Write it like https://api.example.com.`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw refuse(`${setting} holds more than a host and a path`, "Leave out user, password, query and fragment.");
  }
  if (url.protocol === "http:" && !allowInsecure && !isLoopback(url.hostname)) {
    throw refuse(
      `${setting} is plain http to ${url.host}, which would send the API key unencrypted`,
      "Use https, or set allowInsecureUrl if you accept that.",
    );
  }
  return { origin: url.origin, prefix: withoutVersion(url.pathname), host: url.host, setting };
}

/** The version belongs to the paths; documents that print the base with it have led people to set it twice. */
export function withoutVersion(base: string): string {
  return base.trim().replace(/\/+$/, "").replace(/\/v2$/, "");
}

function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) === 4) return bare.startsWith("127.");
  return bare === "::1" || bare === "localhost" || bare.endsWith(".localhost");
}
