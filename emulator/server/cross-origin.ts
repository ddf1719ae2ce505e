import type { IncomingHttpHeaders } from "node:http";
import { isIPv4 } from "node:net";
import { Problem } from "../http/problem";

/** Private domains: no public name server resolves a name in them. */
const unownable = ["localhost", "local", "internal", "test"];

/**
 * Refuses the requests of web pages of other origins, on every surface: control needs no key and the other keys are
 * documented, so any page in a browser on this machine could use them. The `Origin` header gives such a page away. A page
 * whose domain resolves to this machine has the right origin, but a public domain as `Host`. An attacker cannot own an
 * address, a container's name or a name in a private domain, and other clients send no `Origin`: all of these pass.
 * `own` are further allowed host names.
 */
export function refuseForeignPages({ host = "", origin }: IncomingHttpHeaders, own: readonly string[]): void {
  const here = urlOf(`http://${host}`);
  const name = here?.hostname.replace(/\.$/, "") ?? host;
  if (host !== "" && !isUnownable(name) && !own.includes(name))
    throw new Problem(
      403,
      `this emulator does not serve the host name ${name}; to allow the name, start the emulator with --allowed-host`,
    );
  if (origin !== undefined && (here === undefined || urlOf(origin)?.host !== here.host))
    throw new Problem(403, "a page of another address may not use this");
}

function isUnownable(name: string): boolean {
  if (isIPv4(name) || name.startsWith("[")) return true;
  // Containers have names without a domain.
  return /^[\w-]+$/.test(name) || unownable.includes(name.slice(name.lastIndexOf(".") + 1));
}

function urlOf(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** The header in which the console page repeats its token. */
export const pageTokenHeader = "x-emulator-page";

/**
 * Refuses a change that a browser sends to a control address without the token of the console page. Only a document of this
 * emulator's origin can read the token. Clients other than browsers send neither header and need no token.
 */
export function requirePageToken(headers: IncomingHttpHeaders, token: string): void {
  const isFromBrowser = headers.origin !== undefined || headers["sec-fetch-site"] !== undefined;
  if (isFromBrowser && headers[pageTokenHeader] !== token)
    throw new Problem(403, "this page is not the emulator's current page; load the page again");
}
