import type { IncomingHttpHeaders } from "node:http";
import { isIPv4 } from "node:net";
import { Problem } from "../http/problem";

/**
 * Refuses requests from web pages of other origins, on every surface. The control API needs no key and the other keys are
 * documented, so any page in a browser on this machine could use them. The `Origin` header reveals such a page. If an
 * attacker's domain resolves to this machine, its page has the right origin, and only its `Host` shows the attacker's name. So the
 * emulator serves only names that no attacker can have. Requests without `Origin` come from other clients and pass too.
 */
export function refuseForeignPages({ host = "", origin }: IncomingHttpHeaders, names: HostNames): void {
  const here = urlOf(`http://${host}`);
  const name = here?.hostname.replace(/\.$/, "") ?? host;
  if (host !== "" && !isOwn(name, names))
    throw new Problem(
      403,
      `this emulator does not serve the host name ${name}. To allow it, start the emulator with --allowed-host`,
    );
  if (origin !== undefined && (here === undefined || urlOf(origin)?.host !== here.host))
    throw new Problem(403, "web pages from another address may not use this emulator");
}

/** The names under which the emulator serves, besides IP addresses and names of the machine itself. */
export interface HostNames {
  readonly allowed: readonly string[];
  /** Whether other machines or containers can reach the emulator. */
  readonly isOnNetwork: boolean;
}

/**
 * Returns whether a host name belongs to this emulator. Any machine of the local network can answer for a name in `.local`, so a
 * private domain proves nothing. Containers call each other by names without a dot, which matters only on a network.
 */
function isOwn(name: string, { allowed, isOnNetwork }: HostNames): boolean {
  if (isIPv4(name) || name.startsWith("[")) return true;
  if (/^(?:.+\.)?localhost$/.test(name) || allowed.includes(name)) return true;
  return isOnNetwork && /^[\w-]+$/.test(name);
}

/** Returns whether only this machine can reach a server that listens on the address. */
export function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || address.startsWith("127.");
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
