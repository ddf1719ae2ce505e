import type { IncomingHttpHeaders } from "node:http";
import { isIPv4 } from "node:net";
import { Problem } from "../http/problem";

/** Private domains. Public name servers do not resolve names in them. */
const unownable = ["localhost", "local", "internal", "test"];

/**
 * Refuses requests from web pages of other origins, on every surface. The control API needs no key and the other keys are
 * documented, so any page in a browser on this machine could use them. The `Origin` header reveals such a page. If an
 * attacker's domain resolves to this machine, its page has the right origin, but its `Host` is a public domain. An attacker
 * cannot own an IP address, the name of a container or a name in a private domain, so requests to these pass. Requests without
 * `Origin` come from other clients and pass too. `own` contains more allowed host names.
 */
export function refuseForeignPages({ host = "", origin }: IncomingHttpHeaders, own: readonly string[]): void {
  const here = urlOf(`http://${host}`);
  const name = here?.hostname.replace(/\.$/, "") ?? host;
  if (host !== "" && !isUnownable(name) && !own.includes(name))
    throw new Problem(
      403,
      `this emulator does not serve the host name ${name}. To allow it, start the emulator with --allowed-host`,
    );
  if (origin !== undefined && (here === undefined || urlOf(origin)?.host !== here.host))
    throw new Problem(403, "web pages from another address may not use this emulator");
}

function isUnownable(name: string): boolean {
  if (isIPv4(name) || name.startsWith("[")) return true;
  // Names of containers have no domain.
  return /^[\w-]+$/.test(name) || unownable.includes(name.slice(name.lastIndexOf(".") + 1));
}

function urlOf(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** Header in which the console page sends its token. */
export const pageTokenHeader = "x-emulator-page";

/**
 * Refuses a change that a browser sends to the control API without the token of the console page. Only a page from this emulator
 * can read the token. Clients that are not browsers send none of these headers and need no token.
 */
export function requirePageToken(headers: IncomingHttpHeaders, token: string): void {
  const isFromBrowser = headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
  if (isFromBrowser && headers[pageTokenHeader] !== token)
    throw new Problem(403, "this page is not the emulator's current page; load the page again");
}
