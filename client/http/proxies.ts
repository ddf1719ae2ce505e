import { ConfigurationError } from "../errors";

type Environment = Readonly<Record<string, string | undefined>>;

/** A proxy that the environment sets. */
export interface NamedProxy {
  readonly url: string;
  /** Host and port, for messages. */
  readonly host: string;
  /** Environment variable that sets the proxy. */
  readonly variable: string;
}

/** The proxies of the environment, from the variables that most programs use. */
export interface Proxies {
  readonly http: NamedProxy | undefined;
  readonly https: NamedProxy | undefined;
  /** Hosts that need no proxy. */
  readonly except: string;
}

/** Reads the proxies. Throws a `ConfigurationError` that names the operation. */
export function proxiesIn(environment: Environment, operation: string): Proxies {
  const named = (...variables: readonly string[]): NamedProxy | undefined => {
    const variable = variables.find((name) => environment[name]?.trim());
    if (variable === undefined) return undefined;
    const url = urlOf(environment[variable] ?? "");
    if (url !== undefined) return { url: url.href, host: url.host, variable };
    // The error does not show the address, because it may contain a password.
    const sentence = `${variable} is not a proxy's address`;
    throw new ConfigurationError({
      operation,
      sentence,
      hint: "Write an address such as http://proxy.example.com:3128.",
    });
  };
  const http = named("http_proxy", "HTTP_PROXY");
  const https = named("https_proxy", "HTTPS_PROXY") ?? http;
  return { http, https, except: environment.no_proxy || environment.NO_PROXY || "" };
}

/** Parses the address of a proxy. Many users write only a host and a port. */
function urlOf(text: string): URL | undefined {
  const given = text.trim();
  const address = given.includes("://") ? given : `http://${given}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url !== undefined && /^(https?|socks5?):$/.test(url.protocol) ? url : undefined;
}
